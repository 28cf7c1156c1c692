import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { connectedEvents, webhookEvents } from '../../../../src/connectors/stripe/events.ts';
import { UnansweredError } from '../../../../src/core/foundation/ports/connector.ts';
import { enter, type Grounds, startGrounds, type World } from '../conformance/world.ts';
import { stripeHarnessWith } from './harness.ts';
import type { Fault, StandIn } from './stand-in/server.ts';
import { CONNECT_SECRET, signed, WEBHOOK_SECRET } from './stand-in/webhooks.ts';
import { access } from './world.ts';

type Line = Readonly<Record<string, unknown>>;

let standIn: StandIn;
let grounds: Grounds;
let world: World;
let samples: Readonly<Record<string, readonly object[]>>;

beforeAll(async () => {
  grounds = await startGrounds(
    stripeHarnessWith((started) => {
      standIn = started;
    }),
  );
  world = await enter(grounds);
  const { state } = standIn;
  const intentOf = async ({ payment_id }: { payment_id: string }) =>
    state.intents.get((await world.payment(payment_id)).connector_transaction_id)!;
  const succeeded = await intentOf(await world.pay('good'));
  const held = await intentOf(await world.authorize());
  const declined = { ...succeeded, status: 'requires_payment_method', amount_received: 0 };
  await world.refund((await world.pay('good')).payment_id, { amount: 400 });
  const ours = [...state.refunds.values()].at(-1)!;
  const elsewhere = { ...ours, id: 're_of_the_dashboard', metadata: {}, payment_intent: succeeded.id };
  samples = {
    payment_intent: [succeeded, held, declined, { ...succeeded, metadata: {} }],
    setup_intent: [{ id: 'seti_1', object: 'setup_intent', status: 'succeeded', metadata: {} }],
    refund: [ours, elsewhere, { ...elsewhere, status: 'failed', failure_reason: 'unknown' }],
    'charge.dispute': [
      {
        id: 'dp_1',
        object: 'dispute',
        ...{ amount: 1, currency: 'usd', status: 'lost', payment_intent: 'pi_none' },
      },
    ],
    'radar.early_fraud_warning': [{ id: 'issfr_1', payment_intent: 'pi_none', fraud_type: 'misc' }],
    payment_method: [{ id: 'pm_1', card: { last4: '4242', exp_month: 1, exp_year: 2099 } }],
    mandate: [{ id: 'mandate_1', payment_method: 'pm_1', status: 'inactive' }],
    payout: [{ id: 'po_1', metadata: {}, status: 'paid', amount: 1, currency: 'usd' }],
  };
}, 120_000);
afterAll(() => grounds?.close());

const types = [...webhookEvents, ...connectedEvents];
/** Webhooks that need a query to Stripe. */
const asking = types.filter((type) => /^(payment_intent|refund)\./.test(type));
const samplesOf = (type: string) => samples[type.slice(0, type.lastIndexOf('.'))] ?? [];

const webhookOf = (type: string, object: object) => {
  const body = JSON.stringify({
    ...{ id: `evt_${randomUUID()}`, object: 'event', type, created: Math.floor(Date.now() / 1000) },
    ...(type.startsWith('payout.') ? { account: 'acct_recipient' } : {}),
    data: { object },
  });
  return signed(body, new Date(), type.startsWith('payout.') ? CONNECT_SECRET : WEBHOOK_SECRET);
};

const questions = () => standIn.bodies.filter(({ method }) => method === 'GET').length;
const fail = (when: Fault['when'], onBreak?: () => void) => {
  standIn.faults.length = 0;
  standIn.faults.push({ method: 'GET', path: /./, when, ...(onBreak ? { onBreak } : {}) });
};
const error = (status: number, type: string, code?: string) => ({
  status,
  error: { type, message: 'No.', ...(code ? { code } : {}) },
});

/** Stripe's response in place of a payment, and the resulting response to the webhook. */
const failures: Readonly<Record<string, readonly [Fault['when'], number]>> = {
  'it has no such payment': [error(404, 'invalid_request_error', 'resource_missing'), 200],
  'it fails': [error(500, 'api_error'), 503],
  'it is too busy': [error(429, 'invalid_request_error', 'rate_limit'), 503],
  'it is closed for a while': [{ status: 503, text: 'Service unavailable' }, 503],
  'it does not know the key': [error(401, 'invalid_request_error'), 503],
  'the key may not ask': [error(403, 'invalid_request_error', 'permission_error'), 503],
  'the connection breaks': ['before', 503],
  'the answer is lost': ['after', 503],
  'the answer is no JSON': [{ status: 200, text: '<html>' }, 503],
  'the answer is empty': [{ status: 200, text: '{}' }, 503],
  'the answer is null': [{ status: 200, text: 'null' }, 503],
  'the answer has amounts with fractions': ['fractions', 503],
  'the answer has no texts': ['strange', 503],
};

const linesFrom = (from: number): Line[] =>
  world.service.logs.slice(from).map((line) => JSON.parse(line) as Line);

describe('Webhooks that need a query to Stripe', () => {
  test('Every needed event has a sample', () => {
    expect(types.filter((type) => samplesOf(type).length === 0)).toEqual([]);
  });

  test.for(Object.entries(failures))('%s', async ([name, [when, status]]) => {
    const found = new Set<string>();
    for (const type of name === 'it fails' ? types : asking) {
      for (const object of samplesOf(type)) {
        const webhook = webhookOf(type, object);
        const asked = questions();
        const from = world.service.logs.length;
        fail(when);
        const response = await world.send(webhook);
        standIn.faults.length = 0;
        const isAsked = questions() > asked;
        if (isAsked) found.add(type);
        expect([type, response.status]).toEqual([type, isAsked ? status : 200]);
        const lines = linesFrom(from);
        expect(lines.filter(({ level }) => level === 'error')).toEqual([]);
        const line = lines.find(
          ({ request_id, status: logged }) => logged && request_id === response.headers.get('request-id'),
        );
        expect(line).toMatchObject({
          ...{ level: 'info', merchant_id: world.shop.merchantId, merchant_connector_id: world.account },
          ...(response.status === 503
            ? { code: 'overloaded', reason: expect.stringMatching(/^\S.*\.$/) }
            : {}),
        });
        if (response.status !== 503) continue;
        expect(Number(response.headers.get('retry-after'))).toBeGreaterThan(0);
        expect(await response.json()).toMatchObject({ error: { code: 'overloaded' } });
        // Stripe resends it, and responds.
        expect((await world.send(webhook)).status).toBe(200);
      }
    }
    expect([...found].sort()).toEqual([...asking].sort());
  });

  test('The query ends at its deadline', async () => {
    const { connector } = world.harness;
    for (const type of types) {
      for (const object of samplesOf(type)) {
        const { body, headers } = webhookOf(type, object);
        const late = new AbortController();
        const asked = questions();
        fail('never', () => late.abort(new DOMException('Late.', 'TimeoutError')));
        const reading = connector.readWebhook!(access, { headers, body: Buffer.from(body) }, late.signal);
        const thrown = await reading.then(
          () => null,
          (reason: unknown) => reason,
        );
        if (questions() > asked) expect(thrown, type).toBeInstanceOf(UnansweredError);
        else expect(thrown, type).toBeNull();
      }
    }
    standIn.faults.length = 0;
  });
});
