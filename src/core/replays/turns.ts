import { setImmediate as turn } from 'node:timers/promises';

/** Payments decided between turns of the event loop: some milliseconds. */
export const PAYMENTS_PER_TURN = 50;

/** Maps rows in order, and yields to the event loop after some. */
export async function inTurns<R, T>(rows: readonly R[], map: (row: R, index: number) => T): Promise<T[]> {
  const mapped: T[] = [];
  for (const row of rows) {
    mapped.push(map(row, mapped.length));
    if (mapped.length % PAYMENTS_PER_TURN === 0) await turn();
  }
  return mapped;
}
