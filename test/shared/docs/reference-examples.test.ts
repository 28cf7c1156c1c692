import { expect } from 'vitest';
import { takesBody } from '../../../src/rest/operation.ts';
import { operations } from '../../../src/rest/operations.ts';
import { type ApiResponse, clientOf } from '../../kit/client.ts';
import type { TestService } from '../../kit/service.ts';
import { test as base } from '../../kit/test.ts';
import { startDemoService } from '../browser/demo-service.ts';

// biome-ignore lint/suspicious/noExplicitAny: tests assert the answers' content.
type Json = Record<string, any>;

const card = {
  card_number: '4242424242424242',
  card_exp_month: '12',
  card_exp_year: '2030',
  card_cvc: '123',
};
const paid = { confirm: true, payment_method: 'card', payment_method_data: { card } };

/** The demo merchant's service for a reader of the API reference: with the keys printed by the banner. */
interface Demo {
  readonly service: TestService;
  readonly merchantId: string;
  readonly keys: Readonly<Record<string, string>>;
  readonly profileId: string;
  readonly make: (path: string, body: object) => Promise<Json>;
  readonly asAdmin: (path: string, body: object) => Promise<Json>;
  readonly first: (path: string) => Promise<Json>;
}

const test = base.extend(
  'demo',
  { scope: 'file' },
  async ({ shared: _database }, { onCleanup }): Promise<Demo> => {
    const { keys, service } = await startDemoService();
    onCleanup(() => service.close());
    const client = clientOf(service);
    const done = (answer: ApiResponse, path: string): Json => {
      expect(answer.status, `${path} ${answer.text}`).toBe(200);
      return answer.body;
    };
    const make = async (path: string, body: object) =>
      done(await client.post(path, { key: keys.apiKey, body }), path);
    const asAdmin = async (path: string, body: object) =>
      done(await client.post(path, { key: service.adminApiKey, body }), path);
    const first = async (path: string) => {
      const list = done(await client.get(path, { key: keys.apiKey }), path);
      return (list.data ?? list)[0] as Json;
    };
    const { profile_id: profileId } = await first(`/account/${keys.merchantId}/business_profile`);
    const { merchantId } = keys;
    const byKind = {
      api_key: keys.apiKey,
      publishable_key: keys.publishableKey,
      admin_key: service.adminApiKey,
    };
    return { service, merchantId, keys: byKind, profileId, make, asAdmin, first };
  },
);

type Prepare = (demo: Demo) => Promise<Json>;
const payment =
  (more: object = {}): Prepare =>
  ({ make }) =>
    make('/payments', { amount: 6540, currency: 'USD', ...more });
const payout =
  (more: object = {}): Prepare =>
  ({ make }) =>
    make('/payouts', { amount: 6540, currency: 'USD', customer_id: 'alice', ...more });
const endpoint: Prepare = async ({ make, profileId: profile_id }) => {
  const url = 'https://example.com/webhooks';
  return { endpoint_id: (await make('/webhook_endpoints', { profile_id, url })).endpoint_id };
};
const dispute: Prepare = ({ first }) => first('/disputes?dispute_status=dispute_opened');
const alice: Prepare = async () => ({ customer_id: 'alice' });

/** Replacements for an example's identifiers: objects in a state that the operation accepts. */
const objects: Readonly<Record<string, Prepare>> = {
  updatePayment: payment(),
  createSessionTokens: payment(),
  confirmPayment: payment(),
  capturePayment: payment({ ...paid, capture_method: 'manual' }),
  cancelPayment: payment({ ...paid, capture_method: 'manual' }),
  incrementAuthorization: payment({
    ...paid,
    capture_method: 'manual',
    request_incremental_authorization: true,
  }),
  openWallets: payment(),
  checkEligibility: payment(),
  checkGiftCardBalance: payment(),
  createNote: payment(),
  createRefund: payment(paid),
  updateRefund: async (demo) =>
    demo.make('/refunds', { payment_id: (await payment(paid)(demo)).payment_id, amount: 100 }),
  updatePayout: payout(),
  confirmPayout: payout(),
  cancelPayout: payout(),
  fulfillPayout: payout({
    confirm: true,
    payout_method_data: { card: { card_number: card.card_number, expiry_month: '12', expiry_year: '2030' } },
  }),
  challengeDispute: dispute,
  saveEvidenceDraft: dispute,
  updateApiKey: ({ asAdmin, merchantId }) => asAdmin(`/api_keys/${merchantId}`, { name: 'Another' }),
  updateCustomer: alice,
  updatePaymentMethod: async ({ make }) => {
    const { card_cvc: _, ...kept } = card;
    const body = { customer_id: 'alice', payment_method: 'card', card: kept };
    return { method_id: (await make('/payment_methods', body)).payment_method_id };
  },
  updateConnectorAccount: async ({ make, merchantId, profileId: profile_id }) => {
    const details = { connector_account_details: { api_key: 'sandbox_key_of_the_shop' } };
    const account = {
      connector_type: 'payment_processor',
      connector_name: 'sandbox',
      profile_id,
      ...details,
    };
    const { merchant_connector_id: id } = await make(`/accounts/${merchantId}/connectors`, account);
    return { connector_id: id };
  },
  updateReportSchedule: async ({ make }) => {
    const body = operations.find(({ id }) => id === 'createReportSchedule')!.example!.body!;
    return {
      schedule_id: (await make('/report_schedules', { ...body, name: 'Another' })).schedule_id,
    };
  },
  updateWebhookEndpoint: endpoint,
  addListEntries: ({ make }) => make('/lists', { name: 'Cards of a leak', kind: 'bin' }),
  replayRuleset: ({ make, profileId: profile_id }) =>
    make('/rulesets', {
      ...{ decision: 'payment_routing', name: 'Oldest first', profile_id },
      ...{ rules: [], default: { connectors: ['sandbox'] } },
    }),
  executeThreeDsRules: async ({ make, profileId: profile_id }) => {
    const { ruleset_id } = await make('/rulesets', {
      ...{ decision: 'three_ds', name: 'Challenge all', profile_id },
      ...{ rules: [], default: { three_ds: 'challenge' } },
    });
    return { routing_id: ruleset_id };
  },
  rotateWebhookSecret: endpoint,
};

/** Examples that the demo merchant's keys cannot run, with the reason. */
const exceptions: Readonly<Record<string, string>> = {
  authenticatePayment: 'the demo merchant has no authentication connector',
  startApplePay: 'the demo merchant has no Apple Pay',
  approvePayment: 'the demo merchant has no payment that waits for a decision',
  rejectPayment: 'the demo merchant has no payment that waits for a decision',
  mailPaymentLink: 'development sends no mail',
  mailPayoutLink: 'development sends no mail',
  mailCollectLink: 'development sends no mail',
  inviteMember: 'development sends no mail, and the key has to name team:write',
  appointOperator: 'the person is an example',
  changeMemberRole: 'the person is an example',
  requestPaymentMethodExport: 'the public key is an example',
  createDomain: 'the key has to name vault:export',
  redeliverEvent: 'the demo merchant receives no webhooks',
  redeliverWebhook: 'the demo merchant receives no webhooks',
  sendTestWebhook: 'the demo merchant receives no webhooks',
  replayWebhooks: 'the demo merchant receives no webhooks',
  updateErrorMapping: 'only GraphQL shows the identifier of a mapping',
  deactivateRouting: 'the demo merchant routes by its profile, not by a configuration',
};

/** Operations for the banner's admin key: an API key needs the permission by name. */
const byAdmin = ['createApiKey', 'updateApiKey', 'rotatePublishableKey'];

test("Every example of the API reference returns 200 to the banner's keys", async ({ demo }) => {
  const played: string[] = [];
  const failed: string[] = [];
  const client = clientOf(demo.service);
  // The other examples' customer comes first; deletions come last.
  const rank = ({ id }: { id: string }) =>
    id === 'createCustomer'
      ? 0
      : /Blocklist|challengeDispute/.test(id)
        ? 2
        : /rotatePublishable/.test(id)
          ? 3
          : /suspend/.test(id)
            ? 4
            : 1;
  for (const operation of operations.toSorted((one, other) => rank(one) - rank(other))) {
    const { example, id, keys, method, path } = operation;
    if (!example?.body || operation.byPersons || id in exceptions) continue;
    const found: Json = {
      account_id: demo.merchantId,
      profile_id: demo.profileId,
      ...(await objects[id]?.(demo)),
    };
    const at = path.replace(/\{(\w+)\}/g, (_, name) => String(found[name]));
    const body = Object.fromEntries(
      Object.entries(example.body).map(([name, value]) => [
        name,
        /_id$|^client_secret$/.test(name) && name in found ? found[name] : value,
      ]),
    );
    const kinds = byAdmin.includes(id) ? ['admin_key'] : ['api_key', 'publishable_key', 'admin_key'];
    const kind = kinds.find((one) => keys.includes(one as never))!;
    const answer = await client.request(method.toUpperCase(), at, {
      key: demo.keys[kind]!,
      ...(takesBody(operation) ? { body } : {}),
    });
    played.push(id);
    if (answer.status !== 200) failed.push(`${id} ${answer.status} ${answer.text.slice(0, 250)}`);
  }
  expect(failed).toEqual([]);
  expect(played.length).toBeGreaterThan(45);
  const known = operations.map(({ id }) => id);
  for (const id of [...Object.keys(exceptions), ...Object.keys(objects)]) expect(known).toContain(id);
});
