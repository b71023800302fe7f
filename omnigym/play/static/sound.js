// The desktop's sound: what was heard in a step is played after what was heard before.

// Seconds that may wait to be played; who acts faster than that hears what is newest.
const MOST_BEHIND = 1;

export class Sound {
  constructor(button) {
    this.button = button;
    this.context = null;
    this.playing = [];
    this.until = 0;
    button.onclick = () => this.mute(button.getAttribute("aria-pressed") !== "true");
    // A page may sound only after somebody has pressed something in it.
    for (const name of ["pointerdown", "keydown"]) document.addEventListener(name, () => this.context?.resume());
  }

  // An episode begins.
  begin(sounds) {
    this.stop();
    this.button.hidden = !sounds;
  }

  mute(on) {
    this.button.setAttribute("aria-pressed", on);
    if (on) this.stop();
  }

  // Play samples: 16 bits each, little-endian, in base64.
  play({ rate, samples }) {
    if (this.button.getAttribute("aria-pressed") === "true") return;
    this.context ??= new AudioContext();
    this.context.resume();
    const bytes = Uint8Array.from(atob(samples), (letter) => letter.charCodeAt(0));
    const view = new DataView(bytes.buffer);
    const buffer = this.context.createBuffer(1, bytes.length / 2, rate);
    const values = buffer.getChannelData(0);
    for (let n = 0; n < values.length; n += 1) values[n] = view.getInt16(2 * n, true) / 32768;
    if (this.until - this.context.currentTime > MOST_BEHIND) this.stop();
    const source = new AudioBufferSourceNode(this.context, { buffer });
    source.connect(this.context.destination);
    const start = Math.max(this.until, this.context.currentTime);
    source.start(start);
    this.until = start + buffer.duration;
    this.playing.push(source);
    source.onended = () => (this.playing = this.playing.filter((other) => other !== source));
    this.button.dataset.heard = Number(this.button.dataset.heard ?? 0) + values.length; // for tests
  }

  stop() {
    for (const source of this.playing) source.stop();
    this.playing = [];
    this.until = 0;
  }
}
