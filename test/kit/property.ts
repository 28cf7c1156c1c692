import fc from 'fast-check';
import { it } from 'vitest';

/** What a run's random values follow from. */
export const seed = Number(process.env.FC_SEED ?? Math.floor(Math.random() * 2 ** 31));
process.stdout.write(`FC_SEED=${seed}\n`);

/**
 * A test that a predicate holds for whatever the arbitraries make. It may return false or fail an
 * expectation. `FC_SEED` repeats a run; without it every run is another, and its seed is printed.
 *
 * @example
 * ```ts
 * property('adds in any order', fc.integer(), fc.integer(), (a, b) => a + b === b + a);
 * ```
 */
export function property<Values extends [unknown, ...unknown[]]>(
  name: string,
  ...rest: [
    ...arbitraries: { [I in keyof Values]: fc.Arbitrary<Values[I]> },
    predicate: (...values: Values) => unknown,
  ]
): void {
  const predicate = rest.at(-1) as (...values: unknown[]) => unknown;
  const arbitraries = rest.slice(0, -1) as [fc.Arbitrary<unknown>];
  it(name, async () => {
    await fc.assert(
      fc.asyncProperty(...arbitraries, async (...values) => {
        const holds = await predicate(...values);
        return holds !== false;
      }),
      { seed },
    );
  });
}
