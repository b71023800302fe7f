// What the pages share: the bar above them, and sending what a page that is no form has to say.
document.body.insertAdjacentHTML('afterbegin', `<header><a href="/index.html">Office</a>
  <a href="/staff.html">Staff</a><a href="/stock.html">Stock</a><a href="/rooms.html">Rooms</a>
  <a href="/board.html">Board</a><a href="/reports.html">Reports</a></header>`);
async function send(form, fields) {
  await fetch('/send', { method: 'POST', redirect: 'manual', body: new URLSearchParams({ form, ...fields }) });
  let note = document.getElementById('note');
  if (!note) {
    note = Object.assign(document.createElement('p'), { id: 'note', className: 'done' });
    note.setAttribute('role', 'status');
    document.querySelector('main h1').after(note);
  }
  note.textContent = `Saved: ${Object.values(fields).join(', ')}`;
}
