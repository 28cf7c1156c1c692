import type { Claim } from './claims.ts';
import type { Failover } from './fail-over.ts';

export const print = (text: string): void => void process.stdout.write(`${text}\n`);

/** How many contradictions to show per claim. */
const SHOWN_MAX = 10;

/** Prints one failover as a table row, with a header before the first. */
export function reportFailover(number: number, failover: Failover): void {
  const { electedS, failures, isRewound, leader, mishap, rejoinedS, successor, withoutWritesS } = failover;
  if (number === 1)
    print(
      '| # | leader | took over | after | without writes | failed requests | back after |\n|--:|---|---|--:|--:|---|---|',
    );
  const failed = [...failures].map(([answer, count]) => `${count} × ${answer}`).join(', ') || 'none';
  const rejoined = `${rejoinedS.toFixed(0)} s${isRewound ? ', rewound' : ''}`;
  const times = `${electedS.toFixed(1)} s | ${withoutWritesS.toFixed(1)} s`;
  print(`| ${number} | ${leader} ${mishap} | ${successor} | ${times} | ${failed} | ${rejoined} |`);
}

/** Prints the results of the claims; false if one failed. */
export function reportClaims(claims: readonly Claim[]): boolean {
  print('\n| Claim | Found |\n|---|--:|');
  for (const { against, what } of claims) print(`| ${what} | ${against.length} |`);
  const broken = claims.filter(({ against }) => against.length > 0);
  for (const { against, what } of broken) print(`\n${what}:\n${against.slice(0, SHOWN_MAX).join('\n')}`);
  return broken.length === 0;
}
