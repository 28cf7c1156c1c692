import { formatCount } from './locale.ts';

/** Shown names that differ from the API's. */
const saidOtherwise: Readonly<Record<string, string>> = {
  success: 'Succeeded',
  failure: 'Failed',
  requires_payment_method: 'Incomplete',
  requires_merchant_action: 'Needs review',
  three_ds: '3-D Secure',
  no_three_ds: 'Without 3-D Secure',
  graphql: 'GraphQL',
  approver_made: 'New approver of card exports',
  key_loosened: 'API key permissions extended',
  redirect_changed: 'Destination changed',
  second_factor_off: 'Second factor no longer required',
  vault_export: 'Card number export',
};

/** An API name in words: `requires_capture` as `Requires capture`, `updateRefund` as `Update refund`. */
export function asWords(value: string): string {
  if (Object.hasOwn(saidOtherwise, value)) return saidOtherwise[value]!;
  const words = value
    .replace(/(?<=[a-z])(?=[A-Z])/g, ' ')
    .toLowerCase()
    .replaceAll('_', ' ')
    .replace(/\b(?:ach|api|bacs|becs|eps|id|ip|rest|sepa|upi|url)\b/g, (acronym) => acronym.toUpperCase());
  return words.charAt(0).toUpperCase() + words.slice(1);
}

const inDays = new Intl.RelativeTimeFormat('en', { numeric: 'auto' });
const inHours = new Intl.RelativeTimeFormat('en', { numeric: 'always' });

/** `in 4 days`, `tomorrow`: in English, like the surrounding text. */
export const daysAhead = (days: number): string => inDays.format(days, 'day');
/** `in 11 hours`. */
export const hoursAhead = (hours: number): string => inHours.format(hours, 'hour');

const weekdays = new Intl.DateTimeFormat('en', { weekday: 'long' });
/** `Sunday`. */
export const weekdayOf = (date: Date): string => weekdays.format(date);

/** `payments`, `balance entries`. */
export const pluralOf = (noun: string): string =>
  /[^aeiou]y$/.test(noun) ? `${noun.slice(0, -1)}ies` : `${noun}s`;

/** `3 new payments`, `1 new payment`, `2 entries`. */
export const counted = (count: number | string, noun: string): string =>
  `${typeof count === 'number' ? formatCount(count) : count} ${count === 1 ? noun : pluralOf(noun)}`;

const units = [
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
  ['second', 1],
] as const;

/** `10 days`, `1 day 2 hours`: seconds in their two largest units. */
export function timeAhead(seconds: number): string {
  const first = units.findIndex(([, length]) => seconds >= length);
  let rest = seconds;
  const parts = units.slice(Math.max(0, first), first + 2).flatMap(([noun, length]) => {
    const count = Math.floor(rest / length);
    rest -= count * length;
    return count > 0 ? [counted(count, noun)] : [];
  });
  return parts.join(' ');
}
