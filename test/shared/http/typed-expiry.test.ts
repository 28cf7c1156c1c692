import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  type EnteredExpiry,
  EXPIRY_YEARS,
  enteredExpiry,
  expiryOf,
  isPast,
  isTooLate,
} from '../../../src/checkout/page/expiry.ts';
import { seed } from '../../kit/property.ts';

const now = new Date('2026-11-29T12:00:00Z');
const nothing: EnteredExpiry = { shown: '', keys: '' };

/** The field after a text was inserted at once, as by pasting and most autofill. */
const atOnce = (text: string, before = nothing, today = now) => enteredExpiry(text, before, today);
/** The field after a text was typed key by key, each after the field's current text. */
const typed = (text: string, before = nothing, today = now) =>
  [...text].reduce((entered, key) => enteredExpiry(entered.shown + key, entered, today), before);
/** The field after a program set it to growing prefixes of a text. */
const grown = (text: string) =>
  [...text].reduce((entered, _, index) => enteredExpiry(text.slice(0, index + 1), entered, now), nothing);
const ways = { atOnce, typed, grown };

/** The date formats of browsers, phones, scanners, password managers and people. */
const forms: Readonly<Record<string, (month: string, year: string) => string>> = {
  'MM/YY': (month, year) => `${month}/${year.slice(2)}`,
  'MM / YY': (month, year) => `${month} / ${year.slice(2)}`,
  'MM-YY': (month, year) => `${month}-${year.slice(2)}`,
  'MM.YY': (month, year) => `${month}.${year.slice(2)}`,
  'MM YY': (month, year) => `${month} ${year.slice(2)}`,
  MMYY: (month, year) => month + year.slice(2),
  'MM/YYYY': (month, year) => `${month}/${year}`,
  'MM / YYYY': (month, year) => `${month} / ${year}`,
  'MM-YYYY': (month, year) => `${month}-${year}`,
  MMYYYY: (month, year) => month + year,
  'M/YY': (month, year) => `${Number(month)}/${year.slice(2)}`,
  'M / YY': (month, year) => `${Number(month)} / ${year.slice(2)}`,
  'M/YYYY': (month, year) => `${Number(month)}/${year}`,
  'YY/MM': (month, year) => `${year.slice(2)}/${month}`,
  'YY-MM': (month, year) => `${year.slice(2)}-${month}`,
  'YY / MM': (month, year) => `${year.slice(2)} / ${month}`,
  'YYYY-MM': (month, year) => `${year}-${month}`,
  'YYYY/MM': (month, year) => `${year}/${month}`,
  'YYYY / MM': (month, year) => `${year} / ${month}`,
  'YYYY-M': (month, year) => `${year}-${Number(month)}`,
  YYYYMM: (month, year) => year + month,
  'YYYY-MM-DD': (month, year) => `${year}-${month}-28`,
  YYYY年M月: (month, year) => `${year}年${Number(month)}月`,
  'MM/YY with spaces around': (month, year) => ` ${month}/${year.slice(2)} `,
  'MM/YY from the right to the left': (month, year) => `\u200f${month}/\u200f${year.slice(2)}`,
};

const other = typed('11/28');
const months = Array.from({ length: 12 }, (_, index) => String(index + 1).padStart(2, '0'));
const years = Array.from({ length: EXPIRY_YEARS + 1 }, (_, ahead) => String(2026 + ahead));
const dates = years.flatMap((year) => months.map((month) => ({ month, year })));

test.for(Object.keys(forms))('A date like %s is read however it is entered', (form) => {
  const wrong = dates.flatMap(({ month, year }) => {
    const text = forms[form]!(month, year);
    const expected = `${month} / ${year.slice(2)}`;
    // Also replacing the field's previous text.
    const others = { ...ways, inPlace: (date: string) => atOnce(date, other) };
    return Object.entries(others).flatMap(([way, enter]) => {
      const { shown } = enter(text);
      const read = expiryOf(shown, now);
      return shown === expected && read?.month === month && read.year === year ? [] : [[text, way, shown]];
    });
  });
  expect(wrong).toEqual([]);
});

test.for([
  // Four digits with the year first, unless they start another date.
  ['2903', '03 / 29'],
  ['3512', '12 / 35'],
  ['3112', '12 / 31'],
  // Three digits, if the first starts no other month.
  ['531', '05 / 31'],
  ['130', '01 / 30'],
  ['32029', '03 / 29'],
  ['26/01', '01 / 26'],
  ['11/12', '11 / 12'],
  ['03/25', '03 / 25'],
  ['2012-05', '05 / 12'],
  ['2024/5', '05 / 24'],
] as const)('%s is read as %s, pasted and key by key', ([text, shown]) => {
  for (const enter of Object.values(ways)) expect(enter(text).shown).toBe(shown);
});

test.for([
  '13/34',
  '00/29',
  '29/30',
  '3202',
  '3301',
  '3412',
  '29',
  '2029',
  '2029-',
  '2029-13',
  '12',
  '12/2',
  '12/203',
])('%s is not a date', (text) => {
  for (const enter of Object.values(ways)) expect(expiryOf(enter(text).shown, now)).toBeNull();
  expect(expiryOf(text, now)).toBeNull();
});

test('A date can be erased and corrected', () => {
  const erased = enteredExpiry('12 / ', typed('123'), now);
  expect(erased.shown).toBe('12');
  expect(typed('31', erased).shown).toBe('12 / 31');
  expect(enteredExpiry('0', typed('02'), now).shown).toBe('0');
  const filled = atOnce('2029-03');
  expect(enteredExpiry('03 / 2', filled, now).shown).toBe('03 / 2');
  expect(typed('7', enteredExpiry('03 / 2', filled, now)).shown).toBe('03 / 27');
  expect(enteredExpiry('', filled, now)).toEqual(nothing);
  // Keys after a complete date are dropped.
  expect(typed('12/2030 55').shown).toBe('12 / 30');
  expect(typed('04305').shown).toBe('04 / 30');
  expect(typed('ab12cd').shown).toBe('12 / ');
});

test('Cards are valid to the end of their month, for at most twenty years', () => {
  const december = { month: '12', year: '2030' };
  expect(isPast(december, new Date('2030-12-31T23:59:59.999Z'))).toBe(false);
  expect(isPast(december, new Date('2031-01-01T00:00:00Z'))).toBe(true);
  expect(isTooLate({ year: '2046' }, now)).toBe(false);
  expect(isTooLate({ year: '2047' }, now)).toBe(true);
});

/** Whether a text states a date in either order: the digits of its month and year, with nothing else except a day. */
const says = (text: string, { month, year }: { month: string; year: string }) => {
  const groups = text.match(/\d+/g) ?? [];
  const [numberOfMonth, short] = [String(Number(month)), year.slice(2)];
  const monthForms = [month, numberOfMonth];
  const yearForms = [year, short];
  if (groups.length === 1) {
    const digits = groups[0]!;
    return monthForms.some((m) => yearForms.some((y) => digits === m + y || digits === y + m));
  }
  const [first = '', second = ''] = groups;
  const isUsual = monthForms.includes(first) && yearForms.includes(second);
  const isYearFirst = yearForms.includes(first) && monthForms.includes(second);
  return groups.length === 2 ? isUsual || isYearFirst : groups.length === 3 && first === year && isYearFirst;
};

test('No text becomes another date, on any day, and the field shows the date read', () => {
  const text = fc.string({
    unit: fc.constantFrom(...'0123456789', '/', '-', ' '),
    minLength: 1,
    maxLength: 10,
  });
  const day = fc.date({ min: new Date('2024-01-01'), max: new Date('2060-01-01'), noInvalidDate: true });
  const property = fc.property(text, day, (entered, today) => {
    const usable = (shown: string) => {
      const date = expiryOf(shown, today);
      return date && !isPast(date, today) && !isTooLate(date, today) ? date : null;
    };
    const read = usable(entered);
    if (read) expect([entered, read, says(entered, read)]).toEqual([entered, read, true]);
    expect(usable(atOnce(entered, nothing, today).shown)).toEqual(read);
    // Typed text is read in full, or without one extra key.
    const shown = usable(typed(entered, nothing, today).shown);
    const beginnings = [...entered].map((_, index) => entered.slice(0, index + 1));
    if (shown) expect([entered, beginnings.some((part) => says(part, shown))]).toEqual([entered, true]);
    if (read) expect(shown).toEqual(read);
  });
  fc.assert(property, { seed, numRuns: 3_000 });
});
