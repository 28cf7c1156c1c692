import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { figure } from '../../kit/figure.ts';
import { type LoadReport, type LoadRequest, offerLoad, percentile } from '../reliability/load-plan.ts';
import { type PayingService, startPayingService } from './paying-merchants.ts';

const SECONDS = 20;
const ROWS = 20;
const FILL_S = 5;
const MONEY_PER_SECOND = 4;
const ACCEPTED_MS = 1_000;
/** Payments without other load take a tenth of this. */
const MACHINE_BUSY_MS = 500;

let paying: PayingService;
let reads: LoadRequest[];
let money: LoadRequest[];

beforeAll(async () => {
  paying = await startPayingService();
  const shop = await paying.merchant('shop');
  const filling = { url: paying.service.url, requests: [shop.payment], connections: 4, seconds: FILL_S };
  expect((await offerLoad(filling)).kinds.money!.acceptedMs.length).toBeGreaterThan(ROWS);
  reads = shop.reads(ROWS);
  money = [{ ...shop.payment, perSecond: MONEY_PER_SECOND }];
}, 120_000);

afterAll(() => paying.end());

/** The service's resident memory, in megabytes. */
async function memoryMb(): Promise<number> {
  const status = await readFile(`/proc/${paying.service.child.pid}/status`, 'utf8');
  return Math.round(Number(/VmRSS:\s+(\d+)/.exec(status)![1]) / 1024);
}

const rateOf = ({ kinds, seconds }: LoadReport, kind: string) => kinds[kind]!.acceptedMs.length / seconds;
const p99 = ({ kinds }: LoadReport, kind: string) => percentile(kinds[kind]!.acceptedMs, 0.99);
const rounded = (value: number) => String(Math.round(value));

/** The service's capacity is measured again in each attempt: other load on the machine changes it. */
test('At five times its capacity, the service answers accepted requests in time, payments first, and refuses the rest', {
  timeout: 240_000,
  retry: 2,
}, async ({ skip, task }) => {
  const { url } = paying.service;
  // Warm-up: cold code is slow.
  await offerLoad({ url, requests: [...reads, ...money], perSecond: 50, seconds: SECONDS });
  const closed = await offerLoad({ url, requests: reads, connections: 8, seconds: SECONDS });
  const carried = rateOf(closed, 'reads');
  const alone = await offerLoad({ url, requests: money, seconds: SECONDS });
  if (p99(alone, 'money') > MACHINE_BUSY_MS)
    skip('The machine is so busy otherwise that it would be measured instead.');
  const usual = await offerLoad({
    url,
    requests: [...reads, ...money],
    perSecond: carried / 2,
    seconds: SECONDS,
  });
  const beforeMb = await memoryMb();
  const over = await offerLoad({
    url,
    requests: [...reads, ...money],
    perSecond: carried * 5,
    seconds: SECONDS,
  });
  const after = await offerLoad({
    url,
    requests: [...reads, ...money],
    perSecond: carried / 4,
    seconds: 5,
  });
  const afterMb = await memoryMb();
  const { reads: accepted, money: paid } = over.kinds;
  const share = accepted!.refused / (accepted!.refused + accepted!.acceptedMs.length);
  figure(
    task,
    [
      `it carries ${rounded(carried)} reads/s (p99 ${rounded(p99(closed, 'reads'))} ms); at ${rounded(carried * 5)}/s it`,
      `answers ${rounded(rateOf(over, 'reads'))}/s (p99 ${rounded(p99(over, 'reads'))} ms) and refuses ${rounded(share * 100)} %`,
      `(p99 ${rounded(percentile(accepted!.refusedMs, 0.99))} ms);`,
      `payments, p99: ${rounded(p99(alone, 'money'))} ms alone, ${rounded(p99(usual, 'money'))} at half load, ${rounded(p99(over, 'money'))} at five times, ${paid!.refused} refused;`,
      `memory ${beforeMb} → ${afterMb} MB; five seconds on, reads p99 ${rounded(p99(after, 'reads'))} ms`,
    ].join(' '),
  );
  expect(accepted!.refused).toBeGreaterThan(0);
  expect(accepted!.withoutRetryAfter).toBe(0);
  expect([accepted!.others, paid!.others, paid!.refused]).toEqual([{}, {}, 0]);
  expect(rateOf(over, 'reads')).toBeGreaterThan(carried * 0.2);
  expect(p99(over, 'reads')).toBeLessThan(ACCEPTED_MS);
  expect(p99(over, 'money')).toBeLessThan(2 * Math.max(p99(usual, 'money'), p99(alone, 'money')));
  expect(after.kinds.reads!.refused).toBe(0);
  expect(p99(after, 'reads')).toBeLessThan(ACCEPTED_MS);
  expect(afterMb).toBeLessThan(beforeMb + 150);
});
