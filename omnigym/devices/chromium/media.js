// What a page plays, by its own clock. The browser's players stay paused: they load, and show the picture of a film at
// the place that is sought. What sounds when is told to the device, which mixes it (omnigym.devices.chromium.media).
// Runs in the page's own world before any script of it; LISTENS is put in by the device.
(() => {
  'use strict';
  const LISTENED = LISTENS;
  const binding = self.omnigymTell;
  delete self.omnigymTell;
  const { stringify, parse } = JSON;
  const clock = Date.now;
  const wait = self.setTimeout.bind(self);
  const stop = self.clearTimeout.bind(self);
  const own = (type, name) => Object.getOwnPropertyDescriptor(type.prototype, name);
  // No page says more than that, and no more than so many elements of it play at once.
  const MOST_TOLD = 20000, MOST_PLAYING = 64, MOST_MADE = 256, MOST_SAMPLES = 4e6;
  let told = 0;
  const tell = (...message) => { if (binding && told++ < MOST_TOLD) binding(stringify(message)); };
  const sound = (...message) => { if (LISTENED) tell(...message); };
  let busy = 0, pictures = 0, said = 0;
  const say = () => {  // 2 is for frames that have to be drawn meanwhile
    const now = pictures > 0 ? 2 : busy > 0 ? 1 : 0;
    if (now !== said) tell('busy', said = now);
  };
  const begun = () => { busy++; say(); };
  const done = () => { busy--; say(); };
  // Frames that are drawn to await the picture of a film are none for the page: how many there are is chance.
  const nextFrame = self.requestAnimationFrame;
  const cancelFrame = self.cancelAnimationFrame.bind(self);
  const turns = new Map();
  self.requestAnimationFrame = (callback) => {
    const turn = (t) => {
      if (pictures > 0) { turns.set(id, nextFrame(turn)); return; }
      turns.delete(id);
      callback(t);
    };
    const id = nextFrame(turn);
    return id;
  };
  self.cancelAnimationFrame = (id) => { cancelFrame(turns.get(id) ?? id); turns.delete(id); };
  const may = () => navigator.userActivation?.hasBeenActive ?? true;
  const handlers = (type, names) => {
    for (const name of names) {
      const kept = new WeakMap();
      Object.defineProperty(type.prototype, `on${name}`, {
        configurable: true,
        get() { return kept.get(this) ?? null; },
        set(f) {
          if (!kept.has(this)) this.addEventListener(name, (e) => kept.get(this)?.call(this, e));
          kept.set(this, typeof f === 'function' ? f : null);
        },
      });
    }
  };

  // -- <audio> and <video> ---------------------------------------------------------------------------------------------
  const Media = HTMLMediaElement;
  const native = {};
  for (const name of ['currentTime', 'paused', 'ended', 'seeking', 'playbackRate', 'volume', 'muted', 'loop']) {
    native[name] = own(Media, name);
  }
  const nativePause = Media.prototype.pause;
  const nativeLoad = Media.prototype.load;
  const states = new WeakMap();
  const playing = new Set();
  let films = 0, elements = 0, made = 0;

  const state = (el) => {
    let s = states.get(el);
    if (!s) {
      s = {
        id: ++elements, paused: true, going: false, ended: false, place: 0, since: 0, rate: 1, timer: 0, waiting: [],
        loading: false, seeking: false, fresh: true, emptied: 0, inside: false, blind: false, drawn: false, node: 0, moved: 0,
      };
      states.set(el, s);
    }
    return s;
  };
  const place = (el, s) => {
    if (!s.going) return s.place;
    const { duration } = el;
    const at = s.place + ((clock() - s.since) / 1000) * s.rate;
    return native.loop.get.call(el) && duration > 0 && duration < Infinity ? at % duration : duration > 0 ? Math.min(at, duration) : at;
  };
  const heard = (el, s) => {
    if (!LISTENED || told >= MOST_TOLD) return;
    const gain = native.muted.get.call(el) ? 0 : Math.round(100 * native.volume.get.call(el));
    sound('voice', s.id, clock(), s.going, el.currentSrc, Math.round(1000 * place(el, s)), s.rate, gain,
      native.loop.get.call(el), s.node);
    bring(el.currentSrc);
  };
  const fire = (el, name) => { wait(() => el.dispatchEvent(new Event(name)), 0); };
  const { requestVideoFrameCallback } = self.HTMLVideoElement.prototype;
  const awaitPicture = (el, s) => {  // until it is on the screen, if it can be there
    if (s.blind || s.drawn || !requestVideoFrameCallback || !(el instanceof HTMLVideoElement) || !el.isConnected) return;
    const { top, bottom, left, right } = el.getBoundingClientRect();
    if (bottom <= 0 || right <= 0 || top >= innerHeight || left >= innerWidth || !el.checkVisibility()) return;
    s.drawn = true;
    pictures++;
    say();
    let late = 0;
    const end = () => {
      if (!s.drawn) return;
      s.drawn = false;
      stop(late);
      pictures--;
      say();
    };
    late = wait(() => { s.blind = true; end(); }, 5);
    requestVideoFrameCallback.call(el, end);
  };
  const show = (el, s) => {  // the picture, and the bar of controls
    if (!(el.isConnected && (el instanceof HTMLVideoElement || el.controls)) || el.readyState < 1 || s.seeking) return;
    const wanted = place(el, s);
    if (Math.abs(native.currentTime.get.call(el) - wanted) < 0.001) return;
    s.seeking = true;
    begun();
    awaitPicture(el, s);
    native.currentTime.set.call(el, wanted);
  };
  const rebase = (el, s) => { s.place = place(el, s); s.since = clock(); };
  const go = (el, s, going) => {
    if (going === s.going) return;
    rebase(el, s);
    s.going = going;
    if (going) playing.add(el);
    else playing.delete(el);
    s.inside = el.isConnected;
    const count = [...playing].filter((p) => p instanceof HTMLVideoElement || p.controls).length;
    if (count !== films) tell('films', films = count);
    heard(el, s);
    plan(el, s);
  };
  // What comes of itself: the time goes on four times a second, and a sound ends.
  const plan = (el, s) => {
    stop(s.timer);
    if (!s.going || !(s.rate > 0)) return;
    const left = native.loop.get.call(el) ? Infinity : ((el.duration - place(el, s)) / s.rate) * 1000;
    s.timer = wait(() => {
      if (s.inside && !el.isConnected) { el.pause(); return; }
      el.dispatchEvent(new Event('timeupdate'));
      if (!s.going) return;
      if (!native.loop.get.call(el) && place(el, s) >= el.duration) {
        s.place = el.duration;
        s.ended = true;
        s.since = clock();
        go(el, s, false);
        s.place = el.duration;
        s.paused = true;
        el.dispatchEvent(new Event('pause'));
        el.dispatchEvent(new Event('ended'));
      } else plan(el, s);
    }, Math.max(1, Math.min(250, Math.ceil(left) || 250)));
  };
  const start = (el, s) => {
    if (s.paused || s.going || el.readyState < 2) return;
    s.rate = native.playbackRate.get.call(el);
    go(el, s, true);
    fire(el, 'playing');
    for (const { resolve } of s.waiting.splice(0)) resolve();
  };
  const refuse = (s, name, text) => {
    for (const { reject } of s.waiting.splice(0)) reject(new DOMException(text, name));
  };
  const loaded = (el, s) => { if (s.loading) { s.loading = false; done(); } };
  const load = (el, s) => { if (!s.loading) { s.loading = true; begun(); } };
  const forget = (el, s) => {
    refuse(s, 'AbortError', 'The play() request was interrupted by a new load request.');
    go(el, s, false);
    if (s.seeking) { s.seeking = false; done(); }
    Object.assign(s, { paused: true, ended: false, place: 0, fresh: true });
  };
  const HIDDEN = new Set(['play', 'playing', 'pause', 'seeking', 'seeked', 'timeupdate', 'ended', 'waiting', 'progress',
    'suspend', 'stalled']);
  const watch = (e) => {
    const el = e.target;
    if (!e.isTrusted || !(el instanceof Media)) return;
    const s = state(el);
    switch (e.type) {
      case 'loadedmetadata': awaitPicture(el, s); break;
      case 'loadstart': load(el, s); nativePause.call(el); break;
      case 'abort': loaded(el, s); break;
      case 'emptied':
        if (s.emptied > 0) s.emptied--;
        else forget(el, s);
        loaded(el, s);
        break;
      case 'suspend': if (el.readyState >= 1 || el.preload === 'none') loaded(el, s); break;
      case 'error':
        loaded(el, s);
        s.paused = true;
        refuse(s, 'NotSupportedError', 'Failed to load because no supported source was found.');
        break;
      case 'loadeddata':
        loaded(el, s);
        if (s.fresh && native.paused.get.call(el) && el.autoplay && s.paused && free(el)) el.play().catch(() => {});
        s.fresh = false;
        show(el, s);
        start(el, s);
        break;
      case 'canplay': start(el, s); break;
      case 'seeked':
        if (s.seeking) { s.seeking = false; done(); }
        break;
      case 'seeking':
        if (!s.seeking) el.currentTime = native.currentTime.get.call(el);  // by the controls
        break;
      case 'play':  // the button of the controls
        nativePause.call(el);
        if (s.paused) el.play().catch(() => {});
        else el.pause();
        break;
    }
    if (HIDDEN.has(e.type)) e.stopImmediatePropagation();
  };
  const TYPES = [...HIDDEN, 'loadstart', 'loadedmetadata', 'emptied', 'abort', 'error', 'loadeddata', 'canplay'];
  for (const type of TYPES) self.addEventListener(type, watch, true);
  const known = new WeakSet();
  const know = (el) => {  // one that is outside of the document is not seen by the window
    if (el instanceof Media && !known.has(el)) {
      known.add(el);
      if (++made > MOST_MADE) {  // it loads nothing
        for (const name of ['src', 'srcObject']) Object.defineProperty(el, name, { value: '', writable: true });
        el.setAttribute = el.append = el.appendChild = () => {};
        el.play = () => Promise.reject(new DOMException('There are too many players.', 'AbortError'));
        return el;
      }
      for (const type of TYPES) el.addEventListener(type, (e) => { if (!el.isConnected) watch(e); });
    }
    return el;
  };
  const free = (el) => may() || native.muted.get.call(el) || native.volume.get.call(el) === 0;
  const { createElement, createElementNS } = Document.prototype;
  Document.prototype.createElement = function (...all) { return know(createElement.apply(this, all)); };
  Document.prototype.createElementNS = function (...all) { return know(createElementNS.apply(this, all)); };
  const NativeAudio = self.Audio;
  self.Audio = function Audio(...all) {
    const el = know(new NativeAudio());
    el.preload = 'auto';
    if (all.length) el.src = all[0];
    return el;
  };
  self.Audio.prototype = NativeAudio.prototype;

  const property = (name, get, set) => Object.defineProperty(Media.prototype, name, {
    configurable: true, enumerable: true, get, ...(set ? { set } : {}),
  });
  Media.prototype.play = function play() {
    const s = state(know(this));
    if (!free(this)) {
      return Promise.reject(new DOMException("play() failed because the user didn't interact with the document first.",
        'NotAllowedError'));
    }
    if (this.error) {
      return Promise.reject(new DOMException('The element has no supported sources.', 'NotSupportedError'));
    }
    if (!s.going && playing.size >= MOST_PLAYING) {
      return Promise.reject(new DOMException('Too many elements play.', 'AbortError'));
    }
    if (this.preload === 'none') this.preload = 'auto';
    s.fresh = false;
    if (s.paused) {
      if (s.ended || place(this, s) >= this.duration) s.place = 0;
      s.paused = s.ended = false;
      fire(this, 'play');
      if (this.readyState < 2) fire(this, 'waiting');
    }
    const promise = new Promise((resolve, reject) => { s.waiting.push({ resolve, reject }); });
    if (s.going) for (const { resolve } of s.waiting.splice(0)) resolve();
    else start(this, s);
    return promise;
  };
  Media.prototype.pause = function pause() {
    const s = state(know(this));
    s.fresh = false;
    if (s.paused) return;
    go(this, s, false);
    s.paused = true;
    fire(this, 'timeupdate');
    fire(this, 'pause');
    refuse(s, 'AbortError', 'The play() request was interrupted by a call to pause().');
    show(this, s);
  };
  // A new source ends the old one at once; the event of that comes later.
  const renew = (el) => {
    const s = state(know(el));
    if (el.networkState !== 0) s.emptied++;
    forget(el, s);
  };
  Media.prototype.load = function load() {
    renew(this);
    nativeLoad.call(this);
  };
  for (const name of ['src', 'srcObject']) {
    const { get, set } = own(Media, name);
    property(name, get, function (value) {
      renew(this);
      set.call(this, value);
    });
  }
  const { setAttribute } = Element.prototype;
  Media.prototype.setAttribute = function (name, value) {
    if (String(name).toLowerCase() === 'src') renew(this);
    setAttribute.call(this, name, value);
  };
  property('paused', function () { return state(this).paused; });
  property('ended', function () { return state(this).ended; });
  property('seeking', function () { return state(this).moved > 0; });
  property('currentTime', function () { return place(this, state(this)); }, function (value) {
    const s = state(know(this)), at = Number(value);
    if (!Number.isFinite(at)) throw new TypeError("Failed to set the 'currentTime' property: the value is non-finite.");
    rebase(this, s);
    s.place = Math.max(0, this.duration > 0 ? Math.min(at, this.duration) : at);
    s.ended = false;
    s.moved++;
    wait(() => {
      this.dispatchEvent(new Event('seeking'));
      s.moved--;
      this.dispatchEvent(new Event('timeupdate'));
      this.dispatchEvent(new Event('seeked'));
    }, 0);
    show(this, s);
    if (s.going) { heard(this, s); plan(this, s); }
  });
  const fast = Media.prototype.fastSeek;
  if (fast) Media.prototype.fastSeek = function fastSeek(at) { this.currentTime = at; };
  for (const name of ['playbackRate', 'volume', 'muted', 'loop']) {
    property(name, native[name].get, function (value) {
      const s = state(know(this));
      rebase(this, s);
      native[name].set.call(this, value);
      s.rate = native.playbackRate.get.call(this);
      if (!s.going) return;
      heard(this, s);
      if (name === 'playbackRate' || name === 'loop') plan(this, s);
    });
  }
  // The device asks for the pictures of this moment.
  self.addEventListener('omnigymtick', (e) => {
    e.stopImmediatePropagation();
    for (const el of playing) show(el, states.get(el));
  }, true);

  // What only the page can read is given to the device.
  const brought = new Set();
  const bytes = (buffer) => {
    let text = '';
    const all = new Uint8Array(buffer);
    for (let i = 0; i < all.length; i += 32768) text += String.fromCharCode(...all.subarray(i, i + 32768));
    return btoa(text);
  };
  const { fetch } = self;
  // What is read whole is waited for, as it is about to be played.
  for (const name of ['arrayBuffer', 'blob']) {
    const read = Response.prototype[name];
    Response.prototype[name] = function (...all) {
      begun();
      return read.apply(this, all).finally(done);
    };
  }
  const bring = (url) => {
    if (!url.startsWith('blob:') || brought.has(url) || brought.size > 64) return;
    brought.add(url);
    fetch(url).then((r) => r.arrayBuffer()).then((b) => {
      if (b.byteLength <= 2 * MOST_SAMPLES) sound('data', url, 0, bytes(b));
    }).catch(() => {});
  };

  // -- Web Audio -------------------------------------------------------------------------------------------------------
  const Offline = self.OfflineAudioContext;
  if (Offline) {
    const originals = {};
    let contexts = 0, nodes = 0, buffers = 0, sent = 0;
    const numbers = new WeakMap();

    class AudioParam {
      #node; #name; #events;
      constructor(node, name, value) {
        this.#node = node;
        this.#name = name;
        this.#events = [[0, value]];
        this.defaultValue = value;
        this.automationRate = 'a-rate';
        this.minValue = -3.4e38;
        this.maxValue = 3.4e38;
      }
      #say(kind, value, time, more = 0) {
        value = Number(value);
        if (!Number.isFinite(value) || !Number.isFinite(Number(time))) throw new TypeError('The value is non-finite.');
        if (this.#events.length < 500) this.#events.push([time, value]);
        sound('param', this.#node.number, this.#name, kind, value, time, more);
        return this;
      }
      get value() {
        const now = this.#node.context.currentTime;
        return this.#events.findLast(([t]) => t <= now)?.[1] ?? this.defaultValue;
      }
      set value(v) { this.#say('set', v, this.#node.context.currentTime); }
      setValueAtTime(v, t) { return this.#say('set', v, t); }
      linearRampToValueAtTime(v, t) { return this.#say('line', v, t); }
      exponentialRampToValueAtTime(v, t) {
        if (!Number(v)) throw new RangeError('The value must not be 0.');
        return this.#say('curve', v, t);
      }
      setTargetAtTime(v, t, tau) { return this.#say('target', v, t, Number(tau)); }
      setValueCurveAtTime(values, t, d) {
        const all = [...values].slice(0, 200);
        this.#say('set', all[0], t);
        all.forEach((v, i) => i && this.#say('line', v, t + (d * i) / (all.length - 1)));
        return this;
      }
      cancelScheduledValues(t) {
        t = Math.max(t, this.#node.context.currentTime);
        this.#events = this.#events.filter(([at]) => at < t || at === 0);
        sound('param', this.#node.number, this.#name, 'cancel', 0, t, 0);
        return this;
      }
      cancelAndHoldAtTime(t) { return this.cancelScheduledValues(t); }
    }
    const param = (node, name, value, options) => {
      const made = new AudioParam(node, name, value);
      Object.defineProperty(node, name, { value: made, enumerable: true });
      if (options && options[name] !== undefined) made.value = options[name];
    };
    class AudioNode extends EventTarget {
      constructor(context, kind) {
        super();
        this.context = context;
        this.channelCount = 2;
        this.channelCountMode = 'max';
        this.channelInterpretation = 'speakers';
        this.numberOfInputs = this.numberOfOutputs = 1;
        Object.defineProperty(this, 'number', { value: ++nodes });
        sound('node', numbers.get(context), this.number, kind);
      }
      connect(to) {
        if (to instanceof AudioNode) sound('wire', this.number, to.number, clock(), true);
        return to instanceof AudioNode ? to : undefined;
      }
      disconnect(to) {
        sound('wire', this.number, to instanceof AudioNode ? to.number : 0, clock(), false);
      }
    }
    class GainNode extends AudioNode {
      constructor(context, options) {
        super(context, 'gain');
        param(this, 'gain', 1, options);
      }
    }
    class ScheduledNode extends AudioNode {
      #begun = false; #timer = 0;
      begin(key, when, offset, length, loop, seconds) {
        if (this.#begun) throw new DOMException('cannot call start more than once.', 'InvalidStateError');
        this.#begun = true;
        const now = this.context.currentTime;
        const at = Math.max(Number(when) || 0, now);
        sound('start', this.number, key, at, offset, length, loop);
        if (seconds < Infinity) this.end(at + seconds);
      }
      end(at) {
        stop(this.#timer);
        this.#timer = wait(() => this.dispatchEvent(new Event('ended')), Math.ceil(1000 * Math.max(0, at - this.context.currentTime)));
      }
      stop(when = 0) {
        if (!this.#begun) throw new DOMException('cannot call stop without calling start first.', 'InvalidStateError');
        const at = Math.max(Number(when) || 0, this.context.currentTime);
        sound('stop', this.number, at);
        this.end(at);
      }
    }
    handlers(ScheduledNode, ['ended']);
    class OscillatorNode extends ScheduledNode {
      #type;
      constructor(context, options = {}) {
        super(context, 'osc');
        param(this, 'frequency', 440, options);
        param(this, 'detune', 0, options);
        this.type = options.type ?? 'sine';
      }
      get type() { return this.#type; }
      set type(type) {
        if (!['sine', 'square', 'sawtooth', 'triangle'].includes(type)) return;
        this.#type = type;
        sound('wave', this.number, type);
      }
      setPeriodicWave() { this.#type = 'custom'; }
      start(when = 0) { this.begin('', when, 0, 0, false, Infinity); }
    }
    const given = new WeakMap();
    const keyOf = (buffer) => {
      if (!LISTENED || !buffer) return '';
      if (given.has(buffer)) return given.get(buffer);
      const key = `buffer:${++buffers}`;
      given.set(buffer, key);
      sent += buffer.length;
      if (sent > MOST_SAMPLES) return key;
      const all = new Int16Array(buffer.length);
      const channels = Array.from({ length: buffer.numberOfChannels }, (_, n) => buffer.getChannelData(n));
      for (let i = 0; i < all.length; i++) {
        let sum = 0;
        for (const c of channels) sum += c[i];
        all[i] = Math.max(-32768, Math.min(32767, Math.round((sum / channels.length) * 32767)));
      }
      sound('data', key, buffer.sampleRate, bytes(all.buffer));
      return key;
    };
    class AudioBufferSourceNode extends ScheduledNode {
      constructor(context, options = {}) {
        super(context, 'buffer');
        param(this, 'playbackRate', 1, options);
        param(this, 'detune', 0, options);
        this.buffer = options.buffer ?? null;
        this.loop = options.loop ?? false;
        this.loopStart = this.loopEnd = 0;
      }
      start(when = 0, offset = 0, length = 0) {
        const whole = this.buffer ? Math.max(0, this.buffer.duration - offset) : 0;
        const seconds = length > 0 ? Math.min(length, this.loop ? length : whole) : this.loop ? Infinity : whole;
        this.begin(keyOf(this.buffer), when, offset, length, Boolean(this.loop), seconds / (this.playbackRate.value || 1));
      }
    }
    class MediaElementAudioSourceNode extends AudioNode {
      constructor(context, options) {
        super(context, 'media');
        this.mediaElement = options.mediaElement;
        const s = state(know(this.mediaElement));
        if (s.node) throw new DOMException('HTMLMediaElement already connected previously to a different node.', 'InvalidStateError');
        s.node = this.number;
        if (s.going) heard(this.mediaElement, s);
      }
    }
    // Filters, panners and the like let everything through as it is; what measures finds silence.
    const PASSED = {
      BiquadFilter: { frequency: 350, detune: 0, Q: 1, gain: 0 }, StereoPanner: { pan: 0 }, Delay: { delayTime: 0 },
      DynamicsCompressor: { threshold: -24, knee: 30, ratio: 12, attack: 0.003, release: 0.25 }, Analyser: {},
      Convolver: {}, WaveShaper: {}, Panner: {}, ChannelSplitter: {}, ChannelMerger: {}, IIRFilter: {},
      ConstantSource: { offset: 1 },
    };
    const passed = {};
    for (const [name, params] of Object.entries(PASSED)) {
      passed[`${name}Node`] = class extends AudioNode {
        constructor(context, options) {
          super(context, 'pass');
          for (const [p, v] of Object.entries(params)) param(this, p, v, options);
          this.fftSize = 2048;
          this.frequencyBinCount = 1024;
        }
        getByteFrequencyData(array) { array.fill(0); }
        getByteTimeDomainData(array) { array.fill(128); }
        getFloatFrequencyData(array) { array.fill(-Infinity); }
        getFloatTimeDomainData(array) { array.fill(0); }
        setPosition() {}
        setOrientation() {}
        start() {}
        stop() {}
      };
    }
    class AudioContext extends EventTarget {
      #base = clock(); #kept = 0; #state = 'suspended'; #pending = [];
      constructor() {
        super();
        numbers.set(this, ++contexts);
        this.sampleRate = 48000;
        this.baseLatency = this.outputLatency = 0;
        this.listener = {};
        this.audioWorklet = { addModule: () => Promise.reject(new DOMException('There are none.', 'NotSupportedError')) };
        this.destination = new AudioNode(this, 'destination');
        this.destination.maxChannelCount = 2;
        this.#turn('suspended');
        if (may()) this.#turn('running');
      }
      get state() { return this.#state; }
      get currentTime() {
        return this.#state === 'running' ? this.#kept + (clock() - this.#base) / 1000 : this.#kept;
      }
      getOutputTimestamp() { return { contextTime: this.currentTime, performanceTime: performance.now() }; }
      #turn(to) {
        if (this.#state === to) return;
        this.#kept = this.currentTime;
        this.#base = clock();
        this.#state = to;
        sound('context', numbers.get(this), clock(), to === 'running', this.#kept);
        wait(() => this.dispatchEvent(new Event('statechange')), 0);
        if (to === 'running') for (const resolve of this.#pending.splice(0)) resolve();
      }
      resume() {
        if (this.#state === 'closed') return Promise.reject(new DOMException('It is closed.', 'InvalidStateError'));
        if (!may()) return new Promise((resolve) => { this.#pending.push(resolve); });
        this.#turn('running');
        return Promise.resolve();
      }
      suspend() { if (this.#state !== 'closed') this.#turn('suspended'); return Promise.resolve(); }
      close() { this.#turn('closed'); return Promise.resolve(); }
      createBuffer(numberOfChannels, length, sampleRate) { return new AudioBuffer({ numberOfChannels, length, sampleRate }); }
      createOscillator() { return new OscillatorNode(this); }
      createGain() { return new GainNode(this); }
      createBufferSource() { return new AudioBufferSourceNode(this); }
      createMediaElementSource(mediaElement) { return new MediaElementAudioSourceNode(this, { mediaElement }); }
      createPeriodicWave() { return {}; }
      createMediaStreamDestination() { return new AudioNode(this, 'pass'); }
      createScriptProcessor() { return new AudioNode(this, 'pass'); }
      decodeAudioData(data, good, bad) {
        begun();
        const promise = new Offline(1, 1, this.sampleRate).decodeAudioData(data).finally(done);
        promise.then(good ?? (() => {}), bad ?? (() => {}));
        return promise;
      }
    }
    for (const name of Object.keys(PASSED)) {
      AudioContext.prototype[`create${name}`] = function () { return new passed[`${name}Node`](this); };
    }
    handlers(AudioContext, ['statechange']);
    const types = { OscillatorNode, GainNode, AudioBufferSourceNode, MediaElementAudioSourceNode, ...passed };
    for (const [name, type] of Object.entries(types)) {
      originals[name] = self[name];
      self[name] = new Proxy(type, {
        construct: (t, all, target) => all[0] instanceof Offline ? new originals[name](...all) : Reflect.construct(t, all, target),
        getPrototypeOf: (t) => Object.getPrototypeOf(t),
      });
    }
    self.AudioContext = self.webkitAudioContext = AudioContext;
  }

  // -- speech ----------------------------------------------------------------------------------------------------------
  class SpeechSynthesisVoice {}
  const VOICES = ['Amber', 'Bruno', 'Cleo', 'Dario'].map((name, n) => Object.assign(new SpeechSynthesisVoice(), {
    name, voiceURI: `omnigym/${name}`, lang: 'en-US', localService: true, default: n === 0,
  }));
  class SpeechSynthesisUtterance extends EventTarget {
    constructor(text = '') {
      super();
      Object.assign(this, { text: String(text), lang: '', voice: null, volume: 1, rate: 1, pitch: 1 });
    }
  }
  handlers(SpeechSynthesisUtterance, ['start', 'end', 'error', 'pause', 'resume', 'mark', 'boundary']);
  const MOST_QUEUED = 100;
  const asked = new Map();
  let utterances = 0;
  class SpeechSynthesis extends EventTarget {
    #queue = []; #now = null; #paused = false;
    get speaking() { return Boolean(this.#now); }
    get pending() { return this.#queue.length > 0; }
    get paused() { return this.#paused; }
    getVoices() { return [...VOICES]; }
    #say(utterance, name, more = {}) {
      const e = new Event(name);
      const elapsedTime = this.#now ? (this.#now.passed + (clock() - this.#now.since)) / 1000 : 0;
      Object.assign(e, { utterance, charIndex: 0, charLength: 0, elapsedTime, name: '', ...more });
      utterance.dispatchEvent(e);
    }
    speak(utterance) {
      if (!may()) { wait(() => this.#say(utterance, 'error', { error: 'not-allowed' }), 0); return; }
      if (this.#queue.length >= MOST_QUEUED) return;
      this.#queue.push(utterance);
      this.#next();
    }
    #next() {
      if (this.#now || this.#paused || !this.#queue.length) return;
      const utterance = this.#queue.shift();
      const number = ++utterances;
      const rate = Math.max(0.1, Math.min(10, Number(utterance.rate) || 1));
      const now = this.#now = { utterance, number, rate, passed: 0, since: clock(), timers: [], words: [] };
      begun();
      asked.set(number, (words) => {
        done();
        if (this.#now !== now) return;
        now.words = words;
        now.since = clock();
        this.#say(utterance, 'start');
        this.#go();
      });
      const voice = VOICES.indexOf(utterance.voice) < 0 ? VOICES[0] : utterance.voice;
      tell('ask', number, String(utterance.text).slice(0, 2000), voice.name.toLowerCase());
    }
    #tell(going) {
      const { utterance, number, rate, passed } = this.#now;
      const gain = Math.round(100 * Math.max(0, Math.min(1, Number(utterance.volume))));
      sound('voice', -number, clock(), going, `speech:${number}`, Math.round(passed * rate), rate, gain, false, 0);
    }
    #go() {
      const now = this.#now;
      now.since = clock();
      this.#tell(true);
      let whole = 0;
      const at = (ms) => ms / now.rate - now.passed;
      for (const [charIndex, charLength, ms] of now.words) {
        const due = at(whole);
        if (due >= 0) {
          now.timers.push(wait(() => this.#say(now.utterance, 'boundary', { charIndex, charLength, name: 'word' }), due));
        }
        whole += ms;
      }
      now.timers.push(wait(() => {
        this.#tell(false);
        this.#say(now.utterance, 'end');
        if (this.#now === now) this.#now = null;
        this.#next();
      }, Math.max(1, Math.ceil(at(whole)))));
    }
    #halt() {
      const now = this.#now;
      if (!now) return;
      for (const timer of now.timers.splice(0)) stop(timer);
      now.passed += clock() - now.since;
      this.#tell(false);
    }
    cancel() {
      const now = this.#now;
      this.#queue.length = 0;
      this.#halt();
      if (now) this.#say(now.utterance, 'error', { error: 'interrupted' });
      this.#now = null;
    }
    pause() {
      if (this.#paused) return;
      this.#paused = true;
      this.#halt();
      if (this.#now) this.#say(this.#now.utterance, 'pause');
    }
    resume() {
      if (!this.#paused) return;
      this.#paused = false;
      if (this.#now) { this.#say(this.#now.utterance, 'resume'); this.#go(); } else this.#next();
    }
  }
  handlers(SpeechSynthesis, ['voiceschanged']);
  const speech = new SpeechSynthesis();
  Object.defineProperty(self, 'speechSynthesis', { configurable: true, enumerable: true, get: () => speech });
  Object.assign(self, { SpeechSynthesis, SpeechSynthesisUtterance, SpeechSynthesisVoice });
  self.addEventListener('omnigymsaid', (e) => {
    e.stopImmediatePropagation();
    const [number, words] = parse(e.detail);
    asked.get(number)?.(words);
    asked.delete(number);
  }, true);
})();
