/** Damerau–Levenshtein distance (optimal string alignment): a swap of neighbouring letters is one edit. */
function distance(a: string, b: string): number {
  let before: number[] = [];
  let above = Array.from({ length: b.length + 1 }, (_, i) => i);
  for (let i = 1; i <= a.length; i++) {
    const row = [i];
    for (let j = 1; j <= b.length; j++) {
      const same = a[i - 1] === b[j - 1];
      let least = Math.min(above[j]! + 1, row[j - 1]! + 1, above[j - 1]! + (same ? 0 : 1));
      const swapped = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1];
      if (swapped) least = Math.min(least, before[j - 2]! + 1);
      row.push(least);
    }
    before = above;
    above = row;
  }
  return above[b.length]!;
}

const plain = (name: string) => name.toLowerCase().replace(/[_.-]/g, '');

/** The known name closest to a misspelt one: within one edit per four letters, at most three. */
export function closestName(misspelt: string, names: Iterable<string>): string | undefined {
  const wanted = plain(misspelt);
  let allowed = Math.min(3, Math.floor(wanted.length / 4));
  let closest: string | undefined;
  for (const name of names) {
    const candidate = plain(name);
    if (Math.abs(candidate.length - wanted.length) > allowed) continue;
    const edits = distance(wanted, candidate);
    if (edits > allowed || (edits === allowed && closest !== undefined)) continue;
    closest = name;
    allowed = edits;
  }
  return closest;
}
