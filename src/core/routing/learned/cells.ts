import type { LearnedCell, LearnedFacts } from '../../foundation/ports/learned-routing.ts';

/** The members of a payment or payout that a cell of learning is made of; null if unknown. */
export interface CellFacts {
  readonly payment_method: string | null;
  readonly country: string | null;
  readonly card_network: string | null;
  /** Funding of the card, such as `credit`; of other methods the type of the method. */
  readonly funding: string | null;
}

/**
 * The keys of the cells that a payment belongs to, from the finest to all payments of an account: method × country × network
 * × funding, then without funding, without network, without country, and everything.
 */
export type CellKeys = readonly string[];

/** The separator of a key's parts. No fact has it. */
const SEPARATOR = '\u0001';
const part = (value: string | null): string => value?.toLowerCase() ?? '';

/** The cells of a payment or payout, the finest first. */
export function cellKeys({ card_network, country, funding, payment_method }: CellFacts): CellKeys {
  const parts = [payment_method, country, card_network, funding].map(part);
  return parts.map((_, i) => parts.slice(0, parts.length - i).join(SEPARATOR)).concat('');
}

/** The times after which an attempt weighs half, in milliseconds. */
export const halfLives = Object.freeze({ lasting: 12 * 3_600_000, recent: 15 * 60_000 });

/** Attempts older than this weigh less than a hundredth, and are not read. */
export const HORIZON_MS = 7 * halfLives.lasting;

/** The weights of an attempt of an age. */
export const weightsAt = (ageMs: number) => ({
  lasting: 2 ** (-ageMs / halfLives.lasting),
  recent: 2 ** (-ageMs / halfLives.recent),
});

const emptyCell = (): LearnedCell => ({
  ...{ approved: 0, decided: 0, recentApproved: 0, recentDecided: 0 },
  ...{ charged: 0, fees: 0, feeCount: 0 },
});

/** Cells of an account, or of all accounts together, by key. */
type Cells = Map<string, LearnedCell>;

/** The cells of each account of a profile, summed from its attempts at one moment. */
export class LearnedCells implements LearnedFacts {
  /** By account. */
  readonly #accounts = new Map<string, Cells>();
  /** Of all accounts together. */
  readonly #pool: Cells = new Map();

  /** The cell of an account; null without an attempt in it. */
  cell(account: string, key: string): LearnedCell | null {
    return this.#accounts.get(account)?.get(key) ?? null;
  }

  /** The cell of all accounts together; null without an attempt in it. */
  pooled(key: string): LearnedCell | null {
    return this.#pool.get(key) ?? null;
  }

  /** Adds attempts of an account, already weighted, to all the cells that they belong to. */
  add(account: string, keys: CellKeys, sums: Partial<LearnedCell>): void {
    const cells: Cells = this.#accounts.get(account) ?? new Map();
    this.#accounts.set(account, cells);
    for (const key of keys) {
      addTo(cells, key, sums);
      addTo(this.#pool, key, sums);
    }
  }

  /** Lets time pass: every sum weighs less by its half-life. */
  age(ms: number): void {
    const weights = weightsAt(ms);
    for (const cells of [this.#pool, ...this.#accounts.values()]) {
      for (const [key, cell] of cells) cells.set(key, weighed(cell, weights));
    }
  }

  /** These cells and others, which are older by so much, together. */
  plus(others: LearnedCells, ageMs: number): LearnedCells {
    const sum = new LearnedCells();
    for (const [of, weights] of [
      [this, weightsAt(0)],
      [others, weightsAt(ageMs)],
    ] as const) {
      for (const [account, cells] of of.#accounts) {
        for (const [key, cell] of cells) sum.add(account, [key], weighed(cell, weights));
      }
    }
    return sum;
  }
}

function weighed(cell: LearnedCell, { lasting, recent }: ReturnType<typeof weightsAt>): LearnedCell {
  return {
    approved: cell.approved * lasting,
    decided: cell.decided * lasting,
    recentApproved: cell.recentApproved * recent,
    recentDecided: cell.recentDecided * recent,
    charged: cell.charged * lasting,
    fees: cell.fees * lasting,
    feeCount: cell.feeCount * lasting,
  };
}

function addTo(cells: Cells, key: string, sums: Partial<LearnedCell>): void {
  const cell = cells.get(key) ?? emptyCell();
  cells.set(key, cell);
  for (const name in sums) cell[name as keyof LearnedCell] += sums[name as keyof LearnedCell]!;
}
