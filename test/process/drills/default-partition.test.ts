import pg from 'pg';
import { expect } from 'vitest';
import { makePartitions } from '../../../src/core/maintenance/partitions.ts';
import { ownerUrl } from '../../kit/database.ts';
import { figure } from '../../kit/figure.ts';
import { cardOf, cards, sandboxShop } from '../../kit/sandbox-shop.ts';
import { testApart as base } from '../../kit/test.ts';
import { type LoadReport, offerLoad, percentile } from '../reliability/load-plan.ts';

const ROWS = 700_000;
const PER_SECOND = 4;
const ACCEPTED_MS = 500;

const test = base.extend('asOwner', { scope: 'file' }, async ({ shared }, { onCleanup }) => {
  const owner = new pg.Client({ connectionString: ownerUrl(shared.databaseUrl) });
  await owner.connect();
  await owner.query(`select set_config('switchyard.merchant_id', '*', false)`);
  onCleanup(() => owner.end());
  return owner;
});

test('Payments continue while a default partition with 700 000 events becomes the partition of its month', async ({
  asOwner,
  service,
  task,
}) => {
  const shop = await sandboxShop(service);
  const month = new Date().toISOString().slice(0, 7).replace('-', '_');
  // As in a month that began without the job.
  await asOwner.query(`drop table partitions.events_${month}`);
  const model = await shop.event();
  const { rows: columns } = await asOwner.query(
    `select string_agg(quote_ident(attname), ', ') as names from pg_attribute where attrelid = 'events'::regclass
     and attnum > 0 and not attisdropped and attidentity = '' and attname <> 'event_id'`,
  );
  await asOwner.query(
    `insert into events (event_id, ${columns[0].names})
     select 'evt_' || partitions.ulid_time(created_at) || lpad(n::text, 16, '0'), ${columns[0].names}
     from events, generate_series(1, ${ROWS}) n where event_id = $1`,
    [model],
  );
  const { rows: sizes } = await asOwner.query(
    `select pg_size_pretty(pg_total_relation_size('partitions.events_default')) as size`,
  );

  const card = { payment_method: 'card', payment_method_data: { card: cardOf(cards.good) } };
  const body = JSON.stringify({ amount: 100, currency: 'EUR', confirm: true, ...card });
  const headers = { 'api-key': shop.key, 'content-type': 'application/json' };
  const payments = { kind: 'payments', method: 'POST', path: '/payments', headers, body } as const;
  const offer = (seconds: number): Promise<LoadReport> =>
    offerLoad({ url: service.url, requests: [payments], perSecond: PER_SECOND, seconds });
  await offer(5);
  const before = (await offer(20)).kinds.payments!;
  const paying = offer(30);
  const startedMs = performance.now();
  const { adopted } = await makePartitions(service.database.rows, new Date());
  const tookMs = performance.now() - startedMs;
  const during = (await paying).kinds.payments!;

  const p99 = (times: readonly number[]) => Math.round(percentile(times, 0.99));
  figure(
    task,
    `${ROWS} rows (${sizes[0].size}) in ${(tookMs / 1000).toFixed(1)} s; payments at ${PER_SECOND}/s, p99 ${p99(before.acceptedMs)} ms before, ${p99(during.acceptedMs)} ms meanwhile, ${during.refused} refused`,
  );
  expect(adopted).toEqual([`partitions.events_${month}`]);
  expect([during.refused, during.others]).toEqual([0, {}]);
  expect(p99(during.acceptedMs)).toBeLessThan(Math.max(ACCEPTED_MS, 2 * p99(before.acceptedMs)));
  const { rows: left } = await asOwner.query('select count(*)::int as rows from partitions.events_default');
  expect(left).toEqual([{ rows: 0 }]);
  await asOwner.query(`delete from events where event_id ~ '0{9}'`);
});
