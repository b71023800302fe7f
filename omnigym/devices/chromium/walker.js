// Looks at what can be seen of a page. Runs in the device's isolated world, where the page's scripts cannot meddle.
// omnigymLook(at) returns columns, as JSON: parents, roles, states, bounds (flat), names, values, keys, ranks; whether
// that is all that fits, and the title. `at` is null for the page, and for a frame whose document the page's own cannot
// reach the place in the screen that it has: x, y, sx, sy, clip, rank. What only DevTools can tell is asked for: `asks`
// is how many elements of omnigymAsked may hold a closed shadow root or a frame (omnigymTell answers); `holes` are the
// places of such frames; `choices` are the boxes that may be clicked of a row, where only the page knows what covers it.
// omnigymReach(hole, points) says which points of a hole nothing covers.
// omnigymFocus() says whether the browser has opened a window of its own (0 no, 1 yes, 2 ask DevTools first) and what the
// field that has the focus suggests.
// omnigymSelect(), omnigymFind() and omnigymKept() serve the browser's own suggestions, find bar and keys.
// omnigymDragged() says whether something began to be dragged since it was asked last.
// omnigymTitle() returns the title alone.
// ROLES (ARIA name -> number), STATES (name -> bit) and STYLE (page.css) are put in by the device.
globalThis.omnigymLook = (() => {
  'use strict';
  const roles = ROLES;
  const S = STATES;
  const LIMIT = 4000;
  const LONGEST = 1000;
  const TAGS = {
    A: (e) => (e.hasAttribute('href') ? 'link' : ''), AREA: (e) => (e.hasAttribute('href') ? 'link' : ''), ARTICLE: 'article', ASIDE: 'complementary', BLOCKQUOTE: 'blockquote',
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
  // What of an <svg> is of interest.
  const DRAWN = '[role],a,[tabindex],[onclick],[aria-label],text,foreignObject';
  // Elements that may have a shadow root, besides those whose name has a hyphen.
  const HOSTS = set('article aside blockquote body div footer h1 h2 h3 h4 h5 h6 header main nav p section span');
  const PICKED = set('color date datetime-local month time week');
  const MOST_ASKED = 200;
  // Where something covers the middle of an element, its box is tried in so many parts, across and down; small ones only
  // so often in a look.
  const PARTS = 4, SMALL_PARTS = 10, MOST_SMALL = 40;

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

  // What DevTools has told: closed shadow roots by their host, the ids of frames by their element; and what it was asked,
  // with the size that it had then.
  const closed = new WeakMap(), frames = new WeakMap(), asked = new WeakMap();
  const rootOf = (e) => e.shadowRoot || closed.get(e);
  const mayHost = (e) => !rootOf(e) && (e.localName.includes('-') ||
    (HOSTS.has(e.localName) && !e.firstElementChild && !/\S/.test(e.textContent)));
  const unasked = (e, size) => {
    if (asked.get(e) === size || globalThis.omnigymAsked.length >= MOST_ASKED) return;
    asked.set(e, size);
    globalThis.omnigymAsked.push(e);
  };
  globalThis.omnigymAsked = [];
  globalThis.omnigymTell = (found, told) => {
    if (typeof told === 'string') { frames.set(found, told); return; }
    closed.set(found, told);
    const sheet = new found.ownerDocument.defaultView.CSSStyleSheet();
    sheet.replaceSync(STYLE);
    told.adoptedStyleSheets.push(sheet);
  };

  // The innermost element at a point of a document's window, and whether that is within another as it is drawn: a click
  // there reaches it. A label's control is reached by the label.
  const deepest = (inner, x, y) => {
    let found = inner.elementFromPoint(x, y);
    for (let root = found && rootOf(found); root; root = rootOf(found)) {
      const next = root.elementFromPoint(x, y);
      if (!next || next === found || next.getRootNode() !== root) break;
      found = next;
    }
    return found;
  };
  const slotOf = (node) => node.assignedSlot || (node.parentElement && closed.has(node.parentElement) &&
    [...closed.get(node.parentElement).querySelectorAll('slot')].find((s) => s.assignedNodes().includes(node)));
  const within = (found, e) => {
    for (let node = found; node; node = slotOf(node) || node.parentNode || node.host) {
      if (node === e || (node.localName === 'label' && node.control === e)) return true;
    }
    return false;
  };
  // Whether a click at a pixel of the screen reaches the element.
  const hits = (e, x, y, at) => within(deepest(e.ownerDocument, (x - at.x) / at.sx, (y - at.y) / at.sy), e) &&
    (!at.owner || hits(at.owner.frame, x, y, at.owner.at));
  // Whether a modal dialog keeps clicks from an element.
  const modal = (inner, e) => {
    const open = [...inner.querySelectorAll('dialog:modal')];
    return open.length > 0 && e.getRootNode() === inner && !open.some((dialog) => dialog.contains(e));
  };
  const middle = ([left, top, right, bottom]) => [left + ((right - left) >> 1), top + ((bottom - top) >> 1)];
  const area = ([left, top, right, bottom]) => (right - left) * (bottom - top);
  // The largest parts of a box that are hit, the largest first.
  const parts = (e, box, at, count) => {
    const [left, top, right, bottom] = box;
    const across = [], down = [];
    for (let n = 0; n <= count; n++) {
      across.push(Math.round(left + (right - left) * n / count));
      down.push(Math.round(top + (bottom - top) * n / count));
    }
    const cut = (i, j, k, l) => [across[i], down[j], across[k], down[l]];
    const hit = across.slice(1).map((_, i) => down.slice(1).map((__, j) => {
      const cell = cut(i, j, i + 1, j + 1);
      return area(cell) > 0 && hits(e, ...middle(cell), at);
    }));
    if (!hit.flat().includes(true)) return [];
    const out = [];
    for (let i = 0; i < count; i++) for (let k = i + 1; k <= count; k++) {
      for (let j = 0; j < count; j++) for (let l = j + 1; l <= count; l++) {
        if (hit.slice(i, k).every((column) => column.slice(j, l).every(Boolean))) out.push(cut(i, j, k, l));
      }
    }
    return out.sort((a, b) => area(b) - area(a));
  };

  class Look {
    constructor() {
      this.parents = []; this.roles = []; this.states = []; this.bounds = []; this.names = []; this.values = [];
      this.keys = []; this.ranks = []; this.choices = []; this.told = []; this.holes = [];
      this.full = false;
      this.small = 0;
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
      const left = Math.max(Math.round(rect.left * at.sx + at.x), at.clip[0]);
      const top = Math.max(Math.round(rect.top * at.sy + at.y), at.clip[1]);
      const right = Math.min(Math.round(rect.right * at.sx + at.x), at.clip[2]);
      const bottom = Math.min(Math.round(rect.bottom * at.sy + at.y), at.clip[3]);
      return right > left && bottom > top ? [left, top, right, bottom] : null;
    }

    // The boxes of an element whose middle a click reaches it by, the best first: the whole box, a line of it, or a part.
    // Where only the page that holds this frame knows what covers it, there are several.
    *places(e, box, at) {
      if (hits(e, ...middle(box), at)) yield box;
      const lines = [...e.getClientRects()].map((rect) => this.clip(rect, at)).filter(Boolean);
      if (lines.length > 1) {
        for (const line of lines.sort((a, b) => area(b) - area(a))) if (hits(e, ...middle(line), at)) yield line;
      }
      if (modal(e.ownerDocument, e)) return;
      let found = parts(e, box, at, PARTS);
      if (!found.length && this.small++ < MOST_SMALL) found = parts(e, box, at, SMALL_PARTS);
      for (const part of found) if (hits(e, ...middle(part), at)) yield part;
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
      let nodes = (rootOf(element) || element).childNodes;
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
      const far = rect.top * outer.sy + outer.y > outer.window[3] || rect.left * outer.sx + outer.x > outer.window[2] ||
        (rect.top + Math.max(rect.height, e.scrollHeight)) * outer.sy + outer.y < 0;
      if (far && rect.width && !e.firstElementChild) return;
      const style = outer.view.getComputedStyle(found);
      const at = { ...outer, hidden: style.visibility !== 'visible' };
      at.rank = rankOf(e, style, outer.rank);
      if (at.rank !== outer.rank) at.parent = -1;
      if (style.position === 'fixed' || at.rank >= 1e9) at.clip = outer.window;
      if (far && style.display !== 'contents' && rect.width && style.position !== 'static') return;
      const box = this.clip(rect, at);
      const role = roleOf(e);
      const pointer = style.cursor === 'pointer';
      if (box && style.visibility === 'visible') this.show(e, role, box, at, style, pointer);
      at.pointer = pointer;
      if (e.localName === 'iframe') { this.frame(e, rect, at); return; }
      if (style.overflowX !== 'visible' && box && e !== bodyOf(e.ownerDocument)) at.clip = box;
      else if (style.overflowX !== 'visible' && !box && style.display !== 'contents' && e !== bodyOf(e.ownerDocument)) return;
      if (box && mayHost(e)) unasked(e, `${box}`);
      if (box && e.useMap) this.areas(e, rect, at, style);
      if (e.localName === 'input' || e.localName === 'textarea') return;
      if (e.localName !== 'svg' || e.querySelector(DRAWN)) this.children(e, at);
    }

    // The areas of a picture's map.
    areas(e, rect, at, style) {
      const map = e.getRootNode().querySelector(`map[name="${CSS.escape(e.useMap.slice(1))}"]`);
      if (!map || !e.offsetWidth || !e.offsetHeight) return;
      const sx = rect.width / e.offsetWidth, sy = rect.height / e.offsetHeight;
      const x = rect.left + (e.clientLeft + parseFloat(style.paddingLeft)) * sx;
      const y = rect.top + (e.clientTop + parseFloat(style.paddingTop)) * sy;
      for (const found of map.querySelectorAll('area')) {
        const n = found.coords.split(/[\s,;]+/).map(parseFloat);
        let [left, top, right, bottom] = n;
        if (found.shape === 'circle') [left, top, right, bottom] = [n[0] - n[2], n[1] - n[2], n[0] + n[2], n[1] + n[2]];
        else if (found.shape.startsWith('poly')) {
          const across = n.filter((_, i) => i % 2 === 0), down = n.filter((_, i) => i % 2 === 1);
          [left, top, right, bottom] = [Math.min(...across), Math.min(...down), Math.max(...across), Math.max(...down)];
        } else if (found.shape === 'default') [left, top, right, bottom] = [0, 0, e.clientWidth, e.clientHeight];
        const box = this.clip({ left: x + left * sx, top: y + top * sy, right: x + right * sx, bottom: y + bottom * sy }, at);
        if (box) this.show(found, roleOf(found), box, { ...at }, style, false);
      }
    }

    // Emits the element, if it is of interest, and sets what its children are told of it.
    show(e, role, box, at, style, pointer) {
      const editable = e.isContentEditable && !(e.parentElement && e.parentElement.isContentEditable);
      const acts = CLICKED.has(role) || e.hasAttribute('onclick') || (pointer && !at.pointer) ||
        (e.tabIndex >= 0 && e.hasAttribute('tabindex')) || e.getAttribute('draggable') === 'true';
      const scrolls = scrollable(e, style);
      let kind = role;
      if (editable && !TEXTS.has(role)) kind = 'textbox';
      if (!kind && acts) kind = 'generic';
      if (!kind && scrolls) kind = 'group';
      if (!kind || (QUIET.has(kind) && !acts)) return;
      let states = statesOf(e, role, acts, scrolls);
      const value = valueOf(e, kind, editable);
      const plain = PLAIN.has(kind) || kind === 'generic';
      const named = (NAMED.has(kind) || kind === 'generic') && !(plain && e.querySelector(INNER));
      let name = labelOf(e, kind);
      if (!name && named && !editable) name = squeeze(e.innerText === undefined ? e.textContent : e.innerText);
      if (!name && kind === 'generic' && !e.hasAttribute('onclick') && e.querySelector(INNER)) return;
      if (!name && kind === 'img' && e.localName === 'svg' && !acts) return;
      if (editable) states |= S.EDITABLE | S.MULTILINE;
      const number = roles[kind] === undefined ? roles.generic : areaOr(roles[kind], e, states);
      if (states & USED) {
        const [place, ...others] = at.deep ? this.places(e, box, at) : [this.places(e, box, at).next().value];
        if (!place) states &= ~(USED | S.ENABLED | S.FOCUSABLE);
        else box = place;
        if (place && at.deep) this.choices.push([this.parents.length, [place, ...others].slice(0, MOST_CHOICES)]);
      }
      const named_by_text = named && name !== '';
      at.parent = this.add(at.parent, number, states, box, name, value, e.id || e.getAttribute('name') || '', at.rank);
      at.silent = at.silent || named_by_text || editable || kind === 'combobox';
    }

    frame(e, rect, at) {
      const box = this.clip(rect, at);
      if (!box || !e.offsetWidth || !e.offsetHeight) return;
      const style = at.view.getComputedStyle(e);
      const sx = rect.width / e.offsetWidth * at.sx, sy = rect.height / e.offsetHeight * at.sy;
      const x = at.x + rect.left * at.sx + (e.clientLeft + parseFloat(style.paddingLeft)) * sx;
      const y = at.y + rect.top * at.sy + (e.clientTop + parseFloat(style.paddingTop)) * sy;
      let inner = null;
      try { inner = e.contentDocument; } catch { inner = null; }
      if (inner && bodyOf(inner)) {
        const owner = { frame: e, at };
        const place = { x, y, sx, sy, clip: box, window: box, owner, view: inner.defaultView, silent: false };
        this.element(bodyOf(inner), { ...at, ...place });
      } else if (!inner) {
        const id = frames.get(e);
        if (id === undefined) { asked.delete(e); unasked(e, ''); }
        this.holes.push({ frame: e, at });
        const { rank, parent } = at;
        this.told.push({ id, row: this.parents.length, parent, at: { x, y, sx, sy, clip: box, rank } });
      }
    }
  }

  const USED = S.CLICKABLE | S.EDITABLE;
  const MOST_CHOICES = 8;
  const areaOr = (role, e, states) => (role === roles.textbox && states & S.MULTILINE ? roles.textarea : role);

  // How far in front something is: 0 is the flow of the page, higher ranks cover lower ones.
  const rankOf = (e, style, outer) => {
    const raised = e.localName === 'dialog' || e.hasAttribute('popover') || e === e.ownerDocument.fullscreenElement;
    if (raised && e.matches(':modal, :popover-open')) return 1e9;
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
    const said = e.getAttribute('role');
    const given = said && said.trim().split(/\s+/)[0].toLowerCase();
    if (given && roles[given] !== undefined) return given;
    const found = TAGS[e.ownerSVGElement || e.localName === 'svg' ? e.localName.toUpperCase() : e.tagName];
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

  const titleIn = (e) => e.querySelector(e.localName === 'svg' ? 'title' : ':scope > title')?.textContent;

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
    if (role === 'img' || role === 'button' || e.localName === 'area' || e.ownerSVGElement) {
      const alt = e.getAttribute('alt') || ((e.localName === 'svg' || e.ownerSVGElement) && titleIn(e));
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

  // The element that has the focus, as far as its shadow roots are known.
  const focused = () => {
    let e = activeOf(document);
    for (let root = e && rootOf(e); root && root.activeElement; root = rootOf(e)) e = root.activeElement;
    return e;
  };
  const popup = () => {
    listen();
    const e = focused();
    if (!e || e.localName === 'iframe') return 0;
    if (e.localName === 'select') return Number(e.matches(':open') && getComputedStyle(e).appearance !== 'base-select');
    if (e.localName === 'input') return Number(PICKED.has(e.type) && e.matches(':open'));
    if (e === bodyOf(document) || asked.has(e) || !mayHost(e)) return 0;
    globalThis.omnigymAsked = [];
    unasked(e, '');
    return 2;
  };

  // What the field that has the focus suggests, and where it is on the screen; null where there is nothing, or where this
  // frame cannot know its place.
  const suggested = () => {
    const e = focused();
    if (!e || e.localName !== 'input' || !e.list || e.disabled || e.readOnly) return null;
    const { left, top, right, bottom } = e.getBoundingClientRect();
    let box = [left, top, right, bottom], inner = globalThis;
    while (inner !== inner.parent) {
      const frame = inner.frameElement;
      if (!frame || !frame.offsetWidth || !frame.offsetHeight) return null;
      const rect = frame.getBoundingClientRect();
      const sx = rect.width / frame.offsetWidth, sy = rect.height / frame.offsetHeight;
      box = box.map((n, i) => (i % 2 ? rect.top + (n + frame.clientTop) * sy : rect.left + (n + frame.clientLeft) * sx));
      inner = inner.parent;
    }
    const wanted = e.value.toLowerCase();
    const fits = (o) => o.value.toLowerCase().includes(wanted) || o.label.toLowerCase().includes(wanted);
    const options = [...e.list.options].filter((o) => !o.disabled && o.value && fits(o)).slice(0, 10);
    const values = options.map((o) => o.value.toWellFormed());
    const labels = options.map((o) => (o.label && o.label !== o.value ? `${o.value} ${o.label}` : o.value).toWellFormed());
    return { box: box.map((n) => Math.round(n * devicePixelRatio)), value: e.value, values, labels };
  };
  // Both at once; 0 where there is neither, as nearly always.
  globalThis.omnigymFocus = () => {
    const open = popup(), field = suggested();
    return open || field ? [open, field] : 0;
  };
  globalThis.omnigymSelect = () => { focused()?.select?.(); return 0; };

  // Selects the next place of a text in the document, and says how many there are. `anew` begins where the last one was.
  globalThis.omnigymFind = (text, backwards, anew) => {
    const chosen = getSelection();
    if (anew && chosen.rangeCount) chosen.collapseToStart();
    if (!text || !bodyOf(document)) return 0;
    globalThis.find(text, false, backwards, true);
    return bodyOf(document).innerText.toLowerCase().split(text.toLowerCase()).length - 1;
  };

  // Whether the page keeps a key that was pressed last from the browser.
  let key = null;
  const onKey = (e) => { key = e; };
  globalThis.omnigymKept = () => {
    const kept = key !== null && key.defaultPrevented;
    key = null;
    return kept;
  };

  // Whether something of the page began to be dragged since this was asked last, and the page did not forbid it.
  let drag = null;
  const onDrag = (e) => { drag = e; };
  const listen = () => {  // once more where a document was opened anew
    addEventListener('dragstart', onDrag, true);
    addEventListener('keydown', onKey, true);
  };
  listen();
  globalThis.omnigymDragged = () => {
    const began = drag !== null && !drag.defaultPrevented;
    drag = null;
    return began;
  };

  let last = null;
  globalThis.omnigymReach = (hole, points) => {
    const { frame, at } = last.holes[hole];
    return points.map(([x, y]) => Number(hits(frame, x, y, at)));
  };

  return (frame) => {
    globalThis.omnigymAsked = [];
    const look = last = new Look();
    const title = titleOf(document).slice(0, LONGEST).toWellFormed();
    let at = { view: globalThis, owner: null, silent: false, pointer: false };
    if (frame) at = { ...at, ...frame, window: frame.clip, parent: -1, deep: true };
    else {
      const f = devicePixelRatio, window = [0, 0, Math.round(innerWidth * f), Math.round(innerHeight * f)];
      const scroller = scrollerOf(document);
      const scrolls = scroller && scroller.scrollHeight > innerHeight + 1;
      const states = S.VISIBLE | S.ENABLED | (scrolls ? S.SCROLLABLE : 0);
      const root = look.add(-1, roles.document, states, window, squeeze(title), location.href, '', 0);
      at = { ...at, x: 0, y: 0, sx: f, sy: f, clip: window, window, parent: root, rank: 0, deep: false };
    }
    if (bodyOf(document)) look.element(bodyOf(document), at);
    const { parents, bounds, names, values, keys, ranks, full, choices, told: holes } = look;
    const asks = globalThis.omnigymAsked.length;
    return JSON.stringify({
      parents, roles: look.roles, states: look.states, bounds, names, values, keys, ranks, full, title, choices, holes, asks,
    });
  };
})();
globalThis.omnigymTitle = (() => {
  const { get } = Object.getOwnPropertyDescriptor(Document.prototype, 'title');
  return () => get.call(document).slice(0, 1000).toWellFormed();
})();
