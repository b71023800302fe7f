// Which episodes of two runs belong together.

// The episode of the other run that played the same task from the same seed, or else the same task as often before.
export function partners(mine, others) {
  const found = new Map();
  for (const key of [(e) => `${e.task} ${e.seed}`, (e) => e.task]) {
    const free = new Map();
    const taken = new Set([...found.values()].map((e) => e.number));
    for (const e of others) if (e.task && !taken.has(e.number)) free.set(key(e), [...(free.get(key(e)) ?? []), e]);
    for (const e of mine) if (e.task && !found.has(e.number) && free.get(key(e))?.length) found.set(e.number, free.get(key(e)).shift());
  }
  return (entry) => found.get(entry.number);
}
