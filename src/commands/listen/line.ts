import { styleText } from 'node:util';
import { majorUnits } from '../../core/foundation/currencies.ts';
import type { Arrival } from './receiver.ts';

/** Colours text, or returns it unchanged. */
export type Paint = (colour: 'green' | 'red' | 'yellow' | 'dim' | 'bold', text: string) => string;

/** Colours text for terminals; leaves it plain for files, pipes and `NO_COLOR`. */
export const painting = (coloured: boolean): Paint =>
  coloured ? (colour, text) => styleText(colour, text, { validateStream: false }) : (_colour, text) => text;

/** The parts of a webhook's body that a line shows. */
interface Summary {
  readonly type: string;
  readonly id: string;
  readonly status: string;
  readonly money: string;
}

/** Maximum length of a value shown; identifiers and names are shorter. */
const CELL_MAX = 64;

/**
 * One line per webhook, such as `12:01:02.345  payment_succeeded  pay_…  succeeded  65.40 USD  signature ok  → 200`.
 */
export function lineOf(arrival: Arrival, paint: Paint): string {
  const { type, id, status, money } = summaryOf(arrival.body);
  const cells = [
    paint('dim', clockTime(arrival.at)),
    paint('bold', type.padEnd(20)),
    id.padEnd(30),
    status.padEnd(24),
    money.padStart(14),
    arrival.fault === null ? paint('green', 'signature ok') : paint('red', `signature bad: ${arrival.fault}`),
    ...(arrival.isRepeat ? [paint('yellow', 'again')] : []),
    responseText(arrival.status, paint),
  ];
  return cells.join('  ');
}

/** A body for display: JSON is indented, and control characters are replaced. */
export function bodyText(body: string): string {
  const value = parse(body);
  return printable(value === undefined ? body : JSON.stringify(value, null, 2), '\n');
}

function responseText(status: number | null, paint: Paint): string {
  if (status === null) return paint('red', '→ no response, the sender disconnected');
  return paint(status < 300 ? 'green' : 'red', `→ ${status}`);
}

function summaryOf(body: string): Summary {
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
      typeof amount === 'number' && typeof currency === 'string' ? cell(majorText(amount, currency)) : '',
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
 * Formats minor units with as many decimals as the currency has in ISO 4217; unchanged for an unknown currency code.
 *
 * @example
 * ```ts
 * majorText(6540, 'USD'); // 65.40 USD
 * majorText(6540, 'JPY'); // 6540 JPY
 * ```
 */
export const majorText = (amount: number, currency: string): string =>
  `${/^[A-Z]{3}$/.test(currency) ? majorUnits(amount, currency) : amount} ${currency}`;

/**
 * Replaces control and formatting characters, except `allowed` ones: input from outside must not move a terminal's
 * cursor, colour its text or change its direction.
 */
export const printable = (text: string, allowed = ''): string =>
  text.replace(/[\p{Cc}\p{Cf}]/gu, (character) => (allowed.includes(character) ? character : '�'));
