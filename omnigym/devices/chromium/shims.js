// What makes a page repeatable. Runs in the page's own world before any script of it; SEED is put in by the device.
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
  // Pickers that the browser draws in windows of its own, which nobody could see or use here.
  HTMLInputElement.prototype.showPicker = function showPicker() {};
  const PICKED = new Set(['color', 'date', 'datetime-local', 'month', 'time', 'week']);
  const opens = (e) => e.target instanceof HTMLInputElement && PICKED.has(e.target.type);
  self.addEventListener('click', (e) => { if (opens(e) && e.target.type === 'color') e.preventDefault(); }, true);
  self.addEventListener('keydown', (e) => {
    const key = e.key === 'F4' || e.key === ' ' || e.key === 'Enter' || (e.altKey && e.key === 'ArrowDown');
    if (opens(e) && key && !(e.key === 'Enter' && e.target.type !== 'color')) e.preventDefault();
  }, true);
  // The device's own key, which has the page handle what it keeps for the next frame.
  self.addEventListener('keyup', (e) => { if (e.key === 'Unidentified' && !e.code) e.stopImmediatePropagation(); }, true);
  // Motion ends at once, its events still come; the caret stays; lists open inside the page, their arrow at the edge
  // whatever the page makes of them. What is inherited changes without a transition: else every element, as each has a
  // duration now, would begin its own when its parent's ends.
  const style = document.createElement('style');
  style.textContent = `
    *, *::before, *::after, *::backdrop {
      animation-duration: 1ms !important; animation-delay: 0s !important; animation-iteration-count: 1 !important;
      transition-duration: 1ms !important; transition-delay: 0s !important;
      transition-property: opacity, transform, translate, scale, rotate, filter, width, height, min-width, min-height,
        max-width, max-height, top, right, bottom, left, margin, padding, background, border, outline, box-shadow,
        clip-path, flex-basis, flex-grow, grid-template-rows, grid-template-columns, stroke-dashoffset !important;
      caret-animation: manual !important; scroll-behavior: auto !important;
    }
    select:not([multiple]):not([size]), ::picker(select) { appearance: base-select !important; }
    :where(select:not([multiple]):not([size])) { position: relative; }
    select:not([multiple]):not([size]) { padding-inline-end: 1.6em !important; }
    select::picker-icon { position: absolute; inset-inline-end: 0.5em; top: 50%; translate: 0 -50%; }
    input::-webkit-calendar-picker-indicator { display: none !important; }`;
  const add = () => document.documentElement.append(style);
  if (document.documentElement) add();
  else new MutationObserver((_, self) => {
    if (document.documentElement) { self.disconnect(); add(); }
  }).observe(document, { childList: true });
})();
