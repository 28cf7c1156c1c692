import { isFullRun } from '../../kit/figure.ts';
import { seeds } from '../../kit/seeds.ts';

/** The seed of the generated requests. */
export const fuzzSeed = seeds.FUZZ_SEED;

/** How many cases to run: all in `npm run reliability`, fewer in CI. `FUZZ_RUNS` overrides both. */
export const runsOf = (all: number, quick: number): number =>
  Number(process.env.FUZZ_RUNS ?? (isFullRun ? all : quick));

/** Counts by name, for figures and for judging a run's coverage. */
export class Tally {
  readonly counts = new Map<string, number>();

  add(name: string): void {
    this.counts.set(name, this.of(name) + 1);
  }

  of(name: string): number {
    return this.counts.get(name) ?? 0;
  }
}
