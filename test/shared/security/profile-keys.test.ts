import { expect } from 'vitest';
import { allPermissions } from '../../../src/core/foundation/permissions.ts';
import { operations } from '../../../src/rest/operations.ts';
import { figure, someOf } from '../../kit/figure.ts';
import { globalIdOf } from '../../kit/global-id.ts';
import { graphql } from '../../kit/graphql.ts';
import { mutate } from '../../kit/mutate.ts';
import { sandboxShop } from '../../kit/sandbox-shop.ts';
import type { TestService } from '../../kit/service.ts';
import { test as base } from '../../kit/test.ts';
import { closeAll, connect } from '../graphql/subscriptions/live.ts';
import { everythingSeen, snakeCase } from './everything-seen.ts';
import { argumentsWith, mutationFields } from './graphql-fields.ts';

type Shop = Awaited<ReturnType<typeof sandboxShop>>;

/** A merchant's profile with an object of every type that belongs to one, all with a marker word. */
async function furnish(shop: Shop, word: string, customer: string) {
  const profile = await shop.profile({ profile_id: `pro_${word}`, profile_name: word });
  const own = { profile_id: profile };
  const account = await shop.connector({
    ...own,
    merchant_connector_id: `mca_${word}`,
    connector_label: word,
  });
  const paying = { ...own, customer_id: customer, merchant_connector_id: account, description: word };
  const payment = await shop.payment({ ...paying, payment_id: `pay_${word}` });
  const open = await shop.payment({
    ...paying,
    payment_id: `pay_open_${word}`,
    status: 'requires_payment_method',
    amount_received: 0,
  });
  const attempt = await shop.attempt(payment, { ...own, attempt_id: `att_${word}` });
  const capture = await shop.capture(payment, attempt, { ...own, capture_id: `cap_${word}` });
  const refund = await shop.refund(payment, { ...own, refund_id: `ref_${word}`, reason: word });
  const dispute = await shop.dispute(payment, { ...own, dispute_id: `dsp_${word}` });
  const payout = await shop.payout({ ...paying, payout_id: `po_${word}`, status: 'requires_confirmation' });
  const event = await shop.event({ ...own, payment_id: payment, event_id: `evt_${word}` });
  const delivery = await shop.webhookDelivery(event, { delivery_id: `whd_${word}` });
  const routing = await shop.routingConfiguration({ ...own, id: `rtg_${word}`, name: word });
  const ruleset = await shop.ruleset({ ...own, ruleset_id: `rul_${word}`, name: word });
  const replay = await shop.ruleReplay(ruleset, { ...own, replay_id: `rpy_${word}`, unknown_facts: [word] });
  const replayed = await shop.ruleReplayPayment(replay, payment, {
    ...{ ...own, replayed_id: `rpy_${word}_0000001` },
    ...{ from_account: account, to_account: account },
  });
  const settlement = await shop.settlement({ ...own, settlement_id: `stl_${word}`, bank_reference: word });
  const line = await shop.settlementLine(settlement, { line_id: `stln_${word}`, order_reference: word });
  const notification = await shop.notification({ ...own, notification_id: `ntf_${word}` });
  const types = {
    Payment: payment,
    Capture: capture,
    Refund: refund,
    Dispute: dispute,
    Payout: payout,
    Event: event,
    WebhookDelivery: delivery,
    BusinessProfile: profile,
    ConnectorAccount: account,
    RoutingConfiguration: routing,
    Ruleset: ruleset,
    RuleReplay: replay,
    RuleReplayPayment: replayed,
    Settlement: settlement,
    SettlementLine: line,
    Notification: notification,
  };
  return {
    profile,
    ids: {
      payment_id: payment,
      open_payment_id: open,
      capture_id: capture,
      refund_id: refund,
      dispute_id: dispute,
      payout_id: payout,
      event_id: event,
      delivery_id: delivery,
      routing_id: routing,
      ruleset_id: ruleset,
      replay_id: replay,
      replayed_id: replayed,
      settlement_id: settlement,
      line_id: line,
      notification_id: notification,
      profile_id: profile,
      connector_id: account,
      merchant_connector_id: account,
      customer_id: customer,
      merchant_id: shop.merchantId,
      account_id: shop.merchantId,
    },
    nodes: Object.entries(types).map(([type, id]) => globalIdOf(type, shop.merchantId, id)),
  };
}

const test = base.extend('profiles', { scope: 'file' }, async ({ service }) => {
  const shop = await sandboxShop(service);
  const customer = await shop.customer();
  const own = await furnish(shop, 'aownword', customer);
  const other = await furnish(shop, 'botherword', customer);
  const permissions = allPermissions.map((permission) => permission.replace(':', '_').toUpperCase());
  const input = { name: 'of a profile', profileId: own.profile, permissions };
  const { payload } = await mutate(service, shop.key, 'createApiKey', input, 'secret apiKey { profileId }');
  expect(payload.apiKey.profileId).toBe(own.profile);
  return { shop, own, other, key: payload.secret as string };
});

test.afterEach(() => closeAll());

test('A profile key reads nothing of another profile, with any arguments', async ({
  profiles: { key, other, own, shop },
  service,
  task,
}) => {
  const control = await everythingSeen(service, shop.key, other);
  expect(control.filter((text) => text.includes('botherword')).length).toBeGreaterThan(20);
  let answers = 0;
  for (const sought of someOf([other, own], 1)) {
    const texts = await everythingSeen(service, key, sought);
    answers += texts.length;
    // A request's own identifiers do not count as repeated.
    expect(texts.filter((text) => text.includes('botherword'))).toEqual([]);
    if (sought === own) {
      expect(texts.filter((text) => text.includes('aownword')).length).toBeGreaterThan(20);
    }
  }
  const counted =
    '{ payments { totalCount count { count } } paymentStats { count } refundStats { count } viewer { profileId } }';
  const { data } = await graphql(service, key, counted);
  expect(data).toEqual({
    payments: { totalCount: 2, count: { count: 2 } },
    paymentStats: [{ count: 2 }],
    refundStats: [{ count: 1 }],
    viewer: { profileId: own.profile },
  });
  figure(task, `0 of another profile's objects in ${answers} answers`);
});

test('A profile key changes nothing of another profile, and creates in its own', async ({
  profiles: { key, other, own, shop },
  service,
}) => {
  const commands: [name: string, input: object][] = [
    ['updatePayment', { paymentId: other.ids.open_payment_id, description: 'x' }],
    ['cancelPayment', { paymentId: other.ids.open_payment_id }],
    ['createRefund', { paymentId: other.ids.payment_id }],
    ['updateRefund', { refundId: other.ids.refund_id, reason: 'x' }],
    ['acceptDispute', { disputeId: other.ids.dispute_id }],
    ['updatePayout', { payoutId: other.ids.payout_id, description: 'x' }],
    ['cancelPayout', { payoutId: other.ids.payout_id }],
    ['redeliverWebhook', { eventId: other.ids.event_id }],
    ['redeliverWebhook', { deliveryId: other.ids.delivery_id }],
    ['updateBusinessProfile', { profileId: other.profile, sessionExpiry: 60 }],
    ['updateConnectorAccount', { merchantConnectorId: other.ids.connector_id, disabled: true }],
    ['deleteConnectorAccount', { merchantConnectorId: other.ids.connector_id }],
    ['activateRoutingConfiguration', { routingId: other.ids.routing_id }],
    ['activateRuleset', { rulesetId: other.ids.ruleset_id }],
    ['deactivateRuleset', { rulesetId: other.ids.ruleset_id }],
    [
      'replayRuleset',
      {
        rulesetId: other.ids.ruleset_id,
        createdGte: '2026-11-01T00:00:00Z',
        createdLt: '2026-11-02T00:00:00Z',
      },
    ],
    ['cancelPaymentRetry', { paymentId: other.ids.open_payment_id }],
    ['evaluateRules', { profileId: own.profile, paymentId: other.ids.payment_id }],
    ['evaluateRules', { profileId: own.profile, payoutId: other.ids.payout_id }],
    [
      'evaluateRules',
      { profileId: own.profile, rulesetId: other.ids.ruleset_id, payment: { amount: 100, currency: 'EUR' } },
    ],
  ];
  for (const [name, input] of commands) {
    const { userErrors } = await mutate(service, key, name, { ...input }, 'userErrors { code }');
    expect([name, userErrors.map(({ code }) => code)]).toEqual([name, ['resource_not_found']]);
  }
  const creations: [name: string, input: object, selection: string][] = [
    ['createPayment', { amount: 100, currency: 'USD' }, 'payment { profileId }'],
    ['createPayout', { amount: 100, currency: 'USD' }, 'payout { profileId }'],
    ['createApiKey', { name: 'another' }, 'apiKey { profileId }'],
  ];
  for (const [name, input, selection] of creations) {
    const field = selection.split(' ')[0]!;
    const made = await mutate(service, key, name, { ...input }, selection);
    expect([name, made.payload?.[field]]).toEqual([name, { profileId: own.profile }]);
    const elsewhere = { ...input, profileId: other.profile };
    const { text } = await mutate(service, key, name, elsewhere, selection);
    expect([name, /not_permitted|resource_not_found/.test(text)]).toEqual([name, true]);
  }
  const changed = { paymentId: own.ids.open_payment_id, description: 'aownword again' };
  const { payload } = await mutate(service, key, 'updatePayment', changed, 'payment { description }');
  expect(payload.payment.description).toBe('aownword again');
  const profile = await mutate(
    service,
    key,
    'createBusinessProfile',
    { profileName: 'new' },
    'businessProfile { id }',
  );
  expect(profile.text).toContain('not_permitted');
  const unknown = { name: 'x', profileId: 'nothing' };
  expect((await mutate(service, shop.key, 'createApiKey', unknown, 'secret')).userErrors).toMatchObject([
    { code: 'resource_not_found', param: 'profile_id' },
  ]);
});

/** The merchant's rows that a key of its own profile must not change: the other profile's and the account's. */
async function untouchable(
  { database }: TestService,
  { merchantId }: Shop,
  profile: string,
): Promise<string> {
  const read = async (table: string, where = '') => {
    const text = `select coalesce(jsonb_agg(t order by t::text), '[]')::text as rows from ${table} t where merchant_id = $1 ${where}`;
    const values = where === '' ? [merchantId] : [merchantId, profile];
    const [row] = await database.rows.query({ text, values }, merchantId);
    return `${table} ${row!.rows}`;
  };
  const ofProfile = ['payments', 'payouts', 'refunds', 'disputes', 'connector_accounts', 'business_profiles'];
  const ofMerchant = ['merchant_accounts', 'team_members', 'invitations', 'customers'];
  return (
    await Promise.all([
      ...ofProfile.map((table) => read(table, 'and profile_id = $2')),
      ...ofMerchant.map((table) => read(table)),
    ])
  ).join('\n');
}

test("No write by a profile key with another profile's identifiers changes anything there, over either API", async ({
  profiles: { key, other, shop },
  service,
  task,
}) => {
  const before = await untouchable(service, shop, other.profile);
  const valueFor = (name: string, type: string) => {
    const id = other.ids[snakeCase(name) as keyof typeof other.ids];
    if (id) return id;
    if (type === 'Int' || type === 'Amount') return 1;
    if (type === 'Boolean') return true;
    if (type === 'DateTime') return '2026-01-31T09:30:00Z';
    return type === 'JSON' ? {} : 'nothing';
  };
  // Customers belong to all profiles; `ofWholeMerchant` covers a key's rights on them.
  const asked = mutationFields.filter(({ field }) => !/Customer$|PaymentMethod$|ApiKey$/.test(field.name));
  for (const { field } of [
    ...asked,
    ...mutationFields.filter(({ field: { name } }) => name === 'deleteCustomer'),
  ]) {
    const variables = argumentsWith(field, valueFor);
    const declared = field.args.map(({ name, type }) => `$${name}: ${type}`).join(', ');
    const passed = field.args.map(({ name }) => `${name}: $${name}`).join(', ');
    const document = `mutation (${declared}) { ${field.name}(${passed}) { userErrors { code } } }`;
    const { text } = await graphql(service, key, document, variables);
    expect([field.name, text.includes('internal_error')]).toEqual([field.name, false]);
  }
  const writes = operations.filter(
    ({ id, method }) => method !== 'get' && !/Customer$|PaymentMethod$|ApiKey$/.test(id),
  );
  for (const { example, id, method, path } of [
    ...writes,
    ...operations.filter(({ id }) => id === 'deleteCustomer'),
  ]) {
    const at = path.replaceAll(/\{(\w+)\}/g, (_, name: keyof typeof other.ids) => other.ids[name] ?? 'none');
    const body = { ...example?.body };
    for (const [name, value] of Object.entries(other.ids)) if (name in body) body[name] = value;
    const response = await fetch(service.url + at, {
      method: method.toUpperCase(),
      headers: { 'api-key': key, 'content-type': 'application/json' },
      ...(method !== 'get' ? { body: JSON.stringify(body) } : {}),
    });
    expect([id, response.status < 500]).toEqual([id, true]);
  }
  expect(await untouchable(service, shop, other.profile)).toBe(before);
  figure(task, `${asked.length + writes.length + 2} writes, no row changed`);
});

interface Live {
  readonly paymentUpdated: { readonly payment: { readonly paymentId: string } };
}

test("A profile key's subscription reports only its own objects", async ({
  profiles: { key, other, own, shop },
  service,
}) => {
  const client = await connect(service, key);
  const { data } = await graphql(service, key, '{ updatesCursor }');
  const live = client.subscribe(
    'subscription ($after: String) { paymentUpdated(after: $after) { payment { paymentId } } }',
    { after: data.updatesCursor },
  );
  for (const { ids } of [other, own]) {
    const input = { paymentId: ids.open_payment_id, metadata: { changed: true } };
    const { userErrors } = await mutate(service, shop.key, 'updatePayment', input, 'payment { status }');
    expect(userErrors).toEqual([]);
  }
  const idOf = ({ paymentUpdated }: Live) => paymentUpdated.payment.paymentId;
  // Earlier writes may be reported too, if committed after the cursor: also only of its own profile.
  await live.until((received) => received.some((one) => idOf(one as Live) === own.ids.open_payment_id));
  const text = `select payment_id from payments where profile_id = $1`;
  const rows = await service.database.rows.query<{ payment_id: string }>(
    { text, values: [own.profile] },
    null,
  );
  const owned = new Set(rows.map(({ payment_id }) => payment_id));
  const foreign = live.received.map((one) => idOf(one as Live)).filter((id) => !owned.has(id));
  expect(foreign).toEqual([]);
});
