import type { RunnerTestCase } from 'vitest';

declare module 'vitest' {
  interface TaskMeta {
    figure?: string;
  }
}

/**
 * Records a test's result, such as `'0 leaks in 2 333 attempts'`. `npm run reliability` prints each such test in one
 * line: its title, which states the claim, and its figure.
 */
export function figure(task: Readonly<RunnerTestCase>, measured: string): void {
  task.meta.figure = measured;
}

/**
 * Whether `npm run reliability` runs.
 *
 * What runs where: an ordinary run, `npm test`, takes ten minutes on two cores and detects any broken mechanism. It
 * covers each mechanism once: one role, one theme, one process killed at each kind of moment, and an evenly spread
 * sample of each exhaustive walk. The full run covers everything, every night. There are three ways to limit ordinary
 * runs: {@link budget} for how often or how much, {@link someOf} for which of many, and `test.runIf(isFullRun)` or a
 * file in a folder `drills/` for tests that must be complete and that ordinary tests cover on a small scale.
 */
export const isFullRun: boolean = process.env.RELIABILITY === 'full';

/**
 * How often to try something, or how much of it. An ordinary run has one seed, so repeating it would find nothing new.
 */
export const budget = (full: number, ordinary: number): number => (isFullRun ? full : ordinary);

/**
 * Which of many to try: all in a full run; in an ordinary one this many, evenly spread from the first on.
 *
 * ```ts
 * test.for(someOf(pages, 3))('$path opens', …)
 * ```
 */
export function someOf<T>(all: readonly T[], ordinary: number): readonly T[] {
  if (isFullRun || all.length <= ordinary) return all;
  return Array.from({ length: ordinary }, (_, i) => all[Math.floor((i * all.length) / ordinary)]!);
}
