/** `requires_capture` as `Requires capture`: values of enumerations, as people read them. */
export function asWords(value: string): string {
  const words = value.toLowerCase().replaceAll('_', ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** `3 new payments`, `1 new payment`. */
export const counted = (count: number | string, noun: string): string =>
  `${typeof count === 'number' ? count.toLocaleString() : count} ${noun}${count === 1 ? '' : 's'}`;
