// Looks at what can be seen of a page. Runs in the device's isolated world, where the page's scripts cannot meddle.
// omnigymLook() returns columns, as JSON: parents, roles, states, bounds (flat), names, values, keys, ranks; whether
// that is all that fits, and the title.
// omnigymTitle() returns the title alone.
// ROLES (ARIA name -> number) and STATES (name -> bit) are put in by the device, from omnigym.a11y.
globalThis.omnigymLook = (() => {
  'use strict';
  const roles = ROLES;
  const S = STATES;
  const LIMIT = 4000;
  const LONGEST = 1000;
  const TAGS = {
    A: (e) => (e.hasAttribute('href') ? 'link' : ''), ARTICLE: 'article', ASIDE: 'complementary', BLOCKQUOTE: 'blockquote',
    BUTTON: 'button', CANVAS: 'canvas', CAPTION: 'caption', CODE: 'code', DD: 'definition', DIALOG: 'dialog', DT: 'term',
    FIELDSET: 'group', FIGURE: 'figure', FOOTER: 'contentinfo', FORM: 'form', HEADER: 'banner',
    H1: 'heading', H2: 'heading', H3: 'heading', H4: 'heading', H5: 'heading', H6: 'heading', HR: 'separator',
    IFRAME: 'iframe', IMG: 'img', INPUT: (e) => INPUTS[e.type] || 'textbox', LABEL: 'labeltext', LEGEND: 'legend',
    LI: 'listitem', MAIN: 'main', MENU: 'list', METER: 'meter', NAV: 'navigation', OL: 'list', OPTION: 'option',
    OPTGROUP: 'group', OUTPUT: 'status', P: 'paragraph', PRE: 'code', PROGRESS: 'progressbar', SEARCH: 'search',
    SELECT: (e) => (e.multiple || e.size > 1 ? 'listbox' : 'combobox'), SUMMARY: 'button', SVG: 'img', TABLE: 'table',
    TD: 'cell', TEXTAREA: 'textbox', TH: (e) => (e.scope === 'row' ? 'rowheader' : 'columnheader'), TIME: 'time',
    TR: 'row', UL: 'list', VIDEO: 'video', AUDIO: 'audio',
  };
  const INPUTS = {
    button: 'button', checkbox: 'checkbox', color: 'button', file: 'button', image: 'button', number: 'spinbutton',
    radio: 'radio', range: 'slider', reset: 'button', search: 'searchbox', submit: 'button', hidden: '',
  };
  const set = (text) => new Set(text.split(' '));
  // Roles that are named by what is in them; whatever else is in them is then not told again as text.
  const NAMED = set('button caption cell checkbox columnheader definition heading labeltext legend link listitem ' +
    'menuitem menuitemcheckbox menuitemradio option paragraph radio rowheader switch tab term time tooltip treeitem code ' +
    'article blockquote');
  // Of those, the ones that are so named only where nothing else of interest is in them.
  const PLAIN = set('article blockquote caption cell code columnheader definition labeltext legend listitem paragraph ' +
    'rowheader term treeitem');
  const CLICKED = set('button checkbox combobox link menuitem menuitemcheckbox menuitemradio option radio slider ' +
    'spinbutton switch tab treeitem');
  const TEXTS = set('textbox searchbox spinbutton');
  const CHECKS = set('checkbox radio switch menuitemcheckbox menuitemradio');
  const QUIET = set('none presentation generic');
  const INNER = 'a[href],button,input,select,textarea,summary,img,svg,canvas,video,audio,iframe,table,ul,ol,[role],' +
    '[onclick],[tabindex],[contenteditable],progress,meter,h1,h2,h3,h4,h5,h6';
  const BUTTONS = set('button submit reset image');

  const squeeze = (text) => {
    const out = text.replace(/\s+/g, ' ').trim();
    return out.length > LONGEST ? out.slice(0, LONGEST) : out;
  };

  // A form's or a document's properties are hidden by fields and pictures of the same name (<input name="id">). These
  // read what is behind: one property of a document, or everything of a form.
  const getter = (type, name) => {
    const { get } = Object.getOwnPropertyDescriptor(type.prototype, name);
    return (object) => get.call(object);
  };
  const bodyOf = getter(Document, 'body'), titleOf = getter(Document, 'title'), activeOf = getter(Document, 'activeElement');
  const scrollerOf = getter(Document, 'scrollingElement');
  const hasFocus = (inner) => Document.prototype.hasFocus.call(inner);
  const behind = (form, name) => {
    let type = Object.getPrototypeOf(form);
    while (type && !Object.hasOwn(type, name)) type = Object.getPrototypeOf(type);
    const { get, value } = (type && Object.getOwnPropertyDescriptor(type, name)) || {};
    if (get) return get.call(form);
    return typeof value === 'function' ? value.bind(form) : value;
  };
  const isForm = (e) => Object.prototype.toString.call(e) === '[object HTMLFormElement]';
  const plain = (e) => (isForm(e) ? new Proxy(e, { get: behind }) : e);

  class Look {
    constructor() {
      this.parents = []; this.roles = []; this.states = []; this.bounds = []; this.names = []; this.values = [];
      this.keys = []; this.ranks = [];
      this.full = false;
    }

    add(parent, role, states, box, name, value, key, rank) {
      if (this.parents.length >= LIMIT) { this.full = true; return parent; }
      this.parents.push(parent); this.roles.push(role); this.states.push(states);
      this.bounds.push(box[0], box[1], box[2] - box[0], box[3] - box[1]);
      this.names.push(name.toWellFormed()); this.values.push(value.toWellFormed()); this.keys.push(key.toWellFormed());
      this.ranks.push(rank);
      return this.parents.length - 1;
    }

    // A visible box in whole pixels (left, top, right, bottom), or null.
    clip(rect, at) {
      const left = Math.max(Math.round(rect.left + at.x), at.clip[0]);
      const top = Math.max(Math.round(rect.top + at.y), at.clip[1]);
      const right = Math.min(Math.round(rect.right + at.x), at.clip[2]);
      const bottom = Math.min(Math.round(rect.bottom + at.y), at.clip[3]);
      return right > left && bottom > top ? [left, top, right, bottom] : null;
    }

    text(node, at) {
      const text = squeeze(node.data);
      if (!text || at.silent || at.hidden) return;
      const range = node.ownerDocument.createRange();
      range.selectNodeContents(node);
      const box = this.clip(range.getBoundingClientRect(), at);
      if (box) this.add(at.parent, roles.text, S.VISIBLE | S.ENABLED, box, text, '', '', at.rank);
    }

    children(element, at) {
      let nodes = (element.shadowRoot || element).childNodes;
      if (element.localName === 'slot' && element.assignedNodes().length) nodes = element.assignedNodes();
      for (const node of nodes) {
        if (node.nodeType === 3) this.text(node, at);
        else if (node.nodeType === 1) this.element(node, at);
      }
    }

    element(found, outer) {
      const e = plain(found);
      if (!e.checkVisibility({ visibilityProperty: false })) return;
      const rect = e.getBoundingClientRect();
      const style = outer.view.getComputedStyle(found);
      const at = { ...outer, hidden: style.visibility !== 'visible' };
      at.rank = rankOf(e, style, outer.rank);
      if (at.rank !== outer.rank) at.parent = -1;
      if (style.position === 'fixed' || at.rank >= 1e9) at.clip = outer.window;
      const far = rect.top + outer.y > outer.window[3] || rect.left + outer.x > outer.window[2] ||
        rect.top + outer.y + Math.max(rect.height, e.scrollHeight) < 0;
      if (far && style.display !== 'contents' && rect.width && style.position !== 'static') return;
      if (far && rect.width && !e.querySelector('*')) return;
      const box = this.clip(rect, at);
      const role = roleOf(e);
      const pointer = style.cursor === 'pointer';
      if (box && style.visibility === 'visible') this.show(e, role, box, at, style, pointer);
      at.pointer = pointer;
      if (e.localName === 'iframe') { this.frame(e, rect, at); return; }
      if (style.overflowX !== 'visible' && box && e !== bodyOf(e.ownerDocument)) at.clip = box;
      else if (style.overflowX !== 'visible' && !box && style.display !== 'contents' && e !== bodyOf(e.ownerDocument)) return;
      if (e.localName !== 'input' && e.localName !== 'textarea' && e.localName !== 'svg') this.children(e, at);
    }

    // Emits the element, if it is of interest, and sets what its children are told of it.
    show(e, role, box, at, style, pointer) {
      const editable = e.isContentEditable && !(e.parentElement && e.parentElement.isContentEditable);
      const acts = CLICKED.has(role) || e.hasAttribute('onclick') || (pointer && !at.pointer) ||
        (e.tabIndex >= 0 && e.hasAttribute('tabindex'));
      const scrolls = scrollable(e, style);
      let states = statesOf(e, role, acts, scrolls);
      let kind = role;
      if (editable && !TEXTS.has(role)) kind = 'textbox';
      if (!kind && acts) kind = 'generic';
      if (!kind && scrolls) kind = 'group';
      if (!kind || (QUIET.has(kind) && !acts)) return;
      const value = valueOf(e, kind, editable);
      const plain = PLAIN.has(kind) || kind === 'generic';
      const named = (NAMED.has(kind) || kind === 'generic') && !(plain && e.querySelector(INNER));
      let name = labelOf(e, kind);
      if (!name && named && !editable) name = squeeze(e.innerText === undefined ? e.textContent : e.innerText);
      if (!name && kind === 'generic' && !e.hasAttribute('onclick') && e.querySelector(INNER)) return;
      if (!name && kind === 'img' && e.localName === 'svg' && !acts) return;
      if (editable) states |= S.EDITABLE | S.MULTILINE;
      const number = roles[kind] === undefined ? roles.generic : areaOr(roles[kind], e, states);
      const named_by_text = named && name !== '';
      at.parent = this.add(at.parent, number, states, box, name, value, e.id || e.getAttribute('name') || '', at.rank);
      at.silent = at.silent || named_by_text || editable || kind === 'combobox';
    }

    frame(e, rect, at) {
      let inner = null;
      try { inner = e.contentDocument; } catch { inner = null; }
      const box = this.clip(rect, at);
      if (!inner || !bodyOf(inner) || !box) return;
      const x = at.x + rect.left + e.clientLeft, y = at.y + rect.top + e.clientTop;
      this.element(bodyOf(inner), { ...at, x, y, clip: box, view: inner.defaultView, silent: false });
    }
  }

  const areaOr = (role, e, states) => (role === roles.textbox && states & S.MULTILINE ? roles.textarea : role);

  // How far in front something is: 0 is the flow of the page, higher ranks cover lower ones.
  const rankOf = (e, style, outer) => {
    if (e.matches(':modal, :popover-open')) return 1e9;
    if (e.localName === 'option' && outer < 1e9 && style.display !== 'none') {
      const select = e.closest('select');
      if (select && !select.multiple && select.size <= 1) return 1e9 + 1;
    }
    if (outer !== 0 || style.position === 'static') return outer;
    const z = parseInt(style.zIndex, 10);
    if (z < 0) return Math.max(z, -1e6);
    if (z > 0) return Math.min(z, 1e8) + 1;
    return style.position === 'absolute' || style.position === 'fixed' ? 1 : 0;
  };

  const roleOf = (e) => {
    const given = (e.getAttribute('role') || '').trim().split(/\s+/)[0].toLowerCase();
    if (given && roles[given] !== undefined) return given;
    const found = TAGS[e.localName === 'svg' ? 'SVG' : e.tagName];
    return typeof found === 'function' ? found(e) : found || '';
  };

  const scrollable = (e, style) =>
    (/auto|scroll/.test(style.overflowY) && e.scrollHeight > e.clientHeight + 1) ||
    (/auto|scroll/.test(style.overflowX) && e.scrollWidth > e.clientWidth + 1);

  const is = (e, name) => e.getAttribute(`aria-${name}`) === 'true';

  const statesOf = (e, role, acts, scrolls) => {
    let states = S.VISIBLE;
    const enabled = !e.matches(':disabled') && !is(e, 'disabled');
    if (enabled) states |= S.ENABLED;
    const text = e.localName === 'textarea' || (e.localName === 'input' && TEXTS.has(role));
    if (e.tabIndex >= 0 && enabled) states |= S.FOCUSABLE;
    const inner = e.ownerDocument, root = e.getRootNode();
    if (activeOf(inner) === e || (root !== inner && root.activeElement === e)) {
      if (e !== bodyOf(inner) && hasFocus(inner)) states |= S.FOCUSED;
    }
    if (acts || text) states |= S.CLICKABLE;
    if ((text || (TEXTS.has(role) && e.isContentEditable)) && enabled && !e.readOnly) states |= S.EDITABLE;
    if (e.localName === 'textarea') states |= S.MULTILINE;
    if (CHECKS.has(role)) states |= S.CHECKABLE | (e.checked || is(e, 'checked') ? S.CHECKED : 0);
    if (role === 'option' || role === 'tab' || e.hasAttribute('aria-selected')) {
      states |= S.SELECTABLE | (e.selected || is(e, 'selected') ? S.SELECTED : 0);
    }
    if (role === 'combobox' || e.hasAttribute('aria-expanded') || e.localName === 'summary') {
      const open = is(e, 'expanded') || (e.localName === 'select' && e.matches(':open')) ||
        (e.localName === 'summary' && e.parentElement && e.parentElement.open);
      states |= S.EXPANDABLE | (open ? S.EXPANDED : 0);
    }
    if (scrolls) states |= S.SCROLLABLE;
    if (e.type === 'password' && e.localName === 'input') states |= S.PASSWORD;
    if (e.required || is(e, 'required')) states |= S.REQUIRED;
    if (is(e, 'invalid') || e.matches(':user-invalid')) states |= S.INVALID;
    if (is(e, 'pressed')) states |= S.PRESSED;
    if (is(e, 'busy')) states |= S.BUSY;
    if (is(e, 'modal') || e.matches(':modal')) states |= S.MODAL;
    return states;
  };

  const textOf = (e) => squeeze(e.innerText === undefined ? e.textContent : e.innerText);

  // The text of a label without that of the control inside it.
  const textAround = (label, control) => {
    const texts = label.ownerDocument.createTreeWalker(label, NodeFilter.SHOW_TEXT);
    let out = '';
    while (texts.nextNode()) if (!control.contains(texts.currentNode)) out += ` ${texts.currentNode.data}`;
    return out;
  };

  const labelOf = (e, role) => {
    const by = e.getAttribute('aria-labelledby');
    if (by) {
      const parts = by.split(/\s+/).map((id) => e.getRootNode().getElementById?.(id)).filter(Boolean).map(textOf);
      if (parts.length) return squeeze(parts.join(' '));
    }
    const own = e.getAttribute('aria-label');
    if (own && own.trim()) return squeeze(own);
    if (e.localName === 'input' && BUTTONS.has(e.type)) {
      return squeeze(e.value || e.alt || { submit: 'Submit', reset: 'Reset' }[e.type] || '');
    }
    if (e.labels && e.labels.length) {
      const text = squeeze([...e.labels].map((l) => (l.contains(e) ? textAround(l, e) : textOf(l))).join(' '));
      if (text) return text;
    }
    if (role === 'img' || role === 'button') {
      const alt = e.getAttribute('alt') || (e.localName === 'svg' && e.querySelector('title')?.textContent);
      if (alt) return squeeze(alt);
    }
    if (e.localName === 'input' && e.type === 'file') return 'Choose File';
    if (e.localName === 'table' && e.caption) return textOf(e.caption);
    if (e.localName === 'fieldset') return squeeze(e.querySelector('legend')?.textContent || '');
    if (e.placeholder) return squeeze(e.placeholder);
    if (NAMED.has(role) && role !== 'img' && e.childNodes.length && textOf(e)) return '';
    const inner = (role === 'link' || role === 'button') && e.querySelector('img[alt], [aria-label], svg title');
    if (inner) return squeeze(inner.getAttribute('alt') || inner.getAttribute('aria-label') || inner.textContent || '');
    return squeeze(e.title && typeof e.title === 'string' ? e.title : '');
  };

  const valueOf = (e, role, editable) => {
    if (e.localName === 'select') return squeeze([...e.selectedOptions].map((o) => o.label).join(', '));
    if (e.localName === 'textarea') return e.value;
    if (editable) return e.innerText.replace(/\n$/, '');
    if (e.localName === 'input') {
      if (e.type === 'password') return '•'.repeat(e.value.length);
      if (e.type === 'file') return [...e.files].map((f) => f.name).join(', ');
      return BUTTONS.has(e.type) || e.type === 'checkbox' || e.type === 'radio' ? '' : e.value;
    }
    if (role === 'progressbar' || role === 'meter') return String(e.value ?? e.getAttribute('aria-valuenow') ?? '');
    if (role === 'slider' || role === 'spinbutton') return e.getAttribute('aria-valuenow') || '';
    return '';
  };

  return () => {
    const look = new Look();
    const window = [0, 0, innerWidth, innerHeight];
    const scroller = scrollerOf(document), title = titleOf(document).slice(0, LONGEST).toWellFormed();
    const scrolls = scroller && scroller.scrollHeight > innerHeight + 1;
    const states = S.VISIBLE | S.ENABLED | (scrolls ? S.SCROLLABLE : 0);
    const root = look.add(-1, roles.document, states, window, squeeze(title), location.href, '', 0);
    const at = { x: 0, y: 0, clip: window, window, parent: root, rank: 0, silent: false, pointer: false, view: globalThis };
    if (bodyOf(document)) look.element(bodyOf(document), at);
    const { parents, bounds, names, values, keys, ranks, full } = look;
    return JSON.stringify({ parents, roles: look.roles, states: look.states, bounds, names, values, keys, ranks, full, title });
  };
})();
globalThis.omnigymTitle = (() => {
  const { get } = Object.getOwnPropertyDescriptor(Document.prototype, 'title');
  return () => get.call(document).slice(0, 1000).toWellFormed();
})();
