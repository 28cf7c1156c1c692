import fc from 'fast-check';
import { expect } from 'vitest';
import type { Message } from '../../../../src/core/foundation/ports/mail.ts';
import { makeReports } from '../../../../src/core/reports/make-reports.ts';
import { firstRunAfter, periodBefore, type ReportRule } from '../../../../src/core/reports/report-period.ts';
import { runReportSchedules } from '../../../../src/core/reports/run-schedules.ts';
import { allMerchants } from '../../../../src/core/writes/due-objects.ts';
import { sweep } from '../../../../src/jobs/sweep.ts';
import { seed } from '../../../kit/property.ts';
import type { TestService, TestServiceOptions } from '../../../kit/service.ts';
import { test as base } from '../../../kit/test.ts';
import { appoint } from '../../people/people.ts';

const clock = { now: new Date() };
const posted: Message[] = [];
const serviceOptions = {
  now: () => clock.now,
  mail: { post: (message: Message) => void posted.push(message), drain: async () => {} },
} as TestServiceOptions;

const DAY_MS = 24 * 60 * 60_000;
const admin = (service: TestService) => service.contextFor({ kind: 'admin_key' }, 'req_reports');
const begin = (service: TestService) => runReportSchedules(admin(service), allMerchants, 90);
const make = (service: TestService) => makeReports(admin(service), allMerchants);

const test = base
  .extend('serviceOptions', { scope: 'file' }, () => serviceOptions)
  .extend('schedule', ({ api }) => async (body: object) => {
    const given = { name: 'Daily', list: 'payments', period: 'daily', time_zone: 'UTC', ...body };
    return api.post('/report_schedules', given);
  })
  .extend('download', ({ service, shop }) => async (reportId: string, key = shop.key) => {
    const response = await fetch(`${service.url}/reports/${reportId}/file`, { headers: { 'api-key': key } });
    return { response, text: Buffer.from(await response.arrayBuffer()).toString() };
  });

/** The local date and hour of an instant in a time zone, by an independent implementation. */
function localOf(zone: string, at: Date): { day: string; hour: number; weekday: string } {
  const parts = new Intl.DateTimeFormat('en-CA', {
    timeZone: zone,
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    weekday: 'short',
    hourCycle: 'h23',
  }).formatToParts(at);
  const of = (type: string) => parts.find((part) => part.type === type)!.value;
  return {
    day: `${of('year')}-${of('month')}-${of('day')}`,
    hour: Number(of('hour')),
    weekday: of('weekday'),
  };
}

const zones = [
  'UTC',
  'Europe/Berlin',
  'America/New_York',
  'Australia/Lord_Howe',
  'Asia/Kathmandu',
  'America/Havana',
];

test('Runs follow at their local hour without gaps or overlaps across DST changes', async ({ service }) => {
  const ctx = admin(service);
  const rules = fc.record({
    period: fc.constantFrom('daily' as const, 'weekly' as const, 'monthly' as const),
    time_zone: fc.constantFrom(...zones),
    hour: fc.integer({ min: 0, max: 23 }),
  });
  const times = fc.date({ min: new Date('2024-01-01'), max: new Date('2029-12-31'), noInvalidDate: true });
  await fc.assert(
    fc.asyncProperty(rules, times, async (rule: ReportRule, time) => {
      const run = await firstRunAfter(ctx, rule, time);
      expect(run.at.getTime()).toBeGreaterThan(time.getTime());
      const period = await periodBefore(ctx, rule, run.day);
      const after = await periodBefore(ctx, rule, period.next.day);
      expect(after.from).toEqual(period.to);
      // The next run is the first after this one, by either method.
      expect(await firstRunAfter(ctx, rule, run.at)).toEqual(period.next);
      const [first, end, ran] = [period.from, period.to, run.at].map((at) => localOf(rule.time_zone, at));
      expect([first!.day, end!.day, ran!.day]).toEqual([period.firstDay, run.day, run.day]);
      // Different days just before both ends: the period consists of whole days.
      for (const at of [period.from, period.to]) {
        const before = localOf(rule.time_zone, new Date(at.getTime() - 1));
        expect(before.day).not.toBe(localOf(rule.time_zone, at).day);
      }
      // A skipped hour becomes the following one.
      expect([rule.hour, (rule.hour + 1) % 24]).toContain(ran!.hour);
      if (rule.period === 'weekly') expect([first!.weekday, end!.weekday]).toEqual(['Mon', 'Mon']);
      if (rule.period === 'monthly') expect([first!.day.slice(8), end!.day.slice(8)]).toEqual(['01', '01']);
    }),
    {
      seed,
      numRuns: 60,
      examples: [[{ period: 'daily', time_zone: 'Europe/Berlin', hour: 2 }, new Date('2026-03-28T12:00Z')]],
    },
  );
});

test('Two processes create one report per period, equal to the export, and notify its readers', async ({
  api,
  download,
  schedule,
  secondService,
  service,
  shop,
}) => {
  clock.now = new Date('2026-10-25T10:00:00Z');
  posted.length = 0;
  const [analyst, developer] = [
    await appoint(service, shop.merchantId, 'analyst'),
    await appoint(service, shop.merchantId, 'developer'),
  ];
  const refused = await schedule({ recipients: [analyst.email, developer.email], mask_personal_data: false });
  expect(refused.body.error).toMatchObject({ code: 'invalid_parameter', param: 'recipients' });
  // Clocks go back this night: the day has 25 hours.
  const { body: made, status } = await schedule({
    time_zone: 'Europe/Berlin',
    hour: 7,
    recipients: [analyst.email.toUpperCase()],
    profile_id: shop.profileId,
    filter: '{"amount":{"gte":1000}}',
    columns: 'payment_id,amount_major,email',
  });
  expect([status, made.next_run_at, made.mask_personal_data]).toEqual([
    200,
    '2026-10-26T06:00:00.000Z',
    true,
  ]);
  const at = (created: string, amount: number) =>
    shop.payment({ amount, email: 'ada@example.com', created: new Date(created) });
  const inside = [await at('2026-10-24T22:00:00Z', 1500), await at('2026-10-25T22:59:59.999Z', 2500)];
  await Promise.all([
    at('2026-10-24T21:59:59.999Z', 3000),
    at('2026-10-25T23:00:00Z', 3000),
    at('2026-10-25T12:00:00Z', 999),
  ]);

  expect(await begin(service)).toBe(0);
  clock.now = new Date('2026-10-26T06:00:00Z');
  await Promise.all([begin(service), begin(secondService)]);
  await Promise.all([make(service), make(secondService)]);
  await make(service);
  const { body: listed } = await api.get('/reports');
  expect(listed.data).toMatchObject([
    {
      schedule_id: made.schedule_id,
      status: 'ready',
      rows: 2,
      period_from: '2026-10-24T22:00:00.000Z',
      period_to: '2026-10-25T23:00:00.000Z',
      file_name: 'payments 2026-10-25 to 2026-10-25.csv',
    },
  ]);
  const [report] = listed.data;
  const { response, text } = await download(report.report_id);
  expect(response.headers.get('content-disposition')).toContain(report.file_name);
  expect(Buffer.byteLength(text)).toBe(report.bytes);
  // The export of a caller who may not read personal data.
  const { body: key } = await api.post(`/api_keys/${shop.merchantId}`, {
    name: 'Analyst',
    permissions: ['payments:read', 'exports:create'],
  });
  const query = new URLSearchParams({
    filter: '{"amount":{"gte":1000}}',
    created_gte: report.period_from,
    created_lt: report.period_to,
    columns: made.columns,
    bom: 'true',
  });
  const headers = { 'api-key': key.api_key };
  const exported = await fetch(`${service.url}/exports/payments.csv?${query}`, { headers });
  expect(text).toBe(Buffer.from(await exported.arrayBuffer()).toString());
  for (const id of inside) expect(text).toContain(id);
  expect(text).not.toContain('ada@example.com');

  expect(posted).toMatchObject([{ to: analyst.email, subject: 'Report: Daily' }]);
  expect(posted[0]!.link).toContain(`/dashboard/reports?report=${report.report_id}`);
  const { body: events } = await api.get(`/events?object_id=${report.report_id}`);
  expect(events.data).toMatchObject([{ event_type: 'report_ready', object_type: 'report' }]);
  const { body: schedules } = await api.get(`/report_schedules/${made.schedule_id}`);
  expect(schedules.next_run_at).toBe('2026-10-27T06:00:00.000Z');

  clock.now = new Date(Date.parse(report.expires_at) + 1);
  await sweep(admin(service));
  expect((await download(report.report_id)).response.status).toBe(404);
});

test('A killed report resumes at its next part, and its file equals that of one run', async ({
  download,
  schedule,
  service,
  shop,
}) => {
  clock.now = new Date('2026-06-01T12:00:00Z');
  await schedule({ list: 'customers', columns: 'customer_id' });
  await service.database.rows.query(
    {
      text: `insert into customers (merchant_id, customer_id, created_at, modified_at)
        select $1, 'cus_' || n, '2026-06-01T13:00:00Z', '2026-06-01T13:00:00Z' from generate_series(1, 2100) n returning 1`,
      values: [shop.merchantId],
      touches: 'everything',
    },
    null,
  );
  clock.now = new Date('2026-06-02T12:00:00Z');
  await begin(service);
  const ctx = admin(service);
  let commits = 0;
  const dying = {
    ...ctx,
    transact: (merchantId: string | null, work: never) => {
      // The first statement locks the report, the second writes a part.
      commits += 1;
      if (commits > 2) throw new Error('killed');
      return ctx.transact(merchantId, work);
    },
  } as typeof ctx;
  await expect(makeReports(dying, allMerchants)).rejects.toThrow();
  const list = async () =>
    (await service.database.rows.query(
      {
        text: 'select report_id, status, parts_done, rows from reports where merchant_id = $1',
        values: [shop.merchantId],
        touches: 'everything',
      },
      null,
    )) as { report_id: string; status: string; parts_done: number; rows: number }[];
  expect(await list()).toMatchObject([{ status: 'pending', parts_done: 1, rows: 1000 }]);
  await make(service);
  const [report] = await list();
  expect(report).toMatchObject({ status: 'ready', parts_done: 3, rows: 2100 });
  const { text } = await download(report!.report_id);
  const lines = text.trimEnd().split('\r\n');
  expect([lines.length, new Set(lines).size, lines[0]]).toEqual([2101, 2101, '\ufeffcustomer_id']);
});

test('Missed periods are made up unless the schedule is off; invalid settings name their field', async ({
  api,
  otherShop,
  client,
  schedule,
  service,
}) => {
  clock.now = new Date('2026-03-10T12:00:00Z');
  const { body: made } = await schedule({ time_zone: 'Europe/Berlin' });
  const { body: off } = await schedule({ enabled: false });
  clock.now = new Date(clock.now.getTime() + 3 * DAY_MS);
  for (const _ of [1, 2, 3, 4]) await begin(service);
  await make(service);
  const { body: listed } = await api.get('/reports');
  expect(listed.data.map(({ file_name }: { file_name: string }) => file_name)).toEqual([
    'payments 2026-03-12 to 2026-03-12.csv',
    'payments 2026-03-11 to 2026-03-11.csv',
    'payments 2026-03-10 to 2026-03-10.csv',
  ]);
  const { body: on } = await api.post(`/report_schedules/${off.schedule_id}`, { enabled: true });
  expect(on.next_run_at).toBe('2026-03-14T06:00:00.000Z');
  for (const [param, value] of [
    ['time_zone', 'Mars/Base'],
    ['filter', '{"created":{"gte":"2026-01-01T00:00:00Z"}}'],
    ['columns', 'payment_id,nothing'],
    ['hour', 24],
    ['profile_id', 'pro_none'],
    ['recipients', ['nobody@example.com']],
  ] as const) {
    const { body } = await api.post(`/report_schedules/${made.schedule_id}`, { [param]: value });
    expect(body.error.param ?? body.error, param).toMatch(new RegExp(`^${param}`));
  }
  const [report] = listed.data;
  const key = otherShop.key;
  for (const path of [
    `/reports/${report.report_id}`,
    `/reports/${report.report_id}/file`,
    `/report_schedules/${made.schedule_id}`,
  ])
    expect((await client.get(path, { key })).status).toBe(404);
  expect((await client.get('/reports', { key })).body.data).toEqual([]);
});
