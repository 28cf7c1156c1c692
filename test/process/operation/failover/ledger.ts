/** What a client was told of an object: later answers must not take it back. */
export interface Acknowledgement {
  readonly path: string;
  /** The fields that must be found again. */
  readonly fields: Readonly<Record<string, unknown>>;
}

/** An answer other than a success, or none at all. */
export interface Failure {
  /** The status and code, such as `503 database_unavailable`; or what became of the connection. */
  readonly answer: string;
  /** Whether it was a 503 or 409 that says when to come back: all that a client should see of a failover. */
  readonly isExpected: boolean;
}

/** A customer's order: it is to be paid once, however often its requests are sent again. */
export interface Order {
  readonly orderId: string;
  readonly amount: number;
}

/** Everything that clients were answered. */
export class Ledger {
  /** When writes were acknowledged, in their order. */
  readonly writesMs: number[] = [];
  readonly failures: Failure[] = [];
  /** Orders whose payment was acknowledged as succeeded. */
  readonly paid: Order[] = [];
  /** Reads that did not show what had been acknowledged before. */
  readonly staleReads: string[] = [];
  readonly #latest = new Map<string, Acknowledgement>();

  acknowledge(path: string, fields: Acknowledgement['fields']): void {
    this.writesMs.push(performance.now());
    this.#latest.set(path, { path, fields });
  }

  /** What was said last of an object. */
  latest(path: string): Acknowledgement['fields'] | undefined {
    return this.#latest.get(path)?.fields;
  }

  /** What was said last of each object. */
  get acknowledged(): Acknowledgement[] {
    return [...this.#latest.values()];
  }
}

/** Statuses that go on to another without a client's doing. */
const passing = new Set<unknown>(['processing', 'pending']);

/** How an object differs from what was acknowledged of it; empty if it does not. */
export function contradictions(fields: Acknowledgement['fields'], found: Record<string, unknown>): string[] {
  const lasting = passing.has(fields.status) ? { amount: fields.amount } : fields;
  return Object.entries(lasting)
    .filter(([name, value]) => found[name] !== value)
    .map(([name, value]) => `${name} is ${String(found[name])}, and was ${String(value)}`);
}
