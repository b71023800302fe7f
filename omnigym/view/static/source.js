// Where the page's data comes from: the server, or the page itself where an episode was exported into it.

const embedded = document.getElementById("data");
const held = embedded ? JSON.parse(embedded.textContent) : null;

async function fetched(path) {
  const response = await fetch(path);
  const value = await response.json();
  if (!response.ok) throw new Error(value.problem ?? response.statusText);
  return value;
}

// Which of several devices is meant; the only one has no name.
const on = (device) => (device ? `/${device}` : "");

// Screens are kept by the browser until the page is loaded anew: a run may have been made anew then, too.
const loaded = Date.now();

// The last few episodes and trees that were asked for, since one goes back and forth.
const MOST_KEPT = 24;
const kept = new Map();

function remembered(path) {
  const value = kept.get(path) ?? fetched(path);
  kept.delete(path);
  kept.set(path, value);
  value.catch(() => kept.delete(path));
  if (kept.size > MOST_KEPT) kept.delete(kept.keys().next().value);
  return value;
}

export const source = held
  ? {
      single: true,
      runs: async () => held.runs,
      episodes: async () => [held.episode],
      episode: async () => held.episode,
      seen: (kind, run, episode, device, n) => held[kind][device]?.[n],
      tree: async (run, episode, device, n) => held.trees[device]?.[n],
      curves: async () => [],
      rollouts: async () => [],
      saved: () => "",
    }
  : {
      single: false,
      runs: () => fetched("runs"),
      episodes: (run) => fetched(`runs/${run}/episodes`),
      episode: (run, episode) => remembered(`runs/${run}/episodes/${episode}`),
      seen: (kind, run, episode, device, n) => `runs/${run}/episodes/${episode}/${kind}/${n}${on(device)}?${loaded}`,
      tree: (run, episode, device, n) => remembered(`runs/${run}/episodes/${episode}/trees/${n}${on(device)}`),
      curves: (run) => fetched(`runs/${run}/curves`),
      rollouts: (run) => fetched(`runs/${run}/rollouts`),
      transcript: (run, file, number) => remembered(`runs/${run}/rollouts/${file}/${number}`),
      picture: (run, file, name) => `runs/${run}/rollouts/${file}/pictures/${name}`,
      saved: (run, episode) => `runs/${run}/episodes/${episode}/export`,
    };
