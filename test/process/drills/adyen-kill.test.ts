import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { adyenConnector } from '../../../src/connectors/adyen/adyen.ts';
import { recoverCall } from '../../../src/core/connector-calls/recover-calls.ts';
import { clientOf } from '../../kit/client.ts';
import { createDatabase } from '../../kit/database.ts';
import { type SeededMerchant, seedMerchant } from '../../kit/seed.ts';
import { startTestService, type TestService } from '../../kit/service.ts';
import { accountWith } from '../../shared/connectors/adyen/harness.ts';
import { testCards } from '../../shared/connectors/adyen/stand-in/cards.ts';
import { API_KEY, type StandIn, startStandIn } from '../../shared/connectors/adyen/stand-in/server.ts';
import { inLanes, type KillPoint, runChild } from '../reliability/kill-plan.ts';

/** A call's intention is committed first, its outcome second: Adyen acts in between. */
const points: readonly KillPoint[] = [
  { point: 'after_commit', number: 1 },
  { point: 'before_commit', number: 2 },
];
const LANES = 2;
/** How far the clock has advanced when the service restarts. */
const LATER_MS = 2 * 60_000;
/** Ten processes start, on busy machines. */
const PATIENCE_MS = 600_000;

type Kind = 'authorize' | 'capture' | 'void' | 'refund' | 'payout';

const card = {
  payment_method: 'card',
  payment_method_data: {
    card: {
      ...{ card_number: testCards.good, card_exp_month: '03', card_exp_year: '2039' },
      ...{ card_holder_name: 'Ann Example', card_cvc: '737' },
    },
  },
};
const order = { amount: 1000, currency: 'EUR', return_url: 'https://shop.example.com/done' };

let standIn: StandIn;
let databaseUrl: string;
let service: TestService;
let shop: SeededMerchant;
let ahead = 0;
const now = () => new Date(Date.now() + ahead);
const encryptionKey = randomBytes(32);

const start = () =>
  startTestService({
    ...{ databaseUrl, encryptionKey, now },
    connectors: [adyenConnector({ baseUrl: standIn.url, environment: 'test', now, warn: () => {} })],
  });
const post = async (path: string, body: object) => {
  const answer = await clientOf(service).post(path, { key: shop.key, body });
  expect([answer.status, answer.status === 200 ? '' : answer.text]).toEqual([200, '']);
  return answer.body;
};

interface Prepared {
  /** The object of the call, and the prefix of the reference at Adyen. */
  readonly id: string;
  readonly path: string;
  readonly body: object;
}

const prepare: Readonly<Record<Kind, () => Promise<Prepared>>> = {
  authorize: async () => {
    const { payment_id: id } = await post('/payments', { ...order, ...card });
    return { id, path: `/payments/${id}/confirm`, body: {} };
  },
  capture: async () => {
    const { payment_id: id } = await post('/payments', {
      ...order,
      ...card,
      confirm: true,
      capture_method: 'manual',
    });
    return { id, path: `/payments/${id}/capture`, body: {} };
  },
  void: async () => {
    const { payment_id: id } = await post('/payments', {
      ...order,
      ...card,
      confirm: true,
      capture_method: 'manual',
    });
    return { id, path: `/payments/${id}/cancel`, body: {} };
  },
  refund: async () => {
    const { payment_id } = await post('/payments', { ...order, ...card, confirm: true });
    const id = `ref_${randomBytes(8).toString('hex')}`;
    return { id, path: '/refunds', body: { refund_id: id, payment_id } };
  },
  payout: async () => {
    const { payout_id: id } = await post('/payouts', {
      ...{ amount: 1000, currency: 'EUR', payout_type: 'card', confirm: true, auto_fulfill: false },
      payout_method_data: {
        card: {
          card_number: testCards.good,
          expiry_month: '12',
          expiry_year: '2039',
          card_holder_name: 'Ann',
        },
      },
    });
    return { id, path: `/payouts/${id}/fulfill`, body: {} };
  },
};

interface Killed extends Prepared {
  readonly kind: Kind;
  readonly point: string;
  readonly signal: string | null;
}

const killed: Killed[] = [];

beforeAll(async () => {
  standIn = await startStandIn(now);
  databaseUrl = await createDatabase();
  service = await start();
  shop = await seedMerchant(service);
  for (const connector_type of ['payment_processor', 'payout_processor']) {
    const account = {
      connector_type,
      connector_name: 'adyen',
      profile_id: shop.profileId,
      ...accountWith(API_KEY),
    };
    await post(`/accounts/${shop.merchantId}/connectors`, {
      ...account,
      merchant_connector_id: `adyen_${connector_type}`,
    });
  }
  const cases = (Object.keys(prepare) as Kind[]).flatMap((kind) => points.map((at) => ({ at, kind })));
  const prepared = [];
  for (const one of cases) prepared.push({ ...one, ...(await prepare[one.kind]()) });
  await inLanes(prepared, LANES, async ({ at, kind, ...request }) => {
    const { signal } = await runChild({
      ...{ at, databaseUrl, encryptionKey: encryptionKey.toString('hex'), connectorDeadlineMs: 20_000 },
      connectorBaseUrls: { adyen: standIn.url },
      request: {
        path: request.path,
        headers: { 'content-type': 'application/json', 'api-key': shop.key },
        body: JSON.stringify(request.body),
      },
    });
    killed.push({ ...request, kind, point: at.point, signal });
  });
  ahead += LATER_MS;
}, PATIENCE_MS);
afterAll(async () => {
  await service.close();
  await standIn.close();
});

const heldFor = ({ id, kind }: Killed) =>
  standIn.desk.state.records.filter(
    (one) => one.kind === kind && one.succeeded && references(id, one.reference),
  );
/** A capture has its own identifier, known from its payment. */
const references = (id: string, reference: string) =>
  reference.startsWith(id) || captures.get(reference) === id;
const captures = new Map<string, string>();

test('Processes killed between an Adyen operation and its record move the money once', {
  timeout: PATIENCE_MS,
}, async () => {
  const ctx = service.contextFor({ kind: 'admin_key' }, 'req_test');
  expect(killed.map(({ kind, point, signal }) => [kind, point, signal])).toEqual(
    killed.map(({ kind, point }) => [kind, point, 'SIGKILL']),
  );
  const open = async () =>
    service.database.rows.query<{ call_id: string }>(
      {
        text: `select call_id from connector_calls where merchant_id = $1 and status = 'intended'`,
        values: [shop.merchantId],
      },
      null,
    );
  for (let round = 0; round < 3; round += 1) {
    for (const { call_id } of await open()) await recoverCall(ctx, shop.merchantId, call_id);
    for (const { body, headers } of standIn.webhooks()) {
      await fetch(`${service.url}/webhooks/${shop.merchantId}/adyen_payment_processor`, {
        method: 'POST',
        headers,
        body,
      });
      await fetch(`${service.url}/webhooks/${shop.merchantId}/adyen_payout_processor`, {
        method: 'POST',
        headers,
        body,
      });
    }
    ahead += LATER_MS;
  }
  expect(await open()).toEqual([]);
  const rows = await service.database.rows.query<{ capture_id: string; payment_id: string }>(
    { text: 'select capture_id, payment_id from captures where merchant_id = $1', values: [shop.merchantId] },
    null,
  );
  for (const { capture_id, payment_id } of rows) captures.set(capture_id, payment_id);
  for (const one of killed)
    expect([one.kind, one.point, heldFor(one).length]).toEqual([one.kind, one.point, 1]);
  expect(standIn.violations()).toEqual([]);
});
