// Finds the elements of a locator: a list of steps, each of which narrows down or goes below what the one before found.
// Then says or does something with them. Given (steps, verb, argument), as JSON; see `locator.py`.
(steps, verb, argument) => {
  const squeeze = (text) => (text ?? '').replace(/\s+/g, ' ').trim();
  const same = (text, wanted, exact) =>
    exact ? squeeze(text) === wanted : squeeze(text).toLowerCase().includes(wanted.toLowerCase());
  const visible = (e) => {
    const r = e.getBoundingClientRect();
    return r.width > 0 && r.height > 0 && getComputedStyle(e).visibility === 'visible';
  };
  const ROLES = {
    button: 'button, input[type=button], input[type=submit], input[type=reset]', link: 'a[href]',
    checkbox: 'input[type=checkbox]', radio: 'input[type=radio]', option: 'option', combobox: 'select',
    textbox: 'textarea, input:not([type]), input[type=text], input[type=email], input[type=tel], input[type=url]',
    searchbox: 'input[type=search]', heading: 'h1, h2, h3, h4, h5, h6', img: 'img', list: 'ul, ol', listitem: 'li',
    table: 'table', row: 'tr', cell: 'td', dialog: 'dialog[open]', navigation: 'nav', main: 'main', form: 'form',
  };
  const labelled = (e) => [...(e.labels ?? [])].map((label) => label.textContent).join(' ');
  const name = (e) => e.getAttribute('aria-label') || labelled(e) || e.getAttribute('alt') || e.textContent
    || (e.type in { button: 0, submit: 0, reset: 0 } && e.value) || e.getAttribute('title') || e.placeholder || '';
  const below = (roots, selector) => {
    const found = new Set(roots.flatMap((root) => [...root.querySelectorAll(selector)]));
    return [...document.querySelectorAll(selector)].filter((e) => found.has(e));
  };
  const innermost = (found) => found.filter((e) => !found.some((other) => other !== e && e.contains(other)));
  const STEPS = {
    css: (roots, selector) => below(roots, selector),
    xpath: (roots, path) => roots.flatMap((root) => {
      const result = document.evaluate(path, root, null, XPathResult.ORDERED_NODE_SNAPSHOT_TYPE, null);
      return Array.from({ length: result.snapshotLength }, (_, i) => result.snapshotItem(i));
    }),
    text: (roots, text, exact) => innermost(below(roots, '*').filter((e) =>
      !['SCRIPT', 'STYLE', 'HEAD', 'TITLE'].includes(e.tagName) && same(e.textContent, text, exact))),
    role: (roots, role, text, exact) => below(roots, `[role="${role}"]${ROLES[role] ? ', ' + ROLES[role] : ''}`)
      .filter((e) => (e.getAttribute('role') ?? role) === role && visible(e))
      .filter((e) => text === null || same(name(e), text, exact)),
    label: (roots, text, exact) => below(roots, 'input, textarea, select, button, [aria-label]')
      .filter((e) => same(e.getAttribute('aria-label') || labelled(e), text, exact)),
    attribute: (roots, attribute, text, exact) => below(roots, `[${attribute}]`)
      .filter((e) => same(e.getAttribute(attribute), text, exact)),
    having: (found, text) => found.filter((e) => same(e.textContent, text, false)),
    nth: (found, n) => found.slice(n < 0 ? found.length + n : n, (n < 0 ? found.length + n : n) + 1),
  };
  let found = [document];
  for (const [kind, ...rest] of steps) found = STEPS[kind](found, ...rest);
  const put = (e, value) => {
    e.focus();
    if (e.isContentEditable) e.textContent = value;
    else Object.getOwnPropertyDescriptor(Object.getPrototypeOf(e), 'value').set.call(e, value);
    e.dispatchEvent(new InputEvent('input', { bubbles: true, data: value, inputType: 'insertText' }));
    e.dispatchEvent(new Event('change', { bubbles: true }));
  };
  const choose = (e, wanted) => {
    const fits = (o) => wanted.includes(o.value) || wanted.includes(squeeze(o.label));
    for (const option of e.options) option.selected = fits(option);
    e.dispatchEvent(new Event('input', { bubbles: true }));
    e.dispatchEvent(new Event('change', { bubbles: true }));
    return [...e.selectedOptions].map((o) => o.value);
  };
  const ALL = {
    count: () => found.length,
    all_inner_texts: () => found.map((e) => e.innerText ?? e.textContent),
    all_text_contents: () => found.map((e) => e.textContent),
    is_visible: () => found.length > 0 && visible(found[0]),
  };
  if (verb in ALL) return { value: ALL[verb]() };
  if (found.length === 0) return { missing: true };
  const e = found[0];
  const box = () => {
    const r = e.getBoundingClientRect();
    return { x: r.x, y: r.y, width: r.width, height: r.height };
  };
  const ONE = {
    inner_text: () => e.innerText ?? e.textContent,
    inner_html: () => e.innerHTML,
    text_content: () => e.textContent,
    input_value: () => e.value,
    get_attribute: (name) => e.getAttribute(name),
    is_checked: () => !!e.checked || e.getAttribute('aria-checked') === 'true',
    is_enabled: () => !e.matches(':disabled'),
    bounding_box: box,
    show: () => { e.scrollIntoView({ block: 'center', inline: 'center' }); return box(); },
    focus: () => e.focus(),
    fill: (value) => put(e, value),
    select_option: (wanted) => choose(e, wanted),
  };
  return { value: ONE[verb](argument) ?? null };
}
