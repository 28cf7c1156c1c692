import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { recoverCall } from '../../../../src/core/connector-calls/recover-calls.ts';
import { budget, figure } from '../../../kit/figure.ts';
import { seed } from '../../../kit/property.ts';
import { seededDraw } from '../../../kit/seeds.ts';
import type { ConnectorHarness, Loss } from './harness.ts';
import { enter, type Grounds, startGrounds, type World } from './world.ts';

/** How many payments to play. */
const RUNS = budget(2_000, 12);
const TIMEOUT_MS = budget(3 * 60 * 60_000, 120_000);
const AMOUNT = 1000;
/** How often every open call is repeated or looked up, and every refused webhook resent. */
const ROUNDS = 12;
const ROUND_MS = 61_000;

/** An action on a payment: here, in the vendor's dashboard, or in transit. */
type Step =
  | { readonly here: 'capture'; readonly amount: number; readonly final: boolean; readonly lost: Lost }
  | { readonly here: 'refund'; readonly amount: number; readonly lost: Lost }
  | { readonly here: 'cancel'; readonly lost: Lost }
  | { readonly there: 'capture'; readonly amount: number; readonly final: boolean }
  | { readonly there: 'refund'; readonly amount: number }
  | { readonly there: 'void' }
  /** This many webhooks arrive, shuffled, some of them twice. The rest stays in transit. */
  | { readonly webhooks: number; readonly order: number }
  /** Calls without an outcome are looked up. */
  | { readonly lookUps: true };
type Lost = Extract<Loss, string> | null;

const amount = fc.constantFrom(100, 250, 250, 400, 500, 1000);
const lost = fc.oneof(
  { weight: 4, arbitrary: fc.constant(null) },
  { weight: 1, arbitrary: fc.constantFrom<'before' | 'after'>('before', 'after') },
);
const final = fc.boolean();
const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 3, arbitrary: fc.record({ here: fc.constant('capture' as const), amount, final, lost }) },
  { weight: 2, arbitrary: fc.record({ here: fc.constant('refund' as const), amount, lost }) },
  { weight: 1, arbitrary: fc.record({ here: fc.constant('cancel' as const), lost }) },
  { weight: 4, arbitrary: fc.record({ there: fc.constant('capture' as const), amount, final }) },
  { weight: 3, arbitrary: fc.record({ there: fc.constant('refund' as const), amount }) },
  { weight: 1, arbitrary: fc.record({ there: fc.constant('void' as const) }) },
  { weight: 4, arbitrary: fc.record({ webhooks: fc.integer({ min: 1, max: 4 }), order: fc.nat(999) }) },
  { weight: 1, arbitrary: fc.constant({ lookUps: true } as const) },
);
const course = fc.record({
  several: fc.boolean(),
  lost,
  steps: fc.array(step, { minLength: 2, maxLength: 9 }),
  order: fc.nat(999),
});
type Course = typeof course extends fc.Arbitrary<infer Value> ? Value : never;

/**
 * Plays payments with random actions here and in the vendor's dashboard, with webhooks that are reordered, repeated or
 * late, and lost responses: in the end the books of both sides agree.
 */
export function agreeWithDashboard(harness: ConnectorHarness): void {
  let grounds: Grounds;
  let world: World;
  beforeAll(async () => {
    grounds = await startGrounds(harness);
    world = await enter(grounds);
  });
  afterAll(() => grounds?.close());

  test(`The books match ${harness.name} after captures, refunds and voids in its dashboard`, {
    timeout: TIMEOUT_MS,
  }, async ({ task }) => {
    const done = { payments: 0, here: 0, there: 0, webhooks: 0 };
    await fc.assert(
      fc.asyncProperty(course, async (one) => {
        await play(world, one, done);
        done.payments += 1;
      }),
      { seed, numRuns: RUNS, endOnFailure: RUNS > 100 },
    );
    expect(done.there).toBeGreaterThan(RUNS / 4);
    figure(
      task,
      `0 differences in ${done.payments} payments: ${done.here} operations here, ${done.there} in the dashboard, ${done.webhooks} webhooks`,
    );
  });
}

/** Webhooks in transit to the service. */
class Mail {
  readonly #world: World;
  #waiting: string[] = [];
  sent = 0;

  constructor(world: World) {
    this.#world = world;
  }

  async collect(): Promise<void> {
    const { grounds, harness } = this.#world;
    grounds.pass(harness.eventsAfterMs);
    this.#waiting.push(...(await harness.webhooks()).map(({ body }) => body));
  }

  /** Delivers some of the webhooks in random order, and every fourth twice. A refused one stays in transit. */
  async deliver(count: number, draw: () => number): Promise<void> {
    for (let left = Math.min(count, this.#waiting.length); left > 0; left -= 1) {
      const [body] = this.#waiting.splice(Math.floor(draw() * this.#waiting.length), 1);
      const times = draw() < 0.25 ? 2 : 1;
      let status = 0;
      for (let time = 0; time < times; time += 1) {
        ({ status } = await this.#world.send(this.#world.harness.sign(body!)));
        this.sent += 1;
        expect([200, 503]).toContain(status);
      }
      if (status === 503) this.#waiting.push(body!);
    }
  }

  get count(): number {
    return this.#waiting.length;
  }
}

async function play(
  world: World,
  { lost: lostFirst, order, several, steps }: Course,
  done: { here: number; there: number; webhooks: number },
): Promise<void> {
  const { harness } = world;
  const { dashboard } = harness;
  const mail = new Mail(world);
  if (lostFirst) harness.loseNext('authorize', lostFirst);
  const method = several ? 'manual_multiple' : 'manual';
  const { payment_id: id } = await world.authorize('good', { amount: AMOUNT, capture_method: method });
  let transactionId: string | null = null;
  const transactionOf = async (): Promise<string | null> => {
    transactionId ??=
      (await world.payment(id)).connector_transaction_id ??
      (await world.held('authorize', id)).at(-1)?.id ??
      null;
    return transactionId;
  };

  for (const one of steps) {
    if ('webhooks' in one) {
      await mail.collect();
      await mail.deliver(one.webhooks, seededDraw(one.order));
    } else if ('lookUps' in one) {
      await lookUp(world);
    } else if ('here' in one) {
      done.here += (await actHere(world, id, one)) ? 1 : 0;
    } else {
      const transaction = await transactionOf();
      if (transaction === null) continue;
      const isDone =
        one.there === 'capture'
          ? (several || one.final) && (await dashboard!.capture(transaction, one.amount, one.final))
          : one.there === 'refund'
            ? await dashboard!.refund(transaction, one.amount)
            : await dashboard!.void(transaction);
      done.there += isDone ? 1 : 0;
    }
  }

  const draw = seededDraw(order);
  for (let round = 0; round < ROUNDS; round += 1) {
    await mail.collect();
    await mail.deliver(mail.count, draw);
    await lookUp(world);
    await mail.collect();
    if (mail.count === 0 && (await openCalls(world)).length === 0) break;
    world.grounds.pass(ROUND_MS);
  }
  done.webhooks += mail.sent;
  expect([mail.count, await openCalls(world)]).toEqual([0, []]);
  const transaction = await transactionOf();
  if (transaction === null) return;
  await expectBooks(world, id, transaction);
}

/** A merchant's action, if the payment allows it. */
async function actHere(world: World, id: string, one: Extract<Step, { here: string }>): Promise<boolean> {
  const { amount_capturable, amount_received, amount_refunded, capture_method, status } =
    await world.payment(id);
  const isMultiple = capture_method === 'manual_multiple';
  const capturable = ['requires_capture', 'partially_captured_and_capturable'].includes(status);
  const takes = {
    capture: capturable && 'amount' in one && one.amount <= amount_capturable,
    refund: 'amount' in one && one.amount <= amount_received - amount_refunded,
    cancel: status === 'requires_capture',
  };
  if (!takes[one.here]) return false;
  if (one.lost) world.harness.loseNext(one.here === 'cancel' ? 'void' : one.here, one.lost);
  if (one.here === 'capture') {
    const more = isMultiple ? { final_capture: one.final } : {};
    await world.post(`/payments/${id}/capture`, { amount: one.amount, ...more });
  } else if (one.here === 'refund') {
    await world.post('/refunds', { payment_id: id, amount: one.amount });
  } else {
    await world.post(`/payments/${id}/cancel`);
  }
  return true;
}

async function openCalls({ service, shop }: World): Promise<string[]> {
  const text = `select call_id from connector_calls where merchant_id = $1 and status = 'intended' order by created_at, call_id`;
  const rows = await service.database.rows.query<{ call_id: string }>(
    { text, values: [shop.merchantId] },
    null,
  );
  return rows.map(({ call_id }) => call_id);
}

async function lookUp(world: World): Promise<void> {
  const { service, shop } = world;
  const ctx = service.contextFor({ kind: 'admin_key' }, 'req_test');
  for (const callId of await openCalls(world)) await recoverCall(ctx, shop.merchantId, callId);
}

/** Compares the amounts of both sides. Money that a payment could not accept is in none of its amounts. */
async function expectBooks(world: World, id: string, transaction: string): Promise<void> {
  const payment = await world.payment(id);
  const { amount_capturable, amount_received, amount_refunded, captures, refunds, reversals } = payment;
  type Part = { readonly amount: number; readonly status: string; readonly operation?: string };
  const sum = (parts: readonly Part[], status: string) =>
    parts.reduce((total, part) => (part.status === status ? total + part.amount : total), 0);
  const returned = sum(
    (reversals as Part[]).filter(({ operation }) => operation === 'refund'),
    'succeeded',
  );
  const there = await world.harness.dashboard!.books(transaction);
  expect({ id, failed: sum(reversals, 'failed'), pending: sum(reversals, 'pending') }).toEqual({
    id,
    failed: 0,
    pending: 0,
  });
  const books = {
    captured: amount_received + returned,
    refunded: amount_refunded + returned,
    capturable: amount_capturable,
  };
  // If the account keeps the rest open, the vendor's rest after a final capture is not compared.
  const capturable = world.harness.keepsRest
    ? Math.min(there.capturable, amount_capturable)
    : there.capturable;
  expect({ id, ...books }).toEqual({ id, ...there, capturable });
  expect(sum(captures, 'charged')).toBe(amount_received);
  expect(sum(refunds, 'succeeded') + sum(refunds, 'pending')).toBe(amount_refunded);
}
