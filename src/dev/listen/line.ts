import { styleText } from 'node:util';
import type { Arrival } from './receiver.ts';

/** Puts colour on text, or leaves it as it is. */
export type Paint = (colour: 'green' | 'red' | 'yellow' | 'dim' | 'bold', text: string) => string;

/** Colours for a terminal that shows them; plain text for files, pipes and who asked for none. */
export const painting = (coloured: boolean): Paint =>
  coloured ? (colour, text) => styleText(colour, text, { validateStream: false }) : (_colour, text) => text;

/** What a webhook's body tells of what happened. */
interface Facts {
  readonly type: string;
  readonly id: string;
  readonly status: string;
  readonly money: string;
}

/** The longest that is shown of a value: identifiers and names are shorter. */
const CELL_MAX = 64;

/** One line on a webhook, such as `12:01:02.345  payment_succeeded  pay_…  succeeded  65.40 USD  signature ok  → 200`. */
export function lineOf(arrival: Arrival, paint: Paint): string {
  const { type, id, status, money } = factsOf(arrival.body);
  const cells = [
    paint('dim', clockTime(arrival.at)),
    paint('bold', type.padEnd(20)),
    id.padEnd(30),
    status.padEnd(24),
    money.padStart(14),
    arrival.fault === null ? paint('green', 'signature ok') : paint('red', `signature bad: ${arrival.fault}`),
    ...(arrival.isRepeat ? [paint('yellow', 'again')] : []),
    answerText(arrival.status, paint),
  ];
  return cells.join('  ');
}

/** A body as it is read best: indented where it is JSON, and with nothing in it that moves a terminal's cursor. */
export function bodyText(body: string): string {
  const value = parse(body);
  return printable(value === undefined ? body : JSON.stringify(value, null, 2), '\n');
}

function answerText(status: number | null, paint: Paint): string {
  if (status === null) return paint('red', '→ no answer, the sender hung up');
  return paint(status < 300 ? 'green' : 'red', `→ ${status}`);
}

function factsOf(body: string): Facts {
  const value = parse(body);
  if (value === undefined) return { type: '(not JSON)', id: '', status: '', money: '' };
  const content = memberOf(value, 'content');
  const object = memberOf(content, 'object');
  const kind = String(memberOf(content, 'type') ?? '').replace(/_details$/, '');
  const amount = memberOf(object, 'amount');
  const currency = memberOf(object, 'currency');
  return {
    type: cell(memberOf(value, 'event_type')),
    id: cell(memberOf(object, `${kind}_id`)),
    status: cell(memberOf(object, 'status') ?? memberOf(object, `${kind}_status`)),
    money:
      typeof amount === 'number' && typeof currency === 'string' ? cell(moneyText(amount, currency)) : '',
  };
}

function parse(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    return undefined;
  }
}

function memberOf(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null && Object.hasOwn(value, name)
    ? (value as Record<string, unknown>)[name]
    : undefined;
}

const cell = (value: unknown): string =>
  typeof value === 'string' ? printable(value.slice(0, CELL_MAX)) : '';

const clockTime = (at: Date): string => {
  const two = (number: number) => String(number).padStart(2, '0');
  const milliseconds = String(at.getMilliseconds()).padStart(3, '0');
  return `${two(at.getHours())}:${two(at.getMinutes())}:${two(at.getSeconds())}.${milliseconds}`;
};

/**
 * Money for people, from minor units: as many digits behind the point as the currency has.
 *
 * @example
 * ```ts
 * moneyText(6540, 'USD'); // 65.40 USD
 * moneyText(6540, 'JPY'); // 6540 JPY
 * ```
 */
export function moneyText(amount: number, currency: string): string {
  const digits = digitsOf(currency);
  if (digits === null) return `${amount} ${currency}`;
  const text = String(Math.abs(amount)).padStart(digits + 1, '0');
  const sign = amount < 0 ? '-' : '';
  const whole = text.slice(0, text.length - digits);
  return `${sign}${whole}${digits > 0 ? `.${text.slice(-digits)}` : ''} ${currency}`;
}

/** How many digits a currency has behind the point; null for what is no currency code. */
function digitsOf(currency: string): number | null {
  if (!/^[A-Z]{3}$/.test(currency)) return null;
  const format = new Intl.NumberFormat('en', { style: 'currency', currency });
  return format.resolvedOptions().maximumFractionDigits ?? null;
}

/**
 * Text without control and formatting characters, but for those that are let through: what came from outside
 * must not move a terminal's cursor, colour it or turn its direction.
 */
export const printable = (text: string, besides = ''): string =>
  text.replace(/[\p{Cc}\p{Cf}]/gu, (character) => (besides.includes(character) ? character : '�'));
