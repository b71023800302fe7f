// The desktop's picture: painted from the parts that changed, as large as there is room for.

const HEADER_BYTES = 8;
const MARGIN = 12;

export class Screen {
  constructor(stage, frame, canvas) {
    this.stage = stage;
    this.frame = frame;
    this.canvas = canvas;
    this.context = canvas.getContext("2d", { alpha: false });
    this.painted = Promise.resolve();
    new ResizeObserver(() => this.fit()).observe(stage);
  }

  // Paint a part of the screen: left, top, width and height of the whole as four numbers, then a PNG.
  show(buffer) {
    const view = new DataView(buffer);
    const [left, top, width, height] = [0, 2, 4, 6].map((at) => view.getUint16(at, true));
    const picture = createImageBitmap(new Blob([new Uint8Array(buffer, HEADER_BYTES)], { type: "image/png" }));
    this.painted = this.painted.then(async () => {
      if (this.canvas.width !== width || this.canvas.height !== height) {
        this.canvas.width = width;
        this.canvas.height = height;
        this.fit();
      }
      this.context.drawImage(await picture, left, top);
    });
  }

  // As large as fits.
  fit() {
    const margin = document.fullscreenElement === this.stage ? 0 : 2 * MARGIN;
    const room = [this.stage.clientWidth - margin, this.stage.clientHeight - margin];
    const scale = Math.min(room[0] / this.canvas.width, room[1] / this.canvas.height);
    this.canvas.style.width = `${Math.floor(this.canvas.width * scale)}px`;
    this.canvas.style.height = `${Math.floor(this.canvas.height * scale)}px`;
  }

  // The pixel of the desktop under a mouse event, on its edge for one outside.
  pixel(event) {
    const box = this.canvas.getBoundingClientRect();
    const within = (value, size) => Math.max(0, Math.min(size - 1, Math.floor(value * size)));
    return {
      x: within((event.clientX - box.left) / box.width, this.canvas.width),
      y: within((event.clientY - box.top) / box.height, this.canvas.height),
    };
  }

  lit(on) {
    this.frame.classList.toggle("lit", on);
  }

  focus() {
    this.canvas.focus({ preventScroll: true });
  }
}
