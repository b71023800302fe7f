// What the pages share: the bar above them, what a page is told by the server, and what it answers.
document.body.insertAdjacentHTML('afterbegin', '<header><a href="/index.html">Listening Room</a></header>');
const told = (page) => fetch(`/state?page=${page}`, { headers: { 'X-Requested-With': 'fetch' } }).then((r) => r.json());
async function send(form, fields) {
  await fetch('/send', { method: 'POST', redirect: 'manual', body: new URLSearchParams({ form, ...fields }) });
  const note = document.getElementById('note');
  note.textContent = `Sent: ${Object.values(fields).join(', ')}`;
}
// A row of buttons, one for each value, that send it.
function answers(form, field, values, label) {
  const row = document.getElementById('answers');
  for (const value of values) {
    const button = Object.assign(document.createElement('button'), { textContent: label(value) });
    button.onclick = () => send(form, { [field]: value });
    row.append(button, ' ');
  }
}
