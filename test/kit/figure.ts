import type { RunnerTestCase } from 'vitest';

declare module 'vitest' {
  interface TaskMeta {
    figure?: string;
  }
}

/**
 * Notes what a test measured, such as `'0 leaks in 2 333 attempts'`. `npm run reliability` prints each such test as
 * one line: its title, which states the claim, and its figure.
 */
export function figure(task: Readonly<RunnerTestCase>, measured: string): void {
  task.meta.figure = measured;
}

/**
 * Whether `npm run reliability` runs.
 *
 * What runs where: an ordinary run, `npm test`, has ten minutes on two cores, and notices when any mechanism breaks. It
 * takes each mechanism once: one role, one theme, one process killed at each kind of moment, and of a walk over
 * everything a part that is spread over it. The full run takes all of it, every night. There are three ways to say so:
 * {@link budget} for how often or how much, {@link someOf} for which of many, and `test.runIf(isFullRun)`, or a file in a
 * folder `drills/`, for what has to be done whole and repeats what ordinary tests hold in small.
 */
export const isFullRun: boolean = process.env.RELIABILITY === 'full';

/**
 * How often something is tried, or how much of it. An ordinary run has one seed, so more of the same would find what it
 * found the last time.
 */
export const budget = (full: number, ordinary: number): number => (isFullRun ? full : ordinary);

/**
 * What is tried of many: all in a full run; in an ordinary one so many, evenly spread from the first on.
 *
 * ```ts
 * test.for(someOf(pages, 3))('$path opens', …)
 * ```
 */
export function someOf<T>(all: readonly T[], ordinary: number): readonly T[] {
  if (isFullRun || all.length <= ordinary) return all;
  return Array.from({ length: ordinary }, (_, i) => all[Math.floor((i * all.length) / ordinary)]!);
}
