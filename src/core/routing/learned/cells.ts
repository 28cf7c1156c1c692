import type {
  ApprovalExpectation,
  LearnedCell,
  LearnedFacts,
} from '../../foundation/ports/learned-routing.ts';
import { ApprovalGroups, type LearnedLeaf } from './approval-groups.ts';
import { ApprovalModel } from './approval-model.ts';

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

/** The parts of a key: method, country, network and funding of the finest cells, fewer of coarser ones. */
export const partsOf = (key: string): readonly string[] => (key === '' ? [] : key.split(SEPARATOR));
const PARTS = 4;

/** The times after which an attempt weighs half, in milliseconds. */
export const halfLives = Object.freeze({ lasting: 24 * 3_600_000, recent: 15 * 60_000, latest: 2 * 60_000 });

/** Attempts older than this weigh less than a hundredth, and are not read. */
export const HORIZON_MS = 7 * halfLives.lasting;

/** The weights of an attempt of an age. */
export const weightsAt = (ageMs: number) => ({
  lasting: 2 ** (-ageMs / halfLives.lasting),
  recent: 2 ** (-ageMs / halfLives.recent),
  latest: 2 ** (-ageMs / halfLives.latest),
});

const emptyCell = (): LearnedCell => ({
  ...{ approved: 0, decided: 0, recentApproved: 0, recentDecided: 0, latestApproved: 0, latestDecided: 0 },
  ...{ charged: 0, fees: 0, feeCount: 0 },
});

/** Lets time pass for a cell: each of its sums weighs less. */
function weigh(cell: LearnedCell, { lasting, latest, recent }: ReturnType<typeof weightsAt>): void {
  cell.approved *= lasting;
  cell.decided *= lasting;
  cell.recentApproved *= recent;
  cell.recentDecided *= recent;
  cell.latestApproved *= latest;
  cell.latestDecided *= latest;
  cell.charged *= lasting;
  cell.fees *= lasting;
  cell.feeCount *= lasting;
}

/** Cells of an account by key. */
type Cells = Map<string, LearnedCell>;

/** The cells of each account of a profile, summed from its attempts at one moment. */
export class LearnedCells implements LearnedFacts {
  /** By account. */
  readonly #accounts = new Map<string, Cells>();
  /** Null until it is asked for, and after a new cell. */
  #groups: ApprovalGroups | null = null;
  /** Null until it is asked for, and after a change. */
  #model: ApprovalModel | null = null;

  /** The cell of an account; null without an attempt in it. */
  cell(account: string, key: string): LearnedCell | null {
    return this.#accounts.get(account)?.get(key) ?? null;
  }

  /** What an account is expected to do with the payments of a finest cell. */
  expected(account: string, key: string): ApprovalExpectation {
    return this.prepare().expected(account, key, () => partsOf(key));
  }

  /** Estimates the approvals that the cells let expect, unless they are as before: the next decision does not wait for it. */
  prepare(): ApprovalModel {
    this.#groups ??= new ApprovalGroups([...this.#leaves()]);
    this.#model ??= new ApprovalModel(this.#groups);
    return this.#model;
  }

  /** Adds attempts of an account, already weighted, to all the cells that they belong to. */
  add(account: string, keys: CellKeys, sums: Partial<LearnedCell>): void {
    const cells: Cells = this.#accounts.get(account) ?? new Map();
    this.#accounts.set(account, cells);
    this.#model = null;
    for (const key of keys) {
      let cell = cells.get(key);
      if (!cell) {
        cell = emptyCell();
        cells.set(key, cell);
        this.#groups = null;
      }
      for (const name in sums) cell[name as keyof LearnedCell] += sums[name as keyof LearnedCell]!;
    }
  }

  /** Lets time pass: every sum weighs less by its half-life. */
  age(ms: number): void {
    const weights = weightsAt(ms);
    this.#model = null;
    for (const cells of this.#accounts.values()) {
      for (const cell of cells.values()) weigh(cell, weights);
    }
  }

  /** These cells and others, which are older by so much, together. */
  plus(others: LearnedCells, ageMs: number): LearnedCells {
    const sum = new LearnedCells();
    for (const [account, cells] of others.#accounts)
      for (const [key, cell] of cells) sum.add(account, [key], cell);
    sum.age(ageMs);
    for (const [account, cells] of this.#accounts)
      for (const [key, cell] of cells) sum.add(account, [key], cell);
    return sum;
  }

  /** The finest cells with attempts that connectors decided. */
  *#leaves(): Iterable<LearnedLeaf> {
    for (const [account, cells] of this.#accounts) {
      for (const [key, cell] of cells) {
        if (cell.decided <= 0) continue;
        const parts = partsOf(key);
        if (parts.length === PARTS) yield { account, parts, cell };
      }
    }
  }
}
