/** `requires_capture` as `Requires capture`, `updateRefund` as `Update refund`: names, as people read them. */
export function asWords(value: string): string {
  const words = value
    .replace(/(?<=[a-z])(?=[A-Z])/g, ' ')
    .toLowerCase()
    .replaceAll('_', ' ')
    .replace(/\b(?:api|id|ip|url)\b/g, (acronym) => acronym.toUpperCase());
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** `3 new payments`, `1 new payment`. */
export const counted = (count: number | string, noun: string): string =>
  `${typeof count === 'number' ? count.toLocaleString() : count} ${noun}${count === 1 ? '' : 's'}`;
