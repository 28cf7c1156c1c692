import fc from 'fast-check';
import { it } from 'vitest';
import { seeds } from './seeds.ts';

/** The seed of the run's random values. */
export const seed = seeds.FC_SEED;

/**
 * Tests that a predicate holds for all values of the arbitraries. The predicate fails by returning false or by a
 * failed expectation. `FC_SEED` repeats a run with another seed.
 *
 * @example
 * ```ts
 * property('Addition is commutative', fc.integer(), fc.integer(), (a, b) => a + b === b + a);
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
