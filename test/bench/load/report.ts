import { percentile } from '../../process/reliability/load-plan.ts';
import type { Tallies, Tally } from './day.ts';

export const print = (text: string): void => void process.stdout.write(`${text}\n`);
export const whole = (value: number): string => (Number.isNaN(value) ? '–' : String(Math.round(value)));

export const sum = (tallies: Tallies, of: (tally: Tally) => number) =>
  [...tallies.values()].reduce((total, tally) => total + of(tally), 0);
export const failuresOf = ({ failures }: Tally) =>
  [...failures.values()].reduce((total, each) => total + each, 0);
/** The time within which a share of the measured requests ended. */
export const at = (tookMs: readonly number[], share: number) =>
  whole(
    percentile(
      tookMs.toSorted((a, b) => a - b),
      share,
    ),
  );

/** Prints a table of the actions' outcomes. */
export function reportActions(tallies: Tallies, seconds: number): void {
  print(
    '\n| action | a second | p50 ms | p95 ms | p99 ms | refused | failed |\n|---|--:|--:|--:|--:|--:|---|',
  );
  for (const [name, tally] of tallies) {
    const { failures, refusedMs, tookMs } = tally;
    const failed = [...failures].map(([what, count]) => `${count} × ${what}`).join(', ') || '0';
    const times = [0.5, 0.95, 0.99].map((share) => at(tookMs, share)).join(' | ');
    print(
      `| ${name} | ${(tookMs.length / seconds).toFixed(1)} | ${times} | ${refusedMs.length} | ${failed} |`,
    );
  }
  print('');
}
