import { expect } from 'vitest';
import { withinMerchant } from '../../../../src/core/foundation/context.ts';
import { type Connector, UnansweredError } from '../../../../src/core/foundation/ports/connector.ts';
import {
  type OfferedReport,
  type ReadReportRequest,
  type ReportItem,
  ReportRefusedError,
  ReportTruncatedError,
  type SettledLine,
} from '../../../../src/core/foundation/ports/connector-settlements.ts';
import { judgeSettlements, sumSettlements } from '../../../../src/core/settlements/judge-settlements.ts';
import { readReports } from '../../../../src/core/settlements/read-reports.ts';
import { LINES_PER_BATCH } from '../../../../src/core/settlements/record-report-lines.ts';
import { takeLines } from '../../../../src/core/settlements/take-lines.ts';
import { allMerchants } from '../../../../src/core/writes/due-objects.ts';
import { inTransaction } from '../../../../src/core/writes/transactions.ts';
import { scriptedConnector } from '../../../kit/scripted-connector.ts';
import { testApart as base } from '../../../kit/test.ts';

type Json = Record<string, unknown>;

const HOUR_MS = 60 * 60_000;
const clock = { now: new Date('2026-11-10T12:00:00Z') };

/** What the connector has: its reports, and how it reads one. Set by each test. */
const vendor = {
  /** The merchant of the test: the accounts of others have nothing. */
  merchantId: '',
  reports: [] as OfferedReport[],
  read: (_: ReadReportRequest): AsyncIterable<ReportItem> => of([]),
  reads: [] as (number | null)[],
};
async function* of(items: readonly ReportItem[]) {
  yield* items;
}

const script = scriptedConnector();
const connector: Connector = {
  ...script.connector,
  abilities: new Set([...script.connector.abilities, 'settlement_reports' as const]),
  async listReports({ merchantId }) {
    if (merchantId !== vendor.merchantId) return [];
    return vendor.reports;
  },
  readReport(_access, request) {
    vendor.reads.push(request.after?.lineNumber ?? null);
    return vendor.read(request);
  },
};

const report = (reference: string, more: Partial<OfferedReport> = {}): OfferedReport => ({
  reference,
  reportedAt: clock.now,
  transfer: null,
  awaitsBank: false,
  ...more,
});
const line = (lineNumber: number, more: Partial<SettledLine> = {}): SettledLine => ({
  lineNumber,
  type: 'capture',
  connectorReference: `txn_${lineNumber}`,
  orderReference: null,
  settlementReference: 'po_1',
  gross: 1_000,
  fee: 40,
  currency: 'USD',
  settled: null,
  occurredAt: new Date('2026-11-09T08:00:00Z'),
  availableOn: null,
  ...more,
});
const transfer = (lineNumber: number, amount: number, more: Partial<SettledLine> = {}) =>
  line(lineNumber, { type: 'transfer', connectorReference: 'po_1', gross: -amount, fee: 0, ...more });
const itemsOf = (lines: readonly SettledLine[]): ReportItem[] =>
  lines.map((each) => ({ line: each, cursor: `at_${each.lineNumber}` }));
/** Reads these lines after the position that is asked for. */
const reading =
  (lines: readonly SettledLine[]) =>
  ({ after }: ReadReportRequest) =>
    of(itemsOf(lines.filter(({ lineNumber }) => lineNumber > (after?.lineNumber ?? 0))));

const test = base
  .extend('serviceOptions', { scope: 'file' }, () => ({ now: () => clock.now, connectors: [connector] }))
  .extend('admin', ({ service }) => service.contextFor({ kind: 'admin_key' }, 'req_reports'))
  .extend('account', async ({ api, shop }) => {
    Object.assign(vendor, { merchantId: shop.merchantId, reports: [], reads: [], read: () => of([]) });
    await api.post(`/accounts/${shop.merchantId}`, { is_recon_enabled: true });
    return shop.connector({ connector_name: 'scripted' });
  })
  .extend('run', ({ account: _, admin }) => async (hours = 0) => {
    clock.now = new Date(clock.now.getTime() + hours * HOUR_MS);
    await readReports(admin, allMerchants);
  })
  .extend(
    'settlements',
    ({ api }) =>
      async (query = '') =>
        (await api.get(`/settlements${query}`)).body.data as Json[],
  )
  .extend(
    'sql',
    ({ service, shop }) =>
      (text: string, ...values: unknown[]) =>
        service.database.rows.query<Json>({ text, values }, shop.merchantId),
  )
  .extend('numbers', ({ account, sql }) => async () => {
    const text = 'select line_number from settlement_lines where merchant_connector_id = $1 order by 1';
    return (await sql(text, account)).map(({ line_number }) => line_number);
  });

test('A report whose reading breaks off goes on after the last recorded line, each line once', async ({
  numbers,
  run,
  settlements,
}) => {
  const total = 2 * LINES_PER_BATCH + 50;
  const lines = [...Array.from({ length: total }, (_, i) => line(i + 1)), transfer(total + 1, total * 960)];
  vendor.reports = [report('rep_1')];
  vendor.read = async function* (request) {
    const breaks = vendor.reads.length === 2;
    for await (const item of reading(lines)(request)) {
      if (breaks && 'line' in item && item.line.lineNumber === LINES_PER_BATCH + 20)
        throw new Error('Killed.');
      yield item;
    }
  };
  await expect(run()).rejects.toThrow('could not be ended');
  expect(await numbers()).toEqual(Array.from({ length: LINES_PER_BATCH }, (_, i) => i + 1));
  expect(await settlements()).toMatchObject([
    { state: 'open', line_count: LINES_PER_BATCH, gross: LINES_PER_BATCH * 1_000, transferred: null },
  ]);
  // The lease of the process that was killed has to end.
  await run();
  expect(vendor.reads).toEqual([null, null]);
  await run(1);
  // Read from the start to be checked, then to be recorded, and from where it broke off.
  expect(vendor.reads).toEqual([null, null, LINES_PER_BATCH]);
  expect(await numbers()).toEqual(lines.map(({ lineNumber }) => lineNumber));
  expect(await settlements()).toMatchObject([
    {
      ...{
        state: 'in_transit',
        line_count: total + 1,
        gross: total * 1_000,
        fee: total * 40,
        net: total * 960,
      },
      ...{ transferred: total * 960, settlement_reference: 'po_1', currency: 'USD' },
    },
  ]);
  await run(2);
  expect(vendor.reads).toHaveLength(3);
});

test('A process that was killed between two lines leaves the next to another', async ({
  numbers,
  run,
  sql,
}) => {
  const lines = Array.from({ length: 3 * LINES_PER_BATCH }, (_, i) => line(i + 1));
  vendor.reports = [report('rep_1')];
  vendor.read = reading(lines);
  await run();
  // As if it was killed after the first batch: the position is in the transaction of its lines.
  await sql('delete from settlement_lines where line_number > $1 returning 1', LINES_PER_BATCH);
  await sql('delete from settlements returning 1');
  await sql('update settlement_lines set settlement_id = null, settlement_reference = null returning 1');
  await sql(
    `update settlement_reports set lines_read = $1, read_to = 'at', finished_at = null, is_paid = false returning 1`,
    LINES_PER_BATCH,
  );
  await run(2);
  expect(vendor.reads.at(-1)).toBe(LINES_PER_BATCH);
  expect(await numbers()).toEqual(lines.map(({ lineNumber }) => lineNumber));
});

test('Two processes that read at once record each line once', async ({
  admin,
  account: _,
  numbers,
  settlements,
}) => {
  const lines = Array.from({ length: 3 * LINES_PER_BATCH }, (_, i) => line(i + 1));
  vendor.reports = [report('rep_1')];
  vendor.read = reading(lines);
  await Promise.all([readReports(admin, allMerchants), readReports(admin, allMerchants)]);
  expect(await numbers()).toEqual(lines.map(({ lineNumber }) => lineNumber));
  expect(await settlements()).toMatchObject([{ line_count: lines.length, net: lines.length * 960 }]);
});

test('A long report is never held: its lines are recorded while it is read', async ({
  account,
  run,
  sql,
}) => {
  const total = 6 * LINES_PER_BATCH;
  let held = 0;
  vendor.reports = [report('rep_1')];
  vendor.read = async function* ({ after }) {
    for (let n = (after?.lineNumber ?? 0) + 1; n <= total; n += 1) {
      if (vendor.reads.length > 1 && n % LINES_PER_BATCH === 0) {
        const text = 'select count(*)::int as n from settlement_lines where merchant_connector_id = $1';
        held = Math.max(held, n - Number((await sql(text, account))[0]!.n));
      }
      yield { line: line(n), cursor: null };
    }
  };
  await run();
  expect(held).toBe(LINES_PER_BATCH);
});

test('A truncated report counts for nothing until it is whole', async ({
  numbers,
  run,
  settlements,
  sql,
}) => {
  const lines = [line(1), line(2), transfer(3, 1_920)];
  let isWhole = false;
  vendor.reports = [report('rep_1')];
  vendor.read = async function* (request) {
    yield* reading(isWhole ? lines : lines.slice(0, 1))(request);
    if (!isWhole) throw new ReportTruncatedError('The report ends inside line 2.');
  };
  await run();
  expect(await numbers()).toEqual([]);
  expect(await settlements()).toEqual([]);
  const reason = async () => (await sql('select failure_reason from settlement_feeds'))[0]!.failure_reason;
  expect(await reason()).toBe('The report ends inside line 2.');
  isWhole = true;
  await run(1);
  expect(await numbers()).toEqual([1, 2, 3]);
  expect(await settlements()).toMatchObject([{ state: 'in_transit', net: 1_920 }]);
  expect(await reason()).toBe(null);
});

test("Another account's report is refused by name and not read again; refused lines are counted", async ({
  numbers,
  run,
  sql,
}) => {
  vendor.reports = [report('rep_other'), report('rep_1')];
  vendor.read = (request) => {
    if (request.report.reference === 'rep_other')
      throw new ReportRefusedError('The report is of the account other.');
    return of([
      { refused: 'XYZ is no currency', lineNumber: 1, cursor: null },
      { line: line(2), cursor: null },
    ]);
  };
  await run();
  await run(2);
  expect(await numbers()).toEqual([2]);
  const reports = await sql(
    `select report_reference, lines_read, lines_refused, failure_reason, finished_at is not null as finished
     from settlement_reports order by 1`,
  );
  expect(reports).toMatchObject([
    { report_reference: 'rep_1', lines_read: 2, lines_refused: 1, failure_reason: null, finished: true },
    {
      report_reference: 'rep_other',
      lines_read: 0,
      failure_reason: 'The report is of the account other.',
      finished: true,
    },
  ]);
  expect(vendor.reads).toHaveLength(3);
});

test('A transfer that is not the sum of the lines differs, and one that arrives later is then paid', async ({
  run,
  settlements,
}) => {
  const paidAt = new Date('2026-11-12T00:00:00Z');
  const lines = [
    [line(1), transfer(2, 950)],
    [
      line(3, { settlementReference: 'po_2' }),
      transfer(4, 960, { settlementReference: 'po_2', connectorReference: 'po_2' }),
    ],
  ];
  const sent = {
    settlementReference: 'po_2',
    currency: 'USD',
    amount: 960,
    paidAt: null,
    bankReference: null,
  };
  vendor.reports = [report('rep_1'), report('rep_2', { transfer: sent, awaitsBank: true })];
  vendor.read = (request) => reading(lines[request.report.reference === 'rep_1' ? 0 : 1]!)(request);
  await run();
  expect(await settlements('?state=differs')).toMatchObject([
    { settlement_reference: 'po_1', net: 960, transferred: 950 },
  ]);
  expect(await settlements('?state=in_transit')).toMatchObject([
    { settlement_reference: 'po_2', paid_at: null },
  ]);
  vendor.reports = [report('rep_2', { transfer: { ...sent, paidAt, bankReference: 'BANK 1' } })];
  await run(2);
  expect(await settlements('?state=paid')).toMatchObject([
    { settlement_reference: 'po_2', paid_at: paidAt.toISOString(), bank_reference: 'BANK 1' },
  ]);
});

test('A failing connector is asked again later, and payments are not kept from the account', async ({
  run,
  sql,
}) => {
  const { listReports } = connector;
  try {
    for (let tries = 0; tries < 7; tries += 1) {
      connector.listReports = async () => {
        throw new Error('No answer.');
      };
      await run(1);
    }
  } finally {
    connector.listReports = listReports!;
  }
  expect((await sql('select failure_reason from settlement_feeds'))[0]).toMatchObject({
    failure_reason: expect.stringContaining('listReports'),
  });
});

test('A line that an earlier report has is a duplicate, and gives it the settlement that it lacked', async ({
  account,
  admin,
  settlements,
  shop,
  sql,
}) => {
  const ctx = withinMerchant(admin, shop.merchantId);
  const source = (reportReference: string, importId: string | null = null) => ({
    ...{ merchantId: shop.merchantId, merchantConnectorId: account, profileId: shop.profileId },
    ...{ connector: 'scripted', importId, reportReference },
  });
  const take = (from: ReturnType<typeof source>, lines: SettledLine[]) =>
    inTransaction(ctx, async (tx) => {
      const taken = await takeLines(tx, from, lines);
      await judgeSettlements(tx, from);
      return taken;
    });
  // A file with days instead of times, which names no settlement.
  const day = { settlementReference: null, occurredAt: new Date('2026-11-09T00:00:00Z') };
  expect(await take(source('file.csv', 'imp_1'), [line(1, day), line(2, day)])).toEqual({
    ...{ taken: 2, duplicates: 0, repeated: 0 },
  });
  expect(await settlements()).toEqual([]);
  const lines = [line(1), line(2), line(3), transfer(4, 2_880)];
  expect(await take(source('rep_1'), lines)).toEqual({ taken: 2, duplicates: 2, repeated: 0 });
  expect(await take(source('rep_1'), lines)).toEqual({ taken: 0, duplicates: 0, repeated: 4 });
  expect(await take(source('rep_2'), [lines[2]!])).toEqual({ taken: 0, duplicates: 1, repeated: 0 });
  const [settlement] = await settlements();
  expect(settlement).toMatchObject({ line_count: 4, gross: 3_000, net: 2_880, state: 'in_transit' });
  // The file is taken back.
  await sql(`delete from settlement_lines where duplicate_of is not null or import_id = 'imp_1' returning 1`);
  await inTransaction(ctx, (tx) =>
    sumSettlements(tx, shop.merchantId, [settlement!.settlement_id as string]),
  );
  expect(await settlements()).toMatchObject([{ line_count: 2, gross: 1_000, net: 960, state: 'differs' }]);
  await sql('delete from settlement_lines returning 1');
  await inTransaction(ctx, (tx) =>
    sumSettlements(tx, shop.merchantId, [settlement!.settlement_id as string]),
  );
  expect(await settlements()).toEqual([]);
});

test('A connector that does not respond while it is read is asked again after a quarter of an hour', async ({
  numbers,
  run,
  sql,
}) => {
  let answers = false;
  vendor.reports = [report('rep_1')];
  vendor.read = async function* (request) {
    yield* reading([line(1)])(request);
    if (!answers) throw new UnansweredError('The connection broke.');
  };
  await run();
  expect(await sql('select to_json(next_at) as next_at, failure_reason from settlement_feeds')).toEqual([
    {
      next_at: new Date(clock.now.getTime() + HOUR_MS / 4).toISOString().replace('.000Z', '+00:00'),
      failure_reason: 'The connection broke.',
    },
  ]);
  answers = true;
  await run(0.25);
  expect(await numbers()).toEqual([1]);
});

test('Converted lines are summed in the currency that is sent to the bank', async ({ run, settlements }) => {
  const converted = { fee: null, currency: 'EUR', settled: { net: 1_050, fee: 50, currency: 'USD' } };
  vendor.reports = [report('rep_1')];
  vendor.read = reading([line(1), line(2, converted), transfer(3, 2_010)]);
  await run();
  expect(await settlements()).toMatchObject([
    { currency: 'USD', gross: 2_100, fee: 90, net: 2_010, state: 'in_transit', line_count: 3 },
  ]);
});
