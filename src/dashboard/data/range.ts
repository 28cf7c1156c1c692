/** The two ends of a range, `a..b`; either may be empty. */
export function endsOf(value: string | null): [from: string, to: string] {
  const [from = '', to = ''] = (value ?? '').split('..');
  return [from, to];
}
