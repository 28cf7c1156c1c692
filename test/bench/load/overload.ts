import { setTimeout as sleep } from 'node:timers/promises';
import { exampleTabs } from '../../../src/graphql/examples.ts';
import { offerLoad, percentile } from '../../process/reliability/load-plan.ts';
import { graphql } from '../measure.ts';
import type { ServerProcess } from '../processes.ts';
import { get, keyOf, payRequest } from '../requests.ts';
import type { LoadMerchant } from './actions.ts';
import { print, whole } from './report.ts';

const OVERLOAD_SECONDS = 20;

/** Offers reads at five times the service's capacity, with payments at the same time, and then at a quarter of it. */
export async function overload({ url }: ServerProcess, merchant: LoadMerchant): Promise<void> {
  const page = graphql(exampleTabs[0]!.query, { first: 20 }, keyOf(merchant.key));
  const reads = [get(merchant, '/payments/list?limit=20'), page].map((read) => ({ kind: 'reads', ...read }));
  const money = { kind: 'payments', ...payRequest(merchant), perSecond: 4 };
  const closed = await offerLoad({ url, requests: reads, connections: 8, seconds: 10 });
  const perSecond = closed.kinds.reads!.acceptedMs.length / closed.seconds;
  const phases = [
    ['half of what it carries', perSecond / 2, OVERLOAD_SECONDS],
    ['five times what it carries', perSecond * 5, OVERLOAD_SECONDS],
    ['five seconds on, a quarter of it', perSecond / 4, 5],
  ] as const;
  print(`Reads alone: ${whole(perSecond)}/s`);
  print(
    '\n| load | reads/s answered | refused | reads p99 ms | payments p99 ms | payments refused |\n|---|--:|--:|--:|--:|--:|',
  );
  for (const [name, rate, seconds] of phases) {
    if (seconds === 5) await sleep(5_000);
    const report = await offerLoad({ url, requests: [...reads, money], perSecond: rate, seconds });
    const [asked, paid] = [report.kinds.reads!, report.kinds.payments!];
    print(
      `| ${name} | ${whole(asked.acceptedMs.length / report.seconds)} | ${whole((100 * asked.refused) / (asked.refused + asked.acceptedMs.length))} % | ${whole(percentile(asked.acceptedMs, 0.99))} | ${whole(percentile(paid.acceptedMs, 0.99))} | ${paid.refused} |`,
    );
  }
}
