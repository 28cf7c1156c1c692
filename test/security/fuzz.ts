import { isFullRun } from '../kit/figure.ts';

/** The seed of a run. It is printed, and `FUZZ_SEED` repeats the run. */
export const fuzzSeed = Number(process.env.FUZZ_SEED ?? Math.floor(Math.random() * 2 ** 31));
process.stdout.write(`FUZZ_SEED=${fuzzSeed}\n`);

/** How many cases to run: all in `npm run reliability`, fewer in CI. `FUZZ_RUNS` overrides both. */
export const runsOf = (all: number, quick: number): number =>
  Number(process.env.FUZZ_RUNS ?? (isFullRun ? all : quick));

/** Counts by name, for figures and for judging that a run covered what it should. */
export class Tally {
  readonly counts = new Map<string, number>();

  add(name: string): void {
    this.counts.set(name, this.of(name) + 1);
  }

  of(name: string): number {
    return this.counts.get(name) ?? 0;
  }
}
