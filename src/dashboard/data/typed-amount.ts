import { decimalsOf, majorUnits, moneyFormat } from '../../core/foundation/currencies.ts';

/** A locale's signs for amounts of a currency. */
interface Signs {
  readonly decimal: string;
  readonly group: string;
  /** By digit, such as Arabic digits. */
  readonly digits: ReadonlyMap<string, string>;
  /** The currency's names: its sign, its narrow sign and its code. */
  readonly names: readonly string[];
}

const known = new Map<string, Signs>();
const knownDigits = new Map<string | undefined, Signs['digits']>();

function digitsOf(locale: string | undefined): Signs['digits'] {
  let digits = knownDigits.get(locale);
  if (!digits) {
    const yen = moneyFormat('JPY', locale);
    const written = (digit: number) =>
      yen.formatToParts(digit).find(({ type }) => type === 'integer')?.value ?? '';
    digits = new Map(Array.from({ length: 10 }, (_, digit) => [written(digit), String(digit)]));
    knownDigits.set(locale, digits);
  }
  return digits;
}

function signsOf(currency: string, locale: string | undefined): Signs {
  const key = `${locale} ${currency}`;
  let signs = known.get(key);
  if (!signs) {
    const partOf = (type: string, of: Intl.NumberFormat) =>
      of.formatToParts(-1_234_567.5).find((part) => part.type === type)?.value ?? '';
    const written = moneyFormat(currency, locale);
    const inEnglish = moneyFormat(currency, 'en');
    const narrow = moneyFormat(currency, locale, 'narrowSymbol');
    signs = {
      decimal: partOf('decimal', written),
      group: partOf('group', written),
      digits: digitsOf(locale),
      names: [currency, ...[written, narrow, inEnglish].map((format) => partOf('currency', format))],
    };
    known.set(key, signs);
  }
  return signs;
}

/** Replaces a locale's signs that mean something else elsewhere. */
const [DECIMAL, SPACE, APOSTROPHE] = ['\u066b', ' ', "'"];
const SIGNS = String.raw`[.,' \u066b\u066c]`;

/** Normalizes spaces and apostrophes, and removes invisible marks. */
const simple = (text: string): string =>
  text
    .replace(/\p{Cf}/gu, '')
    .replace(/\s/g, SPACE)
    .replace(/[\u2019\u02bc]/g, APOSTROPHE);

/** The digits and signs of a text without its currency; null if other text remains. */
function bareOf(typed: string, { decimal, digits, names }: Signs): string | null {
  let text = simple(typed);
  // A few currencies are written with their own sign in place of a decimal point.
  const isOrdinary = /[.,]/.test(decimal);
  if (!isOrdinary && decimal) text = text.replace(simple(decimal), DECIMAL);
  text = [...text].map((one) => digits.get(one) ?? one).join('');
  const ends = new RegExp(
    `^(?<before>\\D*?)\\s*(?<number>\\d(?:${SIGNS}|\\d)*?)\\s*(?<after>[^\\d]*)$`,
    'u',
  ).exec(text.trim());
  if (!ends) return null;
  const { before = '', number = '', after = '' } = ends.groups!;
  const isName = (name: string) =>
    name === '' || names.some((one) => simple(one).trim().toLowerCase() === name.toLowerCase());
  const named = [before.trim(), after.trim()];
  const left = named.filter((name) => name !== '' && !isName(name));
  // A sign at the end that belongs to no name: `5.`
  if (left.length === 0) return number;
  return null;
}

/** Whether digits are grouped as in `1,234,567` or, in India, `12,34,567`. */
const isGrouped = (text: string, sign: string): boolean => {
  const groups = text.split(sign);
  const [first, ...rest] = groups as [string, ...string[]];
  const western = first.length <= 3 && rest.every((group) => group.length === 3);
  const indian =
    first.length <= 2 && rest.slice(0, -1).every((group) => group.length === 2) && rest.at(-1)?.length === 3;
  return first !== '' && !first.startsWith('0') && rest.length > 0 && (western || indian);
};

/** A text's possible values: with the last sign as the decimal sign, and with all signs as group separators. */
interface Readings {
  readonly asDecimal: number | null;
  readonly asGroups: number | null;
  /** The only sign. */
  readonly sign: string;
  readonly isRepeated: boolean;
}

/** The most digits before the decimal sign. */
const WHOLE_MAX = 12;

function minorUnits(whole: string, fraction: string, decimals: number): number | null {
  if (whole.length === 0 || whole.length > WHOLE_MAX || fraction.length > decimals) return null;
  const found = Number(whole + fraction.padEnd(decimals, '0'));
  return Number.isSafeInteger(found) ? found : null;
}

function readingsOf(bare: string, decimals: number): Readings | null {
  const signs = [...bare.replace(/\d/g, '')];
  const kinds = new Set(signs);
  const sign = signs.at(-1) ?? '';
  if (signs.length === 0) {
    return { asDecimal: minorUnits(bare, '', decimals), asGroups: null, sign, isRepeated: false };
  }
  const [whole, fraction] = [bare.slice(0, bare.lastIndexOf(sign)), bare.slice(bare.lastIndexOf(sign) + 1)];
  const isDecimal = sign === '.' || sign === ',' || sign === DECIMAL;
  if (kinds.size > 2) return null;
  if (kinds.size === 2) {
    const group = signs[0]!;
    const isOnce = signs.filter((one) => one === sign).length === 1 && group !== DECIMAL;
    if (!isDecimal || !isOnce || !isGrouped(whole, group)) return null;
    return {
      ...{ asDecimal: minorUnits(whole.replaceAll(group, ''), fraction, decimals), asGroups: null },
      ...{ sign, isRepeated: false },
    };
  }
  const isRepeated = signs.length > 1;
  return {
    asDecimal: isDecimal && !isRepeated ? minorUnits(whole, fraction, decimals) : null,
    asGroups:
      sign !== DECIMAL && isGrouped(bare, sign) ? minorUnits(bare.replaceAll(sign, ''), '', decimals) : null,
    ...{ sign, isRepeated },
  };
}

/** A typed amount: its minor units, or its two possible readings, or neither. */
export type TypedAmount =
  | { readonly kind: 'amount'; readonly amount: number }
  | { readonly kind: 'ambiguous'; readonly amounts: readonly [asGroups: number, asDecimal: number] }
  | { readonly kind: 'none' };

/**
 * Reads a typed amount of a currency in major units: with a decimal point or comma, digit groups or the currency, and in the
 * page's own format. An ambiguous text is no amount.
 *
 * @param locale Decides between group and decimal separators; undefined for the viewer's.
 * @example In English `1,034.45`, `1 034,45 €` and `1’034.45` are 103445 minor units of EUR, and `1,000` of KWD is ambiguous.
 */
export function readAmount(typed: string, currency: string, locale?: string): TypedAmount {
  const signs = signsOf(currency, locale);
  const bare = bareOf(typed, signs);
  const readings = bare === null ? null : readingsOf(bare, decimalsOf(currency));
  if (!readings) return { kind: 'none' };
  const { asDecimal, asGroups, isRepeated, sign } = readings;
  const taken = (amount: number | null): TypedAmount =>
    amount === null ? { kind: 'none' } : { kind: 'amount', amount };
  if (asGroups === null) return taken(asDecimal);
  const decimal = /[.,]/.test(signs.decimal) ? signs.decimal : DECIMAL;
  if (asDecimal !== null)
    return sign === decimal ? taken(asDecimal) : { kind: 'ambiguous', amounts: [asGroups, asDecimal] };
  // `1.000` in English is no amount of dollars: neither a thousand nor one dollar with three decimals.
  const isGroup = isRepeated || sign === simple(signs.group) || !/[.,]/.test(sign);
  return isGroup ? taken(asGroups) : { kind: 'none' };
}

/** Currencies that share their sign with others: only their code names them. */
const anyOf: Readonly<Record<number, string>> = { 0: 'JPY', 2: 'USD', 3: 'KWD', 4: 'CLF' };

/**
 * Reads an amount without a known currency, with any sign or code, for searches. Texts that {@link readAmount} finds ambiguous
 * are read with the viewer's separators.
 *
 * @param decimals The decimals of the searched currencies.
 * @returns Minor units; null for an invalid amount.
 */
export function readAnyAmount(typed: string, decimals: number, locale?: string): number | null {
  const bare = simple(typed)
    .replace(/[\p{Sc}]|(?<![A-Z])[A-Z]{3}(?![A-Z])/gu, '')
    .trim();
  const currency = anyOf[decimals] ?? 'USD';
  const read = readAmount(bare, currency, locale);
  if (read.kind === 'ambiguous') return read.amounts[0];
  return read.kind === 'amount' ? read.amount : null;
}

/** An amount in major units in the viewer's format, without groups and currency, for a field. */
export function typedText(amount: number, currency: string, locale?: string): string {
  return moneyFormat(currency, locale)
    .formatToParts(majorUnits(amount, currency))
    .filter(({ type }) => type === 'integer' || type === 'decimal' || type === 'fraction')
    .map(({ value }) => value)
    .join('');
}
