/** The acknowledged state of an object: later responses must not contradict it. */
export interface Acknowledgement {
  readonly path: string;
  /** The fields that must be found again. */
  readonly fields: Readonly<Record<string, unknown>>;
}

/** An unsuccessful response, or none. */
export interface Failure {
  /** The status and code, such as `503 database_unavailable`; or the connection error. */
  readonly answer: string;
  /** Whether it was a 503 or 409 with a retry hint: the only failures that a failover should show to clients. */
  readonly isExpected: boolean;
}

/** A customer's order: it must be paid exactly once, however often its requests are retried. */
export interface Order {
  readonly orderId: string;
  readonly amount: number;
}

/** All responses to clients. */
export class Ledger {
  /** The times of acknowledged writes, in order. */
  readonly writesMs: number[] = [];
  readonly failures: Failure[] = [];
  /** Orders whose payment was acknowledged as succeeded. */
  readonly paid: Order[] = [];
  /** Reads that missed earlier acknowledged state. */
  readonly staleReads: string[] = [];
  readonly #latest = new Map<string, Acknowledgement>();

  acknowledge(path: string, fields: Acknowledgement['fields']): void {
    this.writesMs.push(performance.now());
    this.#latest.set(path, { path, fields });
  }

  /** The last acknowledged state of an object. */
  latest(path: string): Acknowledgement['fields'] | undefined {
    return this.#latest.get(path)?.fields;
  }

  /** The last acknowledged state of each object. */
  get acknowledged(): Acknowledgement[] {
    return [...this.#latest.values()];
  }
}

/** Statuses that change without a client's action. */
const passing = new Set<unknown>(['processing', 'pending']);

/** An object's differences from its acknowledged state; empty if there are none. */
export function contradictions(fields: Acknowledgement['fields'], found: Record<string, unknown>): string[] {
  const lasting = passing.has(fields.status) ? { amount: fields.amount } : fields;
  return Object.entries(lasting)
    .filter(([name, value]) => found[name] !== value)
    .map(([name, value]) => `${name} is ${String(found[name])}, and was ${String(value)}`);
}
