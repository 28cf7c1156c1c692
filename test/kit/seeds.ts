import { isFullRun } from './figure.ts';

/** The values of {@link seeds} in ordinary runs, whose results depend only on the code. */
const FIXED = { FC_SEED: 1, FUZZ_SEED: 1 };

type Name = keyof typeof FIXED;

function seedOf(name: Name): number {
  return Number(process.env[name] ?? (isFullRun ? Math.floor(Math.random() * 2 ** 31) : FIXED[name]));
}

/**
 * The seeds of a run's random values: `FC_SEED` for properties, `FUZZ_SEED` for generated requests. `npm run
 * reliability` uses new ones each time. They are printed; set in the environment, they repeat a run.
 */
export const seeds: Readonly<Record<Name, number>> = {
  FC_SEED: seedOf('FC_SEED'),
  FUZZ_SEED: seedOf('FUZZ_SEED'),
};

/** The seeds as the environment of the run's workers. */
export const seedEnvironment = (): Record<Name, string> => ({
  FC_SEED: String(seeds.FC_SEED),
  FUZZ_SEED: String(seeds.FUZZ_SEED),
});

/** Numbers from 0 to below 1, deterministic for a seed (mulberry32). */
export function seededDraw(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
