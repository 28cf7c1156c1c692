import type { SettledLine } from '../../foundation/ports/connector-settlements.ts';
import { cellText, currencyCode, instantOf, minorUnits, plainText, Unreadable } from './file-values.ts';

/** The columns of a settlement file. The value says whether a mapping must name a column of the file for it. */
export const settlementColumns = Object.freeze({
  connector_reference: true,
  type: true,
  gross: true,
  fee: true,
  net: true,
  currency: true,
  occurred_at: true,
  order_reference: false,
  settlement_reference: false,
  settled_net: false,
  settled_currency: false,
});

type LineType = SettledLine['type'];

/** The types that a file may name, with words that connectors use for them. */
const types: Readonly<Record<string, LineType>> = Object.freeze({
  capture: 'capture',
  charge: 'capture',
  payment: 'capture',
  sale: 'capture',
  settled: 'capture',
  capture_failure: 'capture_failure',
  refund: 'refund',
  refunded: 'refund',
  refund_failure: 'refund_failure',
  dispute: 'dispute',
  chargeback: 'dispute',
  dispute_reversal: 'dispute_reversal',
  chargeback_reversed: 'dispute_reversal',
  payout: 'payout',
  payout_failure: 'payout_failure',
  fee: 'fee',
  adjustment: 'adjustment',
  transfer: 'transfer',
  conversion: 'conversion',
});

/** Types of movements that a connector may report without an identifier, such as a month's fee. */
const unnamed: ReadonlySet<LineType> = new Set(['fee', 'adjustment', 'transfer', 'conversion']);

/** The word for a line with the totals of a file. */
const TOTAL = 'total';

/** A line of a settlement file, or the totals of the lines before it. */
export type SettlementFileLine = SettledLine & { readonly isTotal: boolean };

/**
 * Reads a line of a settlement file. `net` must be `gross` − `fee`; two of the three are enough.
 *
 * @param cells The cells by column of {@link settlementColumns}.
 * @throws {Unreadable} for the first cell that cannot be read.
 */
export function settlementFileLine(
  lineNumber: number,
  cells: Readonly<Record<string, string>>,
): SettlementFileLine {
  const cell = (column: string) => cellText(cells[column] ?? '');
  const word = cell('type')
    .toLowerCase()
    .replaceAll(/[\s-]+/g, '_');
  const isTotal = word === TOTAL || word === 'totals';
  const type = isTotal ? 'adjustment' : types[word];
  if (!type) throw new Unreadable('type', `must be one of ${[...new Set(Object.values(types))].join(', ')}`);
  const currency = currencyCode('currency', cell('currency'));
  const amounts = amountsOf(cell, currency);
  const connectorReference = plainText('connector_reference', cell('connector_reference'));
  if (connectorReference === null && !isTotal && !unnamed.has(type)) {
    throw new Unreadable('connector_reference', `is empty, which a ${type} does not allow`);
  }
  return {
    ...{ lineNumber, type, isTotal, connectorReference, currency, ...amounts },
    orderReference: plainText('order_reference', cell('order_reference')),
    settlementReference: plainText('settlement_reference', cell('settlement_reference')),
    settled: isTotal ? null : settledOf(cell),
    occurredAt: isTotal ? new Date(0) : instantOf('occurred_at', cell('occurred_at')),
    availableOn: null,
  };
}

type CellOf = (column: string) => string;

function amountsOf(cell: CellOf, currency: string): Pick<SettledLine, 'gross' | 'fee'> {
  const amount = (column: string) => {
    const text = cell(column);
    return text === '' ? null : minorUnits(column, text, currency);
  };
  const gross = amount('gross');
  const fee = amount('fee');
  const net = amount('net');
  if (gross === null) {
    if (net === null) throw new Unreadable('gross', 'is empty');
    return { gross: net + (fee ?? 0), fee };
  }
  if (fee === null) return { gross, fee: net === null || net === gross ? null : gross - net };
  if (net !== null && net !== gross - fee) throw new Unreadable('net', 'is not gross less fee');
  return { gross, fee };
}

function settledOf(cell: CellOf): SettledLine['settled'] {
  const [net, currency] = [cell('settled_net'), cell('settled_currency')];
  if (net === '' && currency === '') return null;
  if (currency === '') throw new Unreadable('settled_currency', 'is empty, though settled_net is not');
  if (net === '') throw new Unreadable('settled_net', 'is empty, though settled_currency is not');
  const code = currencyCode('settled_currency', currency);
  return { net: minorUnits('settled_net', net, code), fee: null, currency: code };
}
