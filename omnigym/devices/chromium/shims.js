// What makes a page repeatable. Runs in the page's own world before any script of it; SEED and STYLE are put in by the device.
(() => {
  'use strict';
  // Chance: mulberry32, seeded by the device.
  let state = SEED >>> 0;
  const random = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = state;
    t = Math.imul(t ^ (t >>> 15), t | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
  Math.random = random;
  if (self.crypto) {
    Crypto.prototype.getRandomValues = function getRandomValues(array) {
      const bytes = new Uint8Array(array.buffer, array.byteOffset, array.byteLength);
      for (let i = 0; i < bytes.length; i++) bytes[i] = random() * 256;
      return array;
    };
    Crypto.prototype.randomUUID = function randomUUID() {
      const hex = () => Math.floor(random() * 0x10000).toString(16).padStart(4, '0');
      return `${hex()}${hex()}-${hex()}-4${hex().slice(1)}-8${hex().slice(1)}-${hex()}${hex()}${hex()}`;
    };
  }
  // Time: Date follows the virtual clock, the fine clocks would follow the real one. An event is as old as its first
  // reader finds it.
  const now = Date.now;
  const start = now();
  const read = (type, name, get) => Object.defineProperty(type.prototype, name, { get });
  const times = new WeakMap();
  Performance.prototype.now = function () { return now() - start; };
  read(Performance, 'timeOrigin', () => start);
  read(Event, 'timeStamp', function () {
    if (!times.has(this)) times.set(this, now() - start);
    return times.get(this);
  });
  const frame = self.requestAnimationFrame.bind(self);
  self.requestAnimationFrame = (callback) => frame(() => callback(now() - start));
  // Popups without a click are blocked after a few, as by any browser; a new tab is dear, so one that would be turned away
  // is better not made at all.
  const { open } = self;
  let opened = 0;
  self.open = function (...all) {
    return navigator.userActivation?.isActive || opened++ < 9 ? open.apply(this, all) : null;
  };
  // Motion ends at once and lists open inside the page, in the document and in every shadow root, whatever the page's
  // policy forbids and whichever sheets it sets itself.
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(STYLE);
  const sheets = new Map();
  for (const type of [Document, ShadowRoot]) {
    const { get, set } = Object.getOwnPropertyDescriptor(type.prototype, 'adoptedStyleSheets');
    sheets.set(type, { get, set });
    Object.defineProperty(type.prototype, 'adoptedStyleSheets', {
      get,
      set(all) { set.call(this, [...all]); dress(this); },
      configurable: true,
      enumerable: true,
    });
  }
  const dress = (root) => {
    const { get } = sheets.get(root instanceof Document ? Document : ShadowRoot);
    try {
      const worn = get.call(root);
      if (!worn.includes(sheet)) worn.push(sheet);
    } catch { /* it belongs to another document, whose own shims see to it */ }
  };
  // Pickers that the browser draws in windows of its own, which nobody could see or use here, do not open; a list that
  // no sheet reaches, or that the page styles as one of these windows, is told itself.
  const PICKED = new Set(['color', 'date', 'datetime-local', 'month', 'time', 'week']);
  const picks = (e) => e instanceof HTMLInputElement && PICKED.has(e.type);
  const lists = (e) => e instanceof HTMLSelectElement && !e.multiple && e.size <= 1;
  HTMLInputElement.prototype.showPicker = function showPicker() {};
  const prepare = (path) => {
    for (const node of path) {
      if (node instanceof ShadowRoot) dress(node);
      else if (lists(node) && getComputedStyle(node).appearance !== 'base-select') {
        node.style.setProperty('appearance', 'base-select', 'important');
      }
    }
  };
  const { showPicker } = HTMLSelectElement.prototype;
  HTMLSelectElement.prototype.showPicker = function () { prepare([this, this.getRootNode()]); showPicker.call(this); };
  const onClick = (e) => { const [first] = e.composedPath(); if (picks(first) && first.type === 'color') e.preventDefault(); };
  const onPress = (e) => prepare(e.composedPath());
  const onKey = (e) => {
    const [first] = e.composedPath();
    prepare(e.composedPath());
    const opens = e.key === 'F4' || e.key === ' ' || e.key === 'Enter' || (e.altKey && e.key === 'ArrowDown');
    if (picks(first) && opens && !(e.key === 'Enter' && first.type !== 'color')) e.preventDefault();
  };
  // The device's own key, which has the page handle what it keeps for the next frame.
  const onRelease = (e) => { if (e.key === 'Unidentified' && !e.code) e.stopImmediatePropagation(); };
  const hears = { click: onClick, mousedown: onPress, keydown: onKey, keyup: onRelease };
  const watch = (target) => {
    for (const [type, hear] of Object.entries(hears)) target.addEventListener(type, hear, true);
  };
  // Outside of a closed shadow root it is not told what in it an event is for.
  const { attachShadow } = Element.prototype;
  Element.prototype.attachShadow = function (...all) {
    const root = attachShadow.apply(this, all);
    dress(root);
    if (root.mode === 'closed') watch(root);
    return root;
  };
  // A document that is opened anew has lost its sheets and whoever listened.
  for (const name of ['open', 'write', 'writeln']) {
    const { [name]: native } = Document.prototype;
    Document.prototype[name] = function (...all) {
      const out = native.apply(this, all);
      if (this === document) begin();
      return out;
    };
  }
  const begin = () => { dress(document); watch(self); };
  begin();
})();
