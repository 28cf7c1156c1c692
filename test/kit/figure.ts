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

/** Whether `npm run reliability` runs: tests then take the sizes that an ordinary run has no time for. */
export const isFullRun: boolean = process.env.RELIABILITY === 'full';

/**
 * How often something is tried, or how much of it. An ordinary run has one seed, so more of the same would find what it
 * found the last time.
 */
export const budget = (full: number, ordinary: number): number => (isFullRun ? full : ordinary);
