import { FILE_CURRENCIES_MAX, type ImportedLine, type ImportedSum } from '../../entities/finance-import.ts';
import { invalidParameter } from '../../foundation/errors.ts';
import { contentDigest } from '../take-lines.ts';
import { type BankLine, bankColumns, bankLine, bankLineDigest } from './bank-line.ts';
import type { LineKind } from './preview-file.ts';
import { truncated } from './read-csv-table.ts';
import { type SettlementFileLine, settlementColumns, settlementFileLine } from './settlement-file-line.ts';

/** A kind of line, with the sums of those that were read. */
export interface SummedKind<Line> {
  readonly kind: LineKind<Line>;
  readonly sums: () => ImportedSum[];
  readonly show: (line: Line) => ImportedLine;
}

type Amounts = Pick<ImportedSum, 'currency' | 'gross' | 'fee'>;

/** Sums of lines by currency. */
class Sums {
  readonly #byCurrency = new Map<string, ImportedSum>();

  /** @throws {Problem} `invalid_parameter` for a sum that is not exact. */
  add({ currency, fee, gross }: Amounts, lines = 1): void {
    const sum = this.#byCurrency.get(currency) ?? { currency, lines: 0, gross: 0, fee: 0, net: 0 };
    this.#byCurrency.set(currency, sum);
    sum.lines += lines;
    sum.gross += lines * gross;
    sum.fee += lines * fee;
    sum.net = sum.gross - sum.fee;
    if (this.#byCurrency.size > FILE_CURRENCIES_MAX) {
      throw invalidParameter('file', `file must have at most ${FILE_CURRENCIES_MAX} currencies: split it.`);
    }
    if ([sum.gross, sum.fee, sum.net].every(Number.isSafeInteger)) return;
    throw invalidParameter('file', `The sums of file are too large: split it.`);
  }

  of(currency: string): Amounts {
    return this.#byCurrency.get(currency) ?? { currency, gross: 0, fee: 0 };
  }

  all(): ImportedSum[] {
    const found = [...this.#byCurrency.values()].filter(({ lines }) => lines > 0);
    return found.sort((one, other) => one.currency.localeCompare(other.currency, 'en'));
  }
}

/**
 * The lines of settlement files.
 *
 * @param check The reasons against lines that only the database knows.
 */
export function settlementKind(check: LineKind<SettlementFileLine>['check']): SummedKind<SettlementFileLine> {
  const sums = new Sums();
  /** Of all lines, also those that the file has twice: a file's totals have them. */
  const read = new Sums();
  let isSummed = true;
  const amounts = ({ currency, fee, gross }: SettlementFileLine) => ({ currency, gross, fee: fee ?? 0 });
  return {
    kind: {
      targets: settlementColumns,
      read: settlementFileLine,
      digest: contentDigest,
      isTotal: ({ isTotal }) => isTotal,
      miss: () => {
        isSummed = false;
      },
      add: (line) => {
        const { currency, fee, gross } = amounts(line);
        if (!line.isTotal) read.add({ currency, gross, fee });
        const of = read.of(currency);
        if (line.isTotal && isSummed && (of.gross !== gross || (line.fee !== null && of.fee !== fee)))
          throw truncated(`has totals for ${currency} that are not the sums of its lines`);
      },
      count: (line) => sums.add(amounts(line)),
      check,
    },
    sums: () => sums.all(),
    show: (line) => ({
      line: line.lineNumber,
      type: line.type,
      connector_reference: line.connectorReference,
      order_reference: line.orderReference,
      settlement_reference: line.settlementReference,
      gross: line.gross,
      fee: line.fee,
      net: line.gross - (line.fee ?? 0),
      currency: line.currency,
      settled_net: line.settled?.net ?? null,
      settled_currency: line.settled?.currency ?? null,
      occurred_at: line.occurredAt.toISOString(),
    }),
  };
}

/** The lines of bank statements. */
export function bankKind(): SummedKind<BankLine> {
  const sums = new Sums();
  return {
    kind: {
      targets: bankColumns,
      read: bankLine,
      digest: bankLineDigest,
      isTotal: () => false,
      miss: () => {},
      add: () => {},
      count: ({ amount, currency }) => sums.add({ currency, gross: amount, fee: 0 }),
      check: async () => new Map(),
    },
    sums: () => sums.all(),
    show: ({ amount, bookedOn, currency, lineNumber, reference }) => ({
      line: lineNumber,
      net: amount,
      currency,
      occurred_at: `${bookedOn}T00:00:00.000Z`,
      reference,
    }),
  };
}
