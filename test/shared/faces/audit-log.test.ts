import { expect, vi } from 'vitest';
import { expirePayments } from '../../../src/core/payments/void/expire-payments.ts';
import { allMerchants } from '../../../src/core/writes/due-objects.ts';
import { cardOf, cards, graphqlCardOf, sandboxShop, setColumns } from '../../kit/sandbox-shop.ts';
import { disputeOpened, scriptedConnector } from '../../kit/scripted-connector.ts';
import { scriptedShop } from '../../kit/scripted-shop.ts';
import { test as base } from '../../kit/test.ts';

const script = scriptedConnector();

interface Entry {
  readonly action: string;
  readonly changes: readonly { field: string; before: unknown; after: unknown; concealed: boolean }[];
  readonly [name: string]: unknown;
}

const selection = `entryId action actorType actorId address userAgent objectType objectId requestId createdAt
  changes { field before after concealed }`;

const test = base
  .extend('serviceOptions', { scope: 'file' }, () => ({ connectors: [script.connector] }))
  .extend('shop', ({ service }) => sandboxShop(service))
  /** The entries of an object, oldest first. */
  .extend('entriesOf', ({ adminGraphql }) => async (objectId: string): Promise<Entry[]> => {
    const { auditLog } = await adminGraphql.data(
      `query ($id: ID!) { auditLog(filter: { objectId: { eq: $id } }, orderBy: { field: CREATED_AT, direction: ASC }) {
         nodes { ${selection} } } }`,
      { id: objectId },
    );
    return auditLog.nodes;
  })
  .extend('pay', ({ graphql, shop }) => async (input: object = {}): Promise<string> => {
    const given = {
      amount: 6540,
      currency: 'USD',
      profileId: shop.profileId,
      confirm: true,
      paymentMethod: 'card',
      paymentMethodData: { card: graphqlCardOf(cards.good) },
      email: 'ann@example.com',
      description: 'Something private',
      ...input,
    };
    const { payload } = await graphql.mutate('createPayment', given, 'payment { paymentId status }');
    return payload.payment.paymentId;
  });

const fieldsOf = ({ changes }: Entry) =>
  Object.fromEntries(
    changes.map(({ after, before, concealed, field }) => [field, concealed ? 'concealed' : [before, after]]),
  );

test('A payment that is created and confirmed at once has one entry: who, from where, and what, but nothing personal', async ({
  entriesOf,
  pay,
  shop,
}) => {
  const entries = await entriesOf(await pay());
  expect(entries).toHaveLength(1);
  expect(entries[0]).toMatchObject({
    action: 'createPayment',
    actorType: 'api_key',
    actorId: shop.keyId,
    address: expect.stringMatching(/^(127\.0\.0\.1|::1)$/),
    userAgent: expect.any(String),
    objectType: 'payment',
  });
  expect(fieldsOf(entries[0]!)).toMatchObject({
    amount: [null, 6540],
    currency: [null, 'USD'],
    status: [null, 'processing'],
    'connector_call.operation': [null, 'authorize'],
  });
  const text = JSON.stringify(entries);
  for (const personal of ['ann@example.com', 'private', cards.good, 'Ann Example', '_secret_']) {
    expect(text).not.toContain(personal);
  }
});

test('An update says what a field was before, and of personal data only that it changed', async ({
  api,
  entriesOf,
  shop,
}) => {
  const id = await shop.open({ amount: 1000, net_amount: 1000 });
  const answer = await api.post(`/payments/${id}`, { amount: 1200, email: 'bob@example.com' });
  expect(answer.status).toBe(200);
  const [entry] = await entriesOf(id);
  expect(entry).toMatchObject({ action: 'updatePayment', requestId: answer.headers.get('x-request-id') });
  expect(fieldsOf(entry!)).toMatchObject({
    amount: [1000, 1200],
    net_amount: [1000, 1200],
    email: 'concealed',
  });
});

test('A capture, a refund and a cancellation are recorded when they are asked for', async ({
  entriesOf,
  graphql,
  pay,
}) => {
  const id = await pay({ captureMethod: 'manual_multiple' });
  await graphql.mutate('capturePayment', { paymentId: id, amount: 4000 }, 'payment { status }');
  const refund = await graphql.mutate('createRefund', { paymentId: id, amount: 15 }, 'refund { refundId }');
  await graphql.mutate('cancelPayment', { paymentId: id }, 'payment { status }');
  const entries = await entriesOf(id);
  expect(entries.map(({ action }) => action)).toEqual(['createPayment', 'capturePayment', 'cancelPayment']);
  expect(fieldsOf(entries[1]!)).toMatchObject({
    'capture.amount': [null, 4000],
    'connector_call.operation': [null, 'capture'],
  });
  expect(fieldsOf(entries[2]!)).toMatchObject({ 'connector_call.operation': [null, 'void'] });
  const [refunded, ...more] = await entriesOf(refund.payload.refund.refundId);
  expect(more).toEqual([]);
  expect(refunded).toMatchObject({ action: 'createRefund', objectType: 'refund' });
  expect(fieldsOf(refunded!)).toMatchObject({ amount: [null, 15], payment_id: [null, id] });
});

test('A payout is recorded through its life', async ({ entriesOf, graphql, shop }) => {
  const payout = { payoutId: `out_${shop.merchantId.slice(-8)}`, amount: 900, currency: 'EUR' };
  await graphql.mutate('createPayout', payout, 'payout { status }');
  await graphql.mutate('cancelPayout', { payoutId: payout.payoutId }, 'payout { status }');
  const entries = await entriesOf(payout.payoutId);
  expect(entries.map(({ action }) => action)).toEqual(['createPayout', 'cancelPayout']);
  expect(fieldsOf(entries[1]!)).toMatchObject({ status: [expect.any(String), 'cancelled'] });
});

test('An answer to a dispute is recorded before it is sent', async ({ entriesOf, graphqlAs, service }) => {
  const shop = await scriptedShop(service);
  script.respond('accept', () => ({ kind: 'succeeded', connectorTransactionId: 'd' }));
  const { paymentId, transactionId } = await shop.paidPayment();
  const event = { id: `evt_${transactionId}`, at: new Date().toISOString(), ...disputeOpened };
  const ids = { connectorTransactionId: transactionId, connectorDisputeId: `dis_${transactionId}` };
  expect(await shop.sendWebhook([{ ...event, ...ids }])).toBe(200);
  const graphql = graphqlAs(shop.key);
  const read = 'query ($id: ID!) { payment(paymentId: $id) { disputes { disputeId } } }';
  const [{ disputeId }] = (await graphql.data(read, { id: paymentId })).payment.disputes;
  // What the connector's webhook did is in the status history.
  expect(await entriesOf(disputeId)).toEqual([]);
  await graphql.mutate('acceptDispute', { disputeId }, 'dispute { disputeStatus }');
  const [entry, ...more] = await entriesOf(disputeId);
  expect(more).toEqual([]);
  expect(entry).toMatchObject({ action: 'acceptDispute', objectType: 'dispute' });
  expect(fieldsOf(entry!)).toEqual({ 'dispute_answer.action': [null, 'accept'] });
});

test('Of a webhook address the log has the origin alone, as the rest may be a secret', async ({
  api,
  entriesOf,
  graphql,
  shop,
}) => {
  const change = (details: object) =>
    api.post(`/account/${shop.merchantId}/business_profile/${shop.profileId}`, { webhook_details: details });
  const url = 'https://example.com/hook/PATHSECRET?token=URLSECRET';
  await change({ webhook_url: url, webhook_password: 'first-password' });
  await change({ webhook_url: `${url}2`, webhook_password: 'second-password' });
  await change({ webhook_url: 'https://other.example/PATHSECRET' });
  const entries = await entriesOf(shop.profileId);
  const of = (name: string) =>
    entries.map(({ changes }) => changes.find(({ field }) => field === `webhook_details.${name}`));
  const changed = (before: string | null, after: string) =>
    expect.objectContaining({ before, after, concealed: true });
  expect(of('webhook_url')).toEqual([
    changed(null, 'https://example.com'),
    changed('https://example.com', 'https://example.com'),
    changed('https://example.com', 'https://other.example'),
  ]);
  expect(of('webhook_password')[1]).toMatchObject({ concealed: true, before: null, after: null });
  const input = { merchantId: shop.merchantId, webhookDetails: { webhookUrl: url } };
  await graphql.mutate('updateMerchantAccount', input, 'merchantAccount { id }');
  const written = [...entries, ...(await entriesOf(shop.merchantId))];
  expect(written.at(-1)!.action).toBe('updateMerchantAccount');
  expect(JSON.stringify(written)).not.toMatch(/SECRET|-password/);
});

test('Who erases a customer, removes a saved card or takes a list away is recorded, and nothing personal', async ({
  api,
  entriesOf,
  graphql,
  shop,
}) => {
  const customer = await shop.customer({ name: 'Ann Example', email: 'ann@example.com' });
  const [card, other] = [await shop.paymentMethod(customer), await shop.paymentMethod(customer)];
  await graphql.mutate('deletePaymentMethod', { paymentMethodId: card }, 'paymentMethod { status }');
  await graphql.mutate('deletePaymentMethod', { paymentMethodId: card }, 'paymentMethod { status }');
  const filter = JSON.stringify({ email: { eq: 'ann@example.com' } });
  const lists = ['payments', 'refunds', 'disputes', 'payouts', 'customers'];
  for (const list of lists) {
    const query = list === 'customers' ? `?${new URLSearchParams({ filter, columns: 'email' })}` : '';
    expect((await api.get(`/exports/${list}.csv${query}`)).status).toBe(200);
  }
  await graphql.mutate('deleteCustomer', { customerId: customer }, 'customer { deletedAt }');

  const inactive = { field: 'status', before: 'active', after: 'inactive', concealed: false };
  expect(await entriesOf(card)).toMatchObject([{ action: 'deletePaymentMethod', changes: [inactive] }]);
  expect(await entriesOf(other)).toMatchObject([{ action: 'deleteCustomer', changes: [inactive] }]);
  const [erased] = await entriesOf(customer);
  expect(erased).toMatchObject({ action: 'deleteCustomer', actorId: shop.keyId, objectType: 'customer' });
  expect(erased!.changes).toMatchObject([{ field: 'deleted_at', before: null, after: expect.any(String) }]);
  for (const list of lists) {
    const mine = (await entriesOf(list)).filter(({ actorId }) => actorId === shop.keyId);
    expect([list, mine.map(({ objectType }) => objectType)]).toEqual([list, ['export']]);
    expect(JSON.stringify(mine)).not.toContain('ann@');
  }
  const [exported] = (await entriesOf('customers')).filter(({ actorId }) => actorId === shop.keyId);
  expect(exported!.changes).toMatchObject([
    { field: 'rows', after: 1 },
    { field: 'columns', after: ['email'] },
    { field: 'filter', before: null, after: null, concealed: true },
  ]);
});

test('Keys are recorded from creation to revocation, without the secret', async ({
  client,
  entriesOf,
  service,
  shop,
}) => {
  const at = `/api_keys/${shop.merchantId}`;
  const admin = { key: service.adminApiKey };
  const { body } = await client.post(at, { ...admin, body: { name: 'Checkout' } });
  await client.post(`${at}/${body.key_id}`, { ...admin, body: { allowed_addresses: ['203.0.113.0/24'] } });
  await client.request('DELETE', `${at}/${body.key_id}`, admin);
  const entries = await entriesOf(body.key_id);
  expect(entries.map(({ action, actorType, actorId }) => [action, actorType, actorId])).toEqual([
    ['createApiKey', 'admin_key', 'environment'],
    ['updateApiKey', 'admin_key', 'environment'],
    ['revokeApiKey', 'admin_key', 'environment'],
  ]);
  expect(fieldsOf(entries[1]!)).toEqual({ allowed_addresses: [[], ['203.0.113.0/24']] });
  expect(fieldsOf(entries[2]!)).toEqual({ revoked_at: [null, expect.any(String)] });
  expect(JSON.stringify(entries)).not.toContain(body.secret);
});

test('What fails, and what is replayed, leaves no entry', async ({ api, entriesOf, shop }) => {
  const id = await shop.open({ amount: 1000 });
  expect((await api.post(`/payments/${id}/capture`, {})).status).toBe(409);
  expect(await entriesOf(id)).toEqual([]);
  const headers = { 'idempotency-key': 'once' };
  await api.post(`/payments/${id}`, { amount: 1100 }, { headers });
  await api.post(`/payments/${id}`, { amount: 1100 }, { headers });
  expect(await entriesOf(id)).toHaveLength(1);
});

test('Of a customer that confirms in a browser, neither address nor browser is recorded', async ({
  client,
  entriesOf,
  graphql,
  shop,
}) => {
  const input = { amount: 500, currency: 'USD', profileId: shop.profileId };
  const { payload } = await graphql.mutate('createPayment', input, 'payment { paymentId clientSecret }');
  const { clientSecret, paymentId } = payload.payment;
  const answer = await client.post(`/payments/${paymentId}/confirm`, {
    key: shop.publishableKey,
    body: {
      client_secret: clientSecret,
      payment_method: 'card',
      payment_method_data: { card: cardOf(cards.good) },
    },
  });
  expect(answer.status).toBe(200);
  const [, confirmed] = await entriesOf(paymentId);
  expect(confirmed).toMatchObject({
    action: 'confirmPayment',
    actorType: 'publishable_key',
    actorId: null,
    address: null,
    userAgent: null,
  });
});

test('What belongs to no merchant is in the log of the operator alone', async ({
  adminGraphql,
  entriesOf,
  graphql,
  shop,
}) => {
  const { payload } = await adminGraphql.mutate(
    'createErrorMapping',
    {
      connector: 'sandbox',
      flow: 'payment',
      subFlow: 'authorize',
      code: shop.merchantId,
      message: '',
      status: 'Failure',
      decision: 'do_default',
      stepUpPossible: false,
      clearPanPossible: false,
    },
    'errorMapping { errorMappingId }',
  );
  const id = payload.errorMapping.errorMappingId;
  const [entry] = await entriesOf(id);
  expect(entry).toMatchObject({ action: 'createErrorMapping', objectType: 'error_mapping' });
  const { auditLog } = await graphql.data(
    `{ auditLog(filter: { action: { eq: "createErrorMapping" } }) { nodes { entryId } } }`,
  );
  expect(auditLog.nodes).toEqual([]);
});

test("A request id leads to all that the request did, in one call of either face, and to nobody else's", async ({
  adminGraphql,
  api,
  client,
  graphql,
  otherShop,
  service,
  shop,
}) => {
  const requestId = `request_of_${shop.merchantId}`;
  const id = await shop.open();
  const confirmation = {
    confirm: true,
    payment_method: 'card',
    payment_method_data: { card: cardOf(cards.declined) },
  };
  const headers = { 'x-request-id': requestId };
  const { body: declined } = await api.post(`/payments/${id}`, confirmation, { headers });
  expect(declined).toMatchObject({ status: 'failed', error_code: expect.any(String) });
  // Of another request there is nothing among them.
  await shop.open();

  const entry = { action: 'updatePayment', object_id: id, request_id: requestId };
  const at = `?request_id=${requestId}`;
  expect((await api.get(`/audit_log${at}`)).body.data).toMatchObject([entry]);
  expect((await api.get(`/events${at}`)).body.data).toMatchObject([
    { event_type: 'payment_failed', object_id: id, request_id: requestId },
  ]);
  const query = `query ($is: StringFilter) {
    auditLog(filter: { requestId: $is }) { nodes { action objectId } }
    events(filter: { requestId: $is }) { nodes { eventType objectId requestId } } }`;
  const asked = { is: { eq: requestId } };
  const found = {
    auditLog: { nodes: [{ action: 'updatePayment', objectId: id }] },
    events: { nodes: [{ eventType: 'payment_failed', objectId: id, requestId }] },
  };
  expect(await graphql.data(query, asked)).toEqual(found);
  // The operator knows the identifier alone.
  expect(await adminGraphql.data(query, asked)).toEqual(found);
  for (const list of ['/audit_log', '/events'])
    expect((await client.get(list + at, { key: otherShop.key })).body.data).toEqual([]);

  const line = await vi.waitFor(
    () => {
      const lines = service.logs.map((text) => JSON.parse(text));
      return lines.find(({ msg, request_id }) => msg === 'answered' && request_id === requestId)!.objects;
    },
    { timeout: 60_000 },
  );
  const codes = { error_code: declined.error_code, unified_code: 'UE_1000' };
  expect(line[0]).toEqual({ type: 'payment', id, status: 'failed', ...codes });
  expect(line).toContainEqual({ type: 'attempt', id: `${id}_1`, status: 'failure', ...codes });
});

test('A refused command names in the log what refused it, over either face', async ({
  api,
  graphql,
  service,
  shop,
}) => {
  const id = await shop.open();
  const lineOf = (requestId: string) =>
    vi.waitFor(
      () => {
        const lines = service.logs.map((text) => JSON.parse(text));
        const line = lines.find(({ msg, request_id }) => msg === 'answered' && request_id === requestId);
        expect(line).toBeDefined();
        return line;
      },
      { timeout: 60_000 },
    );
  const refusal = {
    code: 'unexpected_state',
    objects: [{ type: 'payment', id, status: 'requires_payment_method' }],
  };
  const rest = await api.post(`/payments/${id}/capture`, {});
  expect(rest.status).toBe(409);
  expect(await lineOf(rest.headers.get('x-request-id')!)).toMatchObject({
    operation: 'capturePayment',
    ...refusal,
  });
  const { headers, userErrors } = await graphql.mutate(
    'capturePayment',
    { paymentId: id },
    'payment { status }',
  );
  expect(userErrors).toMatchObject([{ code: 'unexpected_state' }]);
  expect(await lineOf(headers.get('x-request-id')!)).toMatchObject({
    commands: ['capturePayment'],
    ...refusal,
  });
});

test('A job names in the log the objects that it changes, and their events have its identifier', async ({
  api,
  service,
  shop,
}) => {
  const id = await shop.open();
  await setColumns(service, 'payments', { payment_id: id }, { expires_on: new Date(Date.now() - 60_000) });
  const system = service.contextFor({ kind: 'admin_key' }, `job_of_${shop.merchantId}`);
  await expirePayments({ ...system, job: 'expire_payments' }, allMerchants);
  const lines = service.logs.map((text) => JSON.parse(text));
  const line = lines.find(({ request_id }) => request_id === system.requestId);
  expect(line).toMatchObject({
    msg: 'objects changed',
    task: 'expire_payments',
    objects: expect.arrayContaining([expect.objectContaining({ type: 'payment', id })]),
  });
  const { body } = await api.get(`/events?request_id=${system.requestId}`);
  expect(body.data.map(({ object_id }: { object_id: string }) => object_id)).toContain(id);
});

test('REST lists and retrieves what GraphQL does', async ({ api, pay }) => {
  const id = await pay();
  const { body } = await api.get(`/audit_log?object_id=${id}`);
  expect(body).toMatchObject({ size: 1, data: [{ action: 'createPayment', object_id: id }] });
  const { body: entry } = await api.get(`/audit_log/${body.data[0].entry_id}`);
  expect(entry).toEqual(body.data[0]);
});
