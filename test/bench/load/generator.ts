import 'reflect-metadata';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import type { LoadMerchant } from './actions.ts';
import { actions } from './actions.ts';
import { act, actOnce, type Tally } from './day.ts';
import { failuresOf, sum } from './report.ts';
import { soakActions } from './soak-actions.ts';

/** What a generator does: a rate regardless of responses, or a constant number of actions in progress. */
export interface GeneratorPlan {
  readonly url: string;
  readonly merchants: readonly LoadMerchant[];
  readonly actions: 'day' | 'soak';
  readonly seconds: number;
  readonly perSecond?: number;
  /** How many actions are in progress at any time, in place of a rate. */
  readonly inProgress?: number;
}

/** What a generator reports: its counts so far each second, and its tallies at the end. */
export type GeneratorReport =
  | { readonly answered: number; readonly failed: number }
  | {
      readonly tallies: ReadonlyMap<string, Tally>;
      readonly seconds: number;
      /** The delay of the generator's own event loop, in milliseconds. */
      readonly loopP99Ms: number;
      readonly loopMaxMs: number;
    };

const PROGRESS_MS = 1_000;
/** Its histogram's resolution, which each of its values includes. */
const RESOLUTION_MS = 1;

/** A process that generates load, so that neither its own work nor a benchmark's delays what it measures. */
process.once('message', async (plan: GeneratorPlan) => {
  const { inProgress, merchants, perSecond = 0, seconds, url } = plan;
  const choices = plan.actions === 'day' ? actions : soakActions;
  const tallies = new Map<string, Tally>();
  const report = (of: GeneratorReport) => process.send!(of);
  const answered = () => sum(tallies, ({ tookMs }) => tookMs.length);
  const progress = setInterval(
    () => report({ answered: answered(), failed: sum(tallies, failuresOf) }),
    PROGRESS_MS,
  );
  const loop = monitorEventLoopDelay({ resolution: RESOLUTION_MS });
  loop.enable();
  const startedMs = performance.now();
  const isOver = () => performance.now() - startedMs >= seconds * 1_000;
  const keepActing = async () => {
    while (!isOver()) await actOnce(url, merchants, tallies, choices);
  };
  if (inProgress === undefined) await act(url, merchants, perSecond, isOver, tallies, choices);
  else await Promise.all(Array.from({ length: inProgress }, keepActing));
  loop.disable();
  clearInterval(progress);
  const result: GeneratorReport = {
    tallies,
    seconds: (performance.now() - startedMs) / 1_000,
    loopP99Ms: loop.percentile(99) / 1e6 - RESOLUTION_MS,
    loopMaxMs: loop.max / 1e6 - RESOLUTION_MS,
  };
  // Not before it is sent: it is large.
  process.send!(result, () => process.disconnect());
});
