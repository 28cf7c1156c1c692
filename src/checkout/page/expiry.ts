import { withPlainDigits } from './card-number.ts';

/** The number of years ahead in which a card may expire. The service refuses later years, too. */
export const EXPIRY_YEARS = 20;

/** The month and year of an expiry date: two digits, and four. */
export interface ExpiryDate {
  readonly month: string;
  readonly year: string;
}

/** An expiry date during entry. */
export interface EnteredExpiry {
  /** The field's text: `12 / 30` once the date is recognized. */
  readonly shown: string;
  /** The typed keys. `2`, shown as `02 / `, can continue as `29/03`. */
  readonly keys: string;
}

/** A date with the month first: `3/29`, `03/2029`. */
const monthFirst = /^(0?[1-9]|1[0-2])\/(\d\d|20\d\d)$/;
/** The same without a separator: `0329`, `032029`, `32029`. */
const bareMonthFirst = [/^(0[1-9]|1[0-2])(\d\d|20\d\d)$/, /^([2-9])(20\d\d)$/];
/** Three digits whose first digit starts no two-digit month: `329`, `130`. */
const threeDigits = [/^([2-9])(\d\d)$/, /^(1)([3-9]\d)$/];
/** A date with the year first, from password managers and scanners: `29/03`, `2029-03`, `202903`; also a full date. */
const yearFirst = [/^(\d\d|20\d\d)\/(0?[1-9]|1[0-2])$/, /^(20\d\d)\/(0[1-9]|1[0-2])\/\d\d$/];
const bareYearFirst = /^(\d\d|20\d\d)(0[1-9]|1[0-2])$/;

/** The longest text that can be a date, in digits and separators: `2029/03/15`. */
const KEYS_MAX = 10;
/** Three digits are read as a date at most this many years ago: `203` is the start of `2030-01`. */
const PAST_YEARS = 10;

/** Digits in groups, with a slash for any separator; a final slash remains. */
const inGroups = (text: string): string =>
  withPlainDigits(text)
    .replace(/\p{Cf}/gu, '')
    .replace(/\D+/g, '/')
    .replace(/^\//, '');

const isPossible = (date: ExpiryDate, now: Date): boolean =>
  Number(date.year) >= now.getUTCFullYear() && !isTooLate(date, now);

type Parts = readonly [first: string, second: string];

function partsOf(text: string, forms: readonly RegExp[]): Parts | null {
  for (const form of forms) {
    const [, first, second] = form.exec(text) ?? [];
    if (first && second) return [first, second];
  }
  return null;
}

const dateOf = ([month, year]: Parts): ExpiryDate => ({
  month: month.padStart(2, '0'),
  year: year.padStart(4, '20'),
});

function dateOfThreeDigits(text: string, now: Date): ExpiryDate | null {
  const parts = partsOf(text, threeDigits);
  const date = parts && dateOf(parts);
  return date && !isTooLate(date, now) && Number(date.year) >= now.getUTCFullYear() - PAST_YEARS
    ? date
    : null;
}

/**
 * Whether four digits with the year first may also be the start of another date, or a date with an extra digit: `3202` of
 * `3/2029`, `3301` of `3/30`.
 */
const isAmbiguous = (text: string, now: Date): boolean =>
  /^[2-9]20\d$/.test(text) || (/^\d{4}$/.test(text) && dateOfThreeDigits(text.slice(0, 3), now) !== null);

/**
 * The date of a text in any format; null if invalid, unfinished or ambiguous. The month is first, as on cards, unless only
 * the other order gives a valid year.
 *
 * @param groups Digits and slashes.
 */
function dateIn(groups: string, now: Date): ExpiryDate | null {
  const text = groups.replace(/\/+$/, '');
  const parts = partsOf(text, [monthFirst, ...bareMonthFirst]);
  const usual = parts ? dateOf(parts) : dateOfThreeDigits(text, now);
  if (usual && isPossible(usual, now)) return usual;
  const otherParts = partsOf(text, [...yearFirst, bareYearFirst]);
  if (!otherParts || isAmbiguous(text, now)) return usual;
  const [year, month] = otherParts;
  const other = dateOf([month, year]);
  const isDate = isPossible(other, now) || (!usual && year.length === 4);
  return isDate ? other : usual;
}

/** The month and year of an expiry date in any typed or autofilled format; null for other texts. */
export const expiryOf = (text: string, now = new Date()): ExpiryDate | null => dateIn(inGroups(text), now);

const asOnCards = ({ month, year }: ExpiryDate): string => `${month} / ${year.slice(2)}`;

/** An unfinished date that can only have the month first; null if it may have the year first. */
function begunDate(groups: string, now: Date): string | null {
  const [, month, rest = ''] =
    /^(0[1-9]|1[0-2]|0?[1-9](?=\/))\/?(\d{0,3})$/.exec(groups) ??
    /^([2-9]|1(?=[3-9]))(\d{0,3})$/.exec(groups) ??
    [];
  if (!month) return null;
  const first = now.getUTCFullYear();
  const years = Array.from({ length: EXPIRY_YEARS + 1 }, (_, ahead) => String(first + ahead));
  const isYear = years.some((year) => year.startsWith(rest) || year.slice(2).startsWith(rest));
  return isYear || (month.length === 2 && rest.length <= 2) ? `${month.padStart(2, '0')} / ${rest}` : null;
}

/**
 * The text of an expiry field after a change: the date in the format of cards, as soon as it is unambiguous. Keys after a
 * complete date are dropped. An invalid text stays visible.
 *
 * @param text The field's changed text.
 */
export function enteredExpiry(text: string, before: EnteredExpiry, now = new Date()): EnteredExpiry {
  if (text.length < before.shown.length && before.shown.startsWith(text)) {
    const rest = text.replace(/\D+$/u, '');
    return { shown: rest, keys: rest };
  }
  const isAdded = before.shown !== '' && text.startsWith(before.shown);
  const keys = isAdded ? before.keys + text.slice(before.shown.length) : text;
  const groups = inGroups(keys);
  const date = dateIn(groups, now);
  if (date) return { shown: asOnCards(date), keys };
  const begun = begunDate(groups, now);
  if (begun !== null) return { shown: begun, keys };
  if (isAdded && isWhole(before.keys, now) && !bareYearFirst.test(groups)) return before;
  return { shown: groups.slice(0, KEYS_MAX).replaceAll('/', ' / '), keys };
}

/** Whether a date with the month first is complete, so that another key is a slip. A date with the year first may not be
 * intended. */
function isWhole(keys: string, now: Date): boolean {
  const text = inGroups(keys).replace(/\/+$/, '');
  return partsOf(text, [monthFirst, ...bareMonthFirst]) !== null || dateOfThreeDigits(text, now) !== null;
}

/** Whether a card has expired. Cards are valid until the end of their month, in UTC. */
export const isPast = ({ month, year }: ExpiryDate, now: Date): boolean =>
  now.getTime() >= Date.UTC(Number(year), Number(month), 1);

/** Whether the year is too far ahead for a card, and so was misread. */
export const isTooLate = ({ year }: Pick<ExpiryDate, 'year'>, now: Date): boolean =>
  Number(year) > now.getUTCFullYear() + EXPIRY_YEARS;
