import type { Figures } from '../measure.ts';
import type { Name, Workload } from './workloads.ts';

/** A server's results in the rounds of a workload. */
export interface Measured {
  readonly name: Name;
  readonly rounds: readonly Figures[];
  readonly statements: number;
}

const titles: Readonly<Record<Name, string>> = {
  switchyard: '**Switchyard**',
  postgraphile: 'PostGraphile 5',
  apollo: 'Apollo Server 5, dataloader, pg',
  'limit-pg-rows': 'limit: node:http and pg, rows to JSON',
  medusa: 'Medusa 2.21, payment module with its manual provider',
  'limit-pay': 'limit: node:http and pg, two statements',
};

/** The table of a workload in Markdown, fastest first. */
export function tableOf({ against, title }: Workload, measured: readonly Measured[]): string {
  const base = measured.find(({ name }) => name === against);
  const rows = measured
    .map((each) => ({ ...each, perSecond: medianOf(each, 'perSecond') }))
    .sort((a, b) => b.perSecond - a.perSecond)
    .map((each) => {
      const { name, perSecond, statements } = each;
      const shown = (key: keyof Figures, digits: number) => text(medianOf(each, key), digits);
      const failed = each.rounds.reduce((sum, round) => sum + round.failed, 0);
      const cells = [
        titles[name] + (failed > 0 ? ` (${failed} failed)` : ''),
        perSecond.toFixed(0),
        base ? text(ratio(each, base), 2) : '',
        shown('p50Ms', 0),
        shown('p99Ms', 0),
        statements.toFixed(1),
        shown('serverMs', 2),
        shown('databaseMs', 2),
        shown('residentMb', 0),
      ];
      return `| ${cells.join(' | ')} |`;
    });
  const compared = titles[against].replaceAll('*', '');
  return [
    `### ${title}`,
    '',
    `| | requests/s | × ${compared} | p50 ms | p99 ms | statements | server CPU ms | database CPU ms | server MB |`,
    '|---|--:|--:|--:|--:|--:|--:|--:|--:|',
    ...rows,
    '',
  ].join('\n');
}

const text = (value: number, digits: number) => (Number.isFinite(value) ? value.toFixed(digits) : '–');

const medianOf = ({ rounds }: Measured, key: keyof Figures) => median(rounds.map((round) => round[key]));

/** Compared round by round, so that a slow minute of the machine affects both sides. */
const ratio = ({ rounds }: Measured, base: Measured) =>
  median(rounds.map(({ perSecond }, i) => perSecond / base.rounds[i]!.perSecond));

function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = sorted.length >> 1;
  return sorted.length % 2 === 1 ? sorted[middle]! : (sorted[middle - 1]! + sorted[middle]!) / 2;
}
