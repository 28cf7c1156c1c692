import { BANK_REFERENCE_MAX } from '../../entities/finance-import.ts';
import { invalidParameter } from '../../foundation/errors.ts';
import type { CollectedFile } from './collected-file.ts';
import { utf8Text } from './file-text.ts';
import { minorUnits, Unreadable } from './file-values.ts';
import { truncated } from './read-csv-table.ts';
import { readXml } from './xml-events.ts';

/** An entry of a statement: its cells by column, or the reason why it does not count. */
export interface CamtEntry {
  /** Number of the entry in the file, from 1. */
  readonly line: number;
  readonly cells: Readonly<Record<string, string>>;
  readonly fault: string | null;
}

/** Elements whose texts are a part of an entry's reference. */
const references = ['NtryRef', 'EndToEndId', 'Ustrd', 'Ref', 'AddtlNtryInf'];
/** The value that banks write where a payer gave no reference. */
const NOT_PROVIDED = 'NOTPROVIDED';

/**
 * Reads the entries of bank statements in CAMT.053 (ISO 20022), of any version. Pending entries are refused: only booked
 * money counts. Memory holds one entry.
 *
 * @throws {Problem} `invalid_parameter` for a file that is no such statement, is not whole, or whose balances or totals
 *   are not those of its entries: then nothing of it counts.
 */
export async function* readCamt(file: CollectedFile): AsyncGenerator<CamtEntry> {
  const entries: CamtEntry[] = [];
  const path: string[] = [];
  const statement = new Statement();
  let statements = 0;
  let isWhole = false;
  let line = 0;
  let entry: Entry | null = null;
  const handlers = {
    open: (name: string, attributes: Readonly<Record<string, string>>) => {
      path.push(name);
      if (name === 'Stmt') statements += 1;
      if (name === 'Bal') statement.startBalance();
      if (name === 'Ntry') {
        line += 1;
        entry = new Entry(line);
      }
      if (name !== 'Amt') return;
      if (path.at(-2) === 'Ntry') entry!.currency = attributes.Ccy ?? '';
      if (path.at(-2) === 'Bal') statement.balance.currency = attributes.Ccy ?? '';
    },
    close: (name: string, text: string) => {
      path.pop();
      const value = text.trim();
      if (name === 'Document') isWhole = true;
      else if (name === 'Ntry') {
        entries.push(entry!.read());
        statement.add(entry!);
        entry = null;
      } else if (entry) entry.take(name, value, path);
      else if (name === 'Stmt') statement.end();
      else statement.take(name, value, path);
    },
  };
  for await (const _ of readXml(utf8Text(file.read()), handlers, 'file')) {
    yield* entries;
    entries.length = 0;
  }
  if (!isWhole || statements === 0) {
    throw invalidParameter(
      'file',
      'file is no bank statement in CAMT.053 (BkToCstmrStmt): upload CAMT.053 or CSV.',
    );
  }
}

class Entry {
  currency = '';
  #amount = '';
  #isDebit = false;
  #isBooked = true;
  #bookedOn = '';
  #bankEntry = '';
  #counterparty = '';
  readonly #references = new Set<string>();

  constructor(readonly line: number) {}

  take(name: string, value: string, path: readonly string[]): void {
    const within = path.at(-1);
    if (value === '') return;
    if (within === 'Ntry' && name === 'Amt') this.#amount = value;
    else if (within === 'Ntry' && name === 'CdtDbtInd') this.#isDebit = value === 'DBIT';
    else if (name === 'Sts' || (name === 'Cd' && within === 'Sts')) this.#isBooked = value === 'BOOK';
    else if (within === 'BookgDt') this.#bookedOn = value;
    else if (within === 'ValDt') this.#bookedOn ||= value;
    else if (name === 'AcctSvcrRef' && within === 'Ntry') this.#bankEntry = value;
    else if (name === 'Nm' && path.includes(this.#isDebit ? 'Cdtr' : 'Dbtr')) this.#counterparty ||= value;
    else if (references.includes(name) && value !== NOT_PROVIDED) this.#references.add(value);
  }

  /** The signed amount in major units; null unless it is booked. */
  get booked(): string | null {
    return this.#isBooked ? this.#signed : null;
  }

  get #signed(): string {
    return signed(this.#isDebit, this.#amount);
  }

  read(): CamtEntry {
    return {
      line: this.line,
      cells: {
        booked_on: this.#bookedOn,
        amount: this.#signed,
        currency: this.currency,
        reference: [...this.#references].join(' ').slice(0, BANK_REFERENCE_MAX),
        counterparty: this.#counterparty,
        bank_entry: this.#bankEntry,
      },
      fault: this.#isBooked ? null : 'is pending: only booked entries count',
    };
  }
}

/** The sums of a statement's booked entries, and what the statement says about them. */
class Statement {
  balance = { code: '', amount: '', currency: '', isDebit: false };
  #balances: (typeof this.balance)[] = [];
  #entries = 0;
  #sums = new Map<string, number>();
  #isSummed = true;
  #hasPending = false;
  #said: { entries: string | null; sum: string | null } = { entries: null, sum: null };
  #absolute = 0;

  startBalance(): void {
    this.balance = { code: '', amount: '', currency: '', isDebit: false };
    this.#balances.push(this.balance);
  }

  take(name: string, value: string, path: readonly string[]): void {
    if (path.includes('Bal')) {
      if (name === 'Cd') this.balance.code ||= value;
      if (name === 'Amt' && path.at(-1) === 'Bal') this.balance.amount = value;
      if (name === 'CdtDbtInd') this.balance.isDebit = value === 'DBIT';
    }
    if (path.at(-1) !== 'TtlNtries') return;
    if (name === 'NbOfNtries') this.#said.entries = value;
    if (name === 'Sum') this.#said.sum = value;
  }

  add({ booked, currency }: Entry): void {
    this.#entries += 1;
    // A pending entry is in some banks' totals, in no balance.
    if (booked === null) this.#hasPending = true;
    if (booked === null) return;
    const amount = amountOf(booked, currency);
    // The entry is refused: sums without it prove nothing.
    if (amount === null) this.#isSummed = false;
    this.#sums.set(currency, (this.#sums.get(currency) ?? 0) + (amount ?? 0));
    this.#absolute += Math.abs(amount ?? 0);
  }

  /** @throws {Problem} `invalid_parameter` if its totals or balances are not those of its entries. */
  end(): void {
    const { entries, sum } = this.#said;
    if (entries !== null && Number(entries) !== this.#entries)
      throw truncated('says that a statement has another number of entries (NbOfNtries)');
    const [currency] = [...this.#sums.keys()];
    if (this.#isSummed && this.#sums.size === 1) {
      if (sum !== null && !this.#hasPending && amountOf(sum, currency!) !== this.#absolute)
        throw truncated('says that the entries of a statement have another sum (TtlNtries)');
      this.#requireBalances(currency!);
    }
    this.#balances = [];
    this.#entries = 0;
    this.#sums = new Map();
    this.#isSummed = true;
    this.#hasPending = false;
    this.#said = { entries: null, sum: null };
    this.#absolute = 0;
  }

  #requireBalances(currency: string): void {
    const amountIn = (codes: readonly string[]) => {
      const found = this.#balances.find(
        ({ code, currency: other }) => codes.includes(code) && other === currency,
      );
      return found ? amountOf(signed(found.isDebit, found.amount), currency) : null;
    };
    const [opening, closing] = [amountIn(['OPBD', 'PRCD']), amountIn(['CLBD'])];
    if (opening === null || closing === null || opening + this.#sums.get(currency)! === closing) return;
    throw truncated('has a closing balance (CLBD) that is not the opening balance and the entries');
  }
}

const signed = (isDebit: boolean, text: string) => (isDebit ? '-' : '') + withoutZeros(text);

/** Decimals of ISO 20022 may have zeros at their end. */
const withoutZeros = (text: string) => (text.includes('.') ? text.replace(/\.?0+$/, '') : text);

/** An amount in minor units; null if it cannot be read. */
function amountOf(text: string, currency: string): number | null {
  try {
    return minorUnits('Amt', withoutZeros(text), currency);
  } catch (error) {
    if (error instanceof Unreadable) return null;
    throw error;
  }
}
