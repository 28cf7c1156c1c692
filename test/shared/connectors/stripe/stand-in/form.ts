/** Parses a Stripe form: `card[number]=…` is a member, `expand[0]=…` a list element. All values are text. */
export function readForm(params: URLSearchParams): Record<string, unknown> {
  const root: Record<string, unknown> = {};
  for (const [name, value] of params) {
    const path = [name.split('[')[0]!, ...[...name.matchAll(/\[([^\]]*)\]/g)].map(([, inner]) => inner!)];
    let at = root;
    for (const part of path.slice(0, -1)) {
      at[part] ??= {};
      at = at[part] as Record<string, unknown>;
    }
    const last = path.at(-1)!;
    // `enabled_events[]=…` appends to a list.
    at[last === '' ? String(Object.keys(at).length) : last] = value;
  }
  return listed(root) as Record<string, unknown>;
}

/** Objects whose names are numbers become lists. */
function listed(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).map(([name, inner]) => [name, listed(inner)] as const);
  const isList = entries.length > 0 && entries.every(([name], index) => name === String(index));
  return isList ? entries.map(([, inner]) => inner) : Object.fromEntries(entries);
}
