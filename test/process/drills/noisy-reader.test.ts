import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { figure } from '../../kit/figure.ts';
import { type LoadReport, offerLoad, percentile } from '../reliability/load-plan.ts';
import { startPayingService } from './paying-merchants.ts';

const SECONDS = 15;
/** How long before the payments the reads start: the load generator occupies a core while starting. */
const LEAD_S = 3;
const READERS = 60;
/** Clients that pay one payment after another. */
const PAYERS = 2;
const ROWS = 100;

const times = ({ kinds }: LoadReport, kind: string) => {
  const { acceptedMs } = kinds[kind]!;
  return { p50: percentile(acceptedMs, 0.5), p99: percentile(acceptedMs, 0.99) };
};
const perSecond = ({ kinds, seconds }: LoadReport) => Math.round(kinds.reads!.acceptedMs.length / seconds);
const shown = ({ p50, p99 }: ReturnType<typeof times>) => `${p50.toFixed(0)}/${p99.toFixed(0)} ms`;

test("While one merchant reads pages of 100 on 60 connections, another's payments take less than twice as long", {
  retry: 2,
}, async ({ onTestFinished, task }) => {
  const { end, merchant, service } = await startPayingService();
  onTestFinished(end);
  const [reader, payer] = [await merchant('reader'), await merchant('payer')];
  const { url } = service;
  // Until there is more than one page.
  const filled = await offerLoad({ url, requests: [reader.payment], connections: 4, seconds: 12 });
  expect(filled.kinds.money!.acceptedMs.length).toBeGreaterThan(ROWS);
  const reading = (seconds: number, connections = READERS) =>
    offerLoad({ url, requests: reader.reads(ROWS), connections, seconds });
  const paying = () => offerLoad({ url, requests: [payer.payment], connections: PAYERS, seconds: SECONDS });
  // Warm-up: cold code is slow.
  await reading(5, 4);
  const alone = await paying();
  const carried = await reading(SECONDS);
  const readMeanwhile = reading(SECONDS + 2 * LEAD_S);
  await sleep(LEAD_S * 1_000);
  const [beside, read] = await Promise.all([paying(), readMeanwhile]);

  const [before, after] = [times(alone, 'money'), times(beside, 'money')];
  const { refused } = read.kinds.reads!;
  figure(
    task,
    `payments p50/p99 alone ${shown(before)}, beside ${shown(after)}; reads/s without payments ${perSecond(carried)}, beside them ${perSecond(read)} (${shown(times(read, 'reads'))}), ${refused} refused`,
  );
  expect([beside.kinds.money!.refused, beside.kinds.money!.others]).toEqual([0, {}]);
  expect(after.p99).toBeLessThan(2 * before.p99);
});
