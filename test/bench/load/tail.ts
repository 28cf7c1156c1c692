import type { ActionKind } from './actions.ts';
import { actions } from './actions.ts';
import { Causes, type Explained } from './causes.ts';
import type { SentRequest, Tallies } from './day.ts';
import { readProbe } from './probe-log.ts';
import { at, print, whole } from './report.ts';
import type { SessionSamples } from './sessions.ts';

const SLOWEST = 100;
/** Causes with less of the slowest requests' time are summed up. */
const SHARE_MIN = 0.01;

const kinds = new Map(actions.map(({ kind, name }) => [name, kind]));

/**
 * Prints times from when a request was due, by operation and for payments and dashboards together.
 *
 * @param goal How many times the p50 the p99 may be.
 */
export function reportTimes(tallies: Tallies, goal: number): void {
  print(
    '\n| operation | requests | p50 ms | p95 ms | p99 ms | max ms | p99 / p50 |\n|---|--:|--:|--:|--:|--:|--:|',
  );
  const row = (name: string, tookMs: readonly number[], judged = false) => {
    const times = [0.5, 0.95, 0.99, 1].map((share) => at(tookMs, share)).join(' | ');
    const ratio = Number(at(tookMs, 0.99)) / Number(at(tookMs, 0.5));
    const verdict = judged ? ` (goal ${goal}: ${ratio <= goal ? 'kept' : 'missed'})` : '';
    print(`| ${name} | ${tookMs.length} | ${times} | ${ratio.toFixed(1)}${verdict} |`);
  };
  for (const kind of ['payments', 'dashboards', 'others'] satisfies ActionKind[]) {
    const those = [...tallies].filter(([name]) => kinds.get(name) === kind);
    for (const [name, { tookMs }] of those) row(name, tookMs);
    row(
      `**${kind}**`,
      those.flatMap(([, { tookMs }]) => tookMs),
      kind !== 'others',
    );
  }
}

/** Prints what the slowest requests waited for: one cause for each, and the milliseconds of all causes. */
export async function reportCauses(
  tallies: Tallies,
  probeFile: string,
  sessions: SessionSamples,
): Promise<void> {
  const requests = [...tallies].flatMap(([action, { sent }]) => sent.map((each) => ({ action, ...each })));
  const slowest = requests.toSorted((one, other) => tookOf(other) - tookOf(one)).slice(0, SLOWEST);
  const ids = new Set(slowest.map(({ traceId }) => traceId));
  const period = requests.reduce(
    ({ endMs, startMs }, { doneMs, dueMs }) => ({
      startMs: Math.min(startMs, dueMs),
      endMs: Math.max(endMs, doneMs),
    }),
    { startMs: Number.POSITIVE_INFINITY, endMs: 0 },
  );
  const log = await readProbe(probeFile, period, (id) => ids.has(id));
  const causes = new Causes(log, sessions);
  const explained = slowest.map((request) => causes.explain(request));
  print(
    `\nThe slowest ${slowest.length} took ${whole(tookOf(slowest.at(-1)!))} to ${whole(tookOf(slowest[0]!))} ms:`,
  );
  print('\n| cause | requests | ms of all |\n|---|--:|--:|');
  const ms = sumOf(explained);
  const total = [...ms.values()].reduce((sum, each) => sum + each, 0);
  const counts = Map.groupBy(explained, ({ cause }) => cause);
  const rows = [...ms].toSorted(
    ([one, a], [other, b]) => (counts.get(other)?.length ?? 0) - (counts.get(one)?.length ?? 0) || b - a,
  );
  const shown = rows.filter(([cause, each]) => counts.has(cause) || each >= SHARE_MIN * total);
  for (const [cause, each] of shown)
    print(`| ${cause} | ${counts.get(cause)?.length ?? 0} | ${whole(each)} |`);
  const rest = total - shown.reduce((sum, [, each]) => sum + each, 0);
  if (shown.length < rows.length) print(`| ${rows.length - shown.length} others | 0 | ${whole(rest)} |`);
  reportSummary(explained, counts);
  reportMeanwhile(explained, slowest, period.endMs - period.startMs, log);
}

const tookOf = ({ doneMs, dueMs }: SentRequest) => doneMs - dueMs;

function sumOf(explained: readonly Explained[]): Map<string, number> {
  const ms = new Map<string, number>();
  for (const { byCause } of explained)
    for (const [cause, each] of byCause) ms.set(cause, (ms.get(cause) ?? 0) + each);
  return ms;
}

function reportSummary(
  explained: readonly Explained[],
  counts: ReadonlyMap<string, readonly Explained[]>,
): void {
  const parts = [...counts]
    .toSorted(([, a], [, b]) => b.length - a.length)
    .map(([cause, those]) => `${those.length} ${cause}`);
  print(`\nOf the slowest ${explained.length}, mostly: ${parts.join('; ')}.`);
}

/** Prints the jobs that ran during slow requests, beside how much of the time each runs, and collections. */
function reportMeanwhile(
  explained: readonly Explained[],
  slowest: readonly (SentRequest & { readonly action: string })[],
  wholeMs: number,
  { blocked, collections, jobs }: Awaited<ReturnType<typeof readProbe>>,
): void {
  print('\n| job | runs | of the time, % | during slowest | longest ms |\n|---|--:|--:|--:|--:|');
  for (const [name, runs] of Map.groupBy(jobs, (job) => job.name)) {
    const tookMs = runs.map(({ endMs, startMs }) => endMs - startMs);
    const share = (100 * tookMs.reduce((sum, each) => sum + each, 0)) / wholeMs;
    const during = explained.filter((each) => each.jobs.includes(name)).length;
    print(`| ${name} | ${runs.length} | ${share.toFixed(1)} | ${during} | ${whole(Math.max(...tookMs))} |`);
  }
  print('\n| collections and blocked loops | number | ms of all | longest ms |\n|---|--:|--:|--:|');
  const named = [
    ...collections,
    ...blocked.map((span) => ({ ...span, name: 'event loop blocked by more than 10 ms' })),
  ];
  for (const [name, those] of Map.groupBy(named, (each) => each.name)) {
    const tookMs = those.map(({ endMs, startMs }) => endMs - startMs);
    print(
      `| ${name} | ${those.length} | ${whole(tookMs.reduce((sum, each) => sum + each, 0))} | ${whole(Math.max(...tookMs))} |`,
    );
  }
  print('\n| slowest by operation | requests |\n|---|--:|');
  for (const [action, those] of Map.groupBy(slowest, (each) => each.action))
    print(`| ${action} | ${those.length} |`);
}
