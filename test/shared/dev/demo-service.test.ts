import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { recoverCall } from '../../../src/core/connector-calls/recover-calls.ts';
import { allMachines } from '../../../src/core/entities/states/machines.ts';
import { type DemoKeys, loadDemo } from '../../../src/dev/demo/load.ts';
import { createDatabase } from '../../kit/database.ts';
import { isFullRun } from '../../kit/figure.ts';
import { mutate } from '../../kit/mutate.ts';
import { cards, graphqlCardOf } from '../../kit/sandbox-shop.ts';
import { startTestService, type TestService } from '../../kit/service.ts';

const DAY_MS = 24 * 60 * 60 * 1000;
const encryptionKey = randomBytes(32);

let databaseUrl: string;
let service: TestService;
let keys: DemoKeys;

beforeAll(async () => {
  databaseUrl = await createDatabase();
  service = await startTestService({ databaseUrl, encryptionKey });
  [keys] = (await loadDemo({
    database: service.database,
    encryption: service.encryption,
    amounts: { payments: 1000, merchants: 1 },
  })) as [DemoKeys];
});
afterAll(() => service.close(), 60_000);

const query = (text: string, values: unknown[] = []) => service.database.rows.query({ text, values }, null);

/** The identifier of an object matching the condition. */
async function find(table: string, id: string, where: string): Promise<string> {
  const [row] = await query(`select ${id} as id from ${table} where ${where} order by ${id} limit 1`);
  expect(row, `${table} where ${where}`).toBeDefined();
  return String(row!.id);
}

async function run(name: string, input: Record<string, unknown>, selection: string) {
  const { payload, userErrors, text } = await mutate(service, keys.apiKey, name, input, selection);
  expect(userErrors, text).toEqual([]);
  return payload;
}

const payment = 'payment { status amountReceived amountCapturable netAmount }';

const objects = {
  payment: ['payments', 'payment_id', 'status', 'created', 'updated'],
  refund: ['refunds', 'refund_id', 'status', 'created_at', 'updated_at'],
  dispute: ['disputes', 'dispute_id', 'dispute_status', 'created_at', 'updated_at'],
  payout: ['payouts', 'payout_id', 'status', 'created', 'updated'],
};

test.each(Object.entries(objects))(
  'Every status history of demo data is legal: %s',
  async (kind, [table, id, status, created, updated]) => {
    const machine = allMachines.find(({ of }) => of === kind)!;
    const rows = await query(
      `select o.${status} as status,
         (select json_agg(c order by c.sequence) from status_changes c where c.object_type = $1
            and c.merchant_id = o.merchant_id and c.object_id = o.${id}) as steps,
         (select bool_and(c.changed_at between o.${created} and o.${updated}) from status_changes c
            where c.object_type = $1 and c.merchant_id = o.merchant_id and c.object_id = o.${id}) as within
       from ${table} o`,
      [kind],
    );
    expect(rows.length).toBeGreaterThan(0);
    for (const row of rows) {
      const steps = row.steps as { from_status: string | null; to_status: string; changed_at: string }[];
      expect(Object.keys(machine.transitions)).toContain(steps[0]!.to_status);
      expect(steps[0]!.from_status).toBeNull();
      for (const [i, step] of steps.entries()) {
        const before = steps[i - 1];
        if (!before) continue;
        expect(step.from_status).toBe(before.to_status);
        expect(machine.transitions[before.to_status]).toContain(step.to_status);
        expect(new Date(step.changed_at).getTime()).toBeGreaterThanOrEqual(
          new Date(before.changed_at).getTime(),
        );
      }
      expect(steps.at(-1)!.to_status).toBe(row.status);
      expect(row.within, JSON.stringify(steps)).toBe(true);
    }
  },
);

test.each(['automatic', 'manual', 'manual_multiple'])(
  'A demo payment with %s capture can be refunded',
  async (method) => {
    const paymentId = await find(
      'payments',
      'payment_id',
      `status = 'succeeded' and capture_method = '${method}' and amount_refunded = 0 and net_amount > 100
         and payment_method_data->'card'->>'last4' in ('4242', '1111', '4444')`,
    );
    const { refund } = await run('createRefund', { paymentId, amount: 100 }, 'refund { status }');
    expect(refund).toEqual({ status: 'succeeded' });
  },
);

test('A partly refunded demo payment can be refunded up to the rest', async () => {
  const where = `status = 'succeeded' and amount_refunded between 1 and amount_received - 1
      and payment_method_data->'card'->>'last4' <> '7726' and payment_method_data->'card'->>'last4' <> '5126'`;
  const paymentId = await find('payments', 'payment_id', where);
  expect((await run('createRefund', { paymentId }, 'refund { status }')).refund.status).toBe('succeeded');
});

test('An authorized demo payment can be captured in full or up to the rest', async () => {
  for (const status of ['requires_capture', 'partially_captured_and_capturable']) {
    const paymentId = await find('payments', 'payment_id', `status = '${status}'`);
    const captured = (await run('capturePayment', { paymentId }, payment)).payment;
    expect(captured).toMatchObject({ status: 'succeeded', amountReceived: captured.netAmount });
  }
});

test('A demo payment can be cancelled while authorized, challenged or unconfirmed', async () => {
  const statuses = ['requires_capture', 'requires_customer_action', 'requires_payment_method'];
  for (const status of statuses) {
    const paymentId = await find('payments', 'payment_id', `status = '${status}'`);
    const cancelled = (await run('cancelPayment', { paymentId }, payment)).payment;
    expect(cancelled).toMatchObject({ status: 'cancelled', amountCapturable: 0 });
  }
});

test('A demo payment awaiting confirmation and one that failed can be confirmed', async () => {
  for (const where of [
    `status = 'requires_confirmation'`,
    `status = 'failed' and error_code = 'card_declined' and expires_on > now()`,
  ]) {
    const paymentId = await find('payments', 'payment_id', where);
    // The customer of a failed payment enters a card again.
    const card = where.includes('failed') ? { card: graphqlCardOf(cards.declined) } : null;
    const input = { paymentId, ...(card ? { paymentMethodData: card } : {}) };
    const { status } = (await run('confirmPayment', input, payment)).payment;
    expect(status).toMatch(where.includes('failed') ? /^failed$/ : /^(succeeded|requires_capture)$/);
  }
});

test('The challenge of a demo payment can be completed on its page', async () => {
  const [open] = await query(`select payment_id, next_action->>'redirect_to_url' as page from payments
      where status = 'requires_customer_action' limit 1`);
  expect(open!.page).toMatch(/^http:\/\/127\.0\.0\.1:8080\/sandbox\/3ds\/sbx_/);
  const page = service.url + new URL(String(open!.page)).pathname;
  const token = /name="token" value="(\w{32})"/.exec(await (await fetch(page)).text())?.[1];
  const body = new URLSearchParams({ token: String(token), answer: 'complete' });
  const answered = await fetch(`${page}/answer`, { method: 'POST', body, redirect: 'manual' });
  expect(answered.status).toBe(303);
  await fetch(service.url + new URL(answered.headers.get('location')!).pathname, { redirect: 'manual' });
  const [now] = await query('select status from payments where payment_id = $1', [open!.payment_id]);
  expect(now!.status).toMatch(/^(succeeded|requires_capture)$/);
});

test('A demo dispute can be accepted', async () => {
  const where = `dispute_status = 'dispute_opened'`;
  const accept = await find('disputes', 'dispute_id', where);
  const selection = 'dispute { disputeStatus }';
  const accepted = await run('acceptDispute', { disputeId: accept }, selection);
  expect(accepted.dispute.disputeStatus).toBe('dispute_accepted');
  const [told] = await query(
    `select count(*)::int as count from sandbox_events e join disputes d on d.dispute_id = $1
       where e.event_id = d.connector_dispute_id || '_dispute_accepted'`,
    [accept],
  );
  expect(told!.count).toBe(1);
});

test('A demo payout can be fulfilled', async () => {
  const payoutId = await find('payouts', 'payout_id', `status = 'requires_fulfillment'`);
  expect((await run('fulfillPayout', { payoutId }, 'payout { status }')).payout.status).toBe('success');
});

test.runIf(isFullRun)('Pending demo operations settle once the sandbox has decided', async () => {
  const waiting = `select merchant_id, call_id, operation from connector_calls
      where status = 'intended' and look_up_at is not null`;
  const calls = await query(waiting);
  expect(new Set(calls.map(({ operation }) => operation))).toEqual(
    new Set(['authorize', 'refund', 'fulfill']),
  );
  const now = () => new Date(Date.now() + 3 * DAY_MS);
  const later = await startTestService({ databaseUrl, encryptionKey, now });
  try {
    for (const { merchant_id, call_id } of calls) {
      await recoverCall(
        later.contextFor({ kind: 'admin_key' }, 'test'),
        String(merchant_id),
        String(call_id),
      );
    }
    expect(await query(waiting)).toEqual([]);
    expect(
      await query(`select status from payments where status in ('processing', 'requires_merchant_action')
          union all select status from payouts where status in ('pending', 'initiated')
          union all select status from refunds where status in ('pending', 'review')`),
    ).toEqual([]);
  } finally {
    await later.close();
  }
});
