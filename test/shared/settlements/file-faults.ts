/** A change of a good row that makes it a bad one, and the reason that names it. */
export interface Fault {
  readonly name: string;
  /** The column with the fault. */
  readonly column: string;
  readonly value: string;
  readonly reason: RegExp;
}

/** Values that no amount may have, of any column with amounts. */
const badAmounts = [
  ['a comma for the decimal point', '10,00', /has a comma for the decimal point/],
  ['a German amount', '1.234,56', /has a comma for the decimal point/],
  ['thousands separators', '1,234.50', /has thousands separators/],
  ['spaces between thousands', '1 234.50', /has thousands separators/],
  ['too many decimals', '10.001', /has too many decimals/],
  ['an exponent', '1e3', /must be an amount in major units/],
  ['a currency sign', '€10.00', /must be an amount in major units/],
  ['a formula', '=1+1', /must be an amount in major units/],
  ['too large an amount', '99999999999999', /is too large/],
] as const;

const badTimes = [
  ['a 13th month', '2026-13-01', /must be a date or time of ISO 8601 that exists/],
  ['a 30 February', '2026-02-30', /must be a date or time of ISO 8601 that exists/],
  ['another format', '30.11.2026', /must be a date or time of ISO 8601 that exists/],
  ['no time', '', /must be a date or time of ISO 8601 that exists/],
  ['a year long ago', '1999-12-31', /must be between the years 2000 and 2100/],
] as const;

const badCurrencies = [
  ['an unknown currency', 'EUX', /must be the ISO 4217 code of a currency/],
  ['a withdrawn currency', 'DEM', /must be the ISO 4217 code of a currency/],
  ['no currency', '', /must be the ISO 4217 code of a currency/],
] as const;

const badTexts = [
  ['a card number', 'paid with 4242 4242 4242 4242', /must not contain a card number/],
  ['a long text', 'x'.repeat(501), /must have at most \d+ characters/],
] as const;

const of = (column: string, faults: readonly (readonly [string, string, RegExp])[]): Fault[] =>
  faults.map(([name, value, reason]) => ({
    name,
    column,
    value,
    reason: new RegExp(`^${column} ${reason.source}`),
  }));

/** The faults of each column of a settlement file. */
export const settlementFaults: readonly Fault[] = [
  ...of('connector_reference', [
    ...badTexts,
    ['no reference', '', /is empty, which a capture does not allow/],
  ]),
  ...of('type', [
    ['an unknown type', 'unheard_of', /must be one of capture, /],
    ['no type', '', /must be one of capture, /],
  ]),
  ...of('gross', badAmounts),
  ...of('fee', badAmounts),
  ...of('net', [...badAmounts, ['a sum that is not the others', '9.61', /is not gross less fee/]]),
  ...of('currency', badCurrencies),
  ...of('occurred_at', badTimes),
  ...of('order_reference', badTexts),
  ...of('settlement_reference', badTexts),
  ...of('settled_net', [...badAmounts, ['no amount', '', /is empty, though settled_currency is not/]]),
  ...of('settled_currency', [
    ['an unknown currency', 'EUX', /must be the ISO 4217 code of a currency/],
    ['no currency', '', /is empty, though settled_net is not/],
  ]),
];

/** The faults of each column of a bank statement. */
export const bankFaults: readonly Fault[] = [
  ...of('booked_on', badTimes),
  ...of('amount', [...badAmounts, ['no money', '0.00', /must not be 0/]]),
  ...of('currency', badCurrencies),
  ...of('reference', badTexts),
  ...of('counterparty', badTexts),
];

/** A good line of each kind of file; `n` makes it another. */
export const goodRows = {
  settlement: (n: number): Readonly<Record<string, string>> => ({
    connector_reference: `txn_${n}`,
    type: 'capture',
    gross: '10.00',
    fee: '0.40',
    net: '9.60',
    currency: 'EUR',
    occurred_at: '2026-11-30',
    order_reference: `=HYPERLINK("https://example.com/${n}")`,
    settlement_reference: 'batch_00000001',
    settled_net: '10.50',
    settled_currency: 'USD',
  }),
  bank_statement: (n: number): Readonly<Record<string, string>> => ({
    booked_on: '2026-12-02',
    amount: `${n}.50`,
    currency: 'EUR',
    reference: `@SUM(1) ${n}`,
    counterparty: 'Stripe Payments',
  }),
};
