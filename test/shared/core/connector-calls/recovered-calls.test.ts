import { expect } from 'vitest';
import { recoverCall } from '../../../../src/core/connector-calls/recover-calls.ts';
import { NotSentError } from '../../../../src/core/foundation/ports/connector.ts';
import { cardOf, cards } from '../../../kit/sandbox-shop.ts';
import { scriptedConnector } from '../../../kit/scripted-connector.ts';
import { test as base } from '../../../kit/test.ts';

const script = scriptedConnector();
const noAnswer = () => {
  throw new Error('The line is dead.');
};
const refused = () => ({ kind: 'failed', code: 'idempotency_error', message: 'Another request.' }) as const;
const charged = ({ idempotencyKey }: { idempotencyKey: string }) =>
  ({ kind: 'succeeded', connectorTransactionId: `txn_${idempotencyKey}` }) as const;

const test = base
  .extend('serviceOptions', { scope: 'file' }, () => ({ connectors: [script.connector] }))
  .extend('account', ({ shop }) =>
    shop.connector({
      connector_name: 'scripted',
      payment_methods_enabled: [{ payment_method: 'card' }],
    }),
  )
  .extend('statusOf', ({ service }) => async (id: string) => {
    const text = 'select status from payments where payment_id = $1';
    return (await service.database.rows.query({ text, values: [id] }, null))[0]!.status;
  })
  .extend('callOf', ({ service }) => async (id: string) => {
    const text = 'select * from connector_calls where object_id = $1 order by created_at desc limit 1';
    return (await service.database.rows.query({ text, values: [id] }, null))[0]!;
  })
  /** A payment whose authorization got no response. */
  .extend('unanswered', ({ account, api, shop, statusOf }) => async (values: object = {}) => {
    expect(account).toMatch(/^mca_/);
    script.respond('authorize', noAnswer);
    const open = { status: 'requires_payment_method', amount_received: 0, profile_id: shop.profileId };
    const id = await shop.payment({ ...open, ...values });
    const card = { payment_method_data: { card: cardOf(cards.good) } };
    await api.post(`/payments/${id}`, { confirm: true, ...card });
    expect(await statusOf(id)).toBe('processing');
    return id;
  })
  .extend('recover', ({ callOf, service, shop }) => async (id: string) => {
    const ctx = service.contextFor({ kind: 'admin_key' }, 'req_test');
    await recoverCall(ctx, shop.merchantId, String((await callOf(id)).call_id));
  });

test('A refused repeat proves nothing: the payment may have been charged', async ({
  callOf,
  recover,
  statusOf,
  unanswered,
}) => {
  const id = await unanswered();
  script.respond('authorize', refused);
  await recover(id);
  expect(await statusOf(id)).toBe('processing');
  const call = await callOf(id);
  expect(call).toMatchObject({ status: 'intended', look_up_at: expect.anything(), look_ups: 1 });
  script.setLookUp(String(call.call_id), { kind: 'succeeded', connectorTransactionId: 'txn_first' });
  await recover(id);
  expect(await statusOf(id)).toBe('succeeded');
});

test('A look-up after a refused repeat decides the outcome', async ({
  callOf,
  recover,
  statusOf,
  unanswered,
}) => {
  const id = await unanswered();
  const key = String((await callOf(id)).call_id);
  script.respond('authorize', () => {
    script.setLookUp(key, { kind: 'succeeded', connectorTransactionId: 'txn_late' });
    return refused();
  });
  await recover(id);
  expect(await statusOf(id)).toBe('succeeded');
});

test('A decline with its own transaction is the outcome', async ({ recover, statusOf, unanswered }) => {
  const id = await unanswered();
  const declined = {
    kind: 'failed',
    code: 'declined',
    message: 'No.',
    connectorTransactionId: 'txn_d',
  } as const;
  script.respond('authorize', () => declined);
  await recover(id);
  expect(await statusOf(id)).toBe('failed');
});

test('A repeat that could not be sent leaves the call unknown and tries no other account', async ({
  callOf,
  recover,
  service,
  statusOf,
  unanswered,
}) => {
  const id = await unanswered();
  script.respond('authorize', () => {
    throw new NotSentError('Nobody listens there.');
  });
  await recover(id);
  expect(await statusOf(id)).toBe('processing');
  expect(await callOf(id)).toMatchObject({ status: 'intended' });
  const text = 'select attempt_id from attempts where payment_id = $1';
  expect(await service.database.rows.query({ text, values: [id] }, null)).toHaveLength(1);
});

test('A call with an unknown outcome at the connector is looked up again later, without a new request', async ({
  callOf,
  recover,
  statusOf,
  unanswered,
}) => {
  for (const answer of [
    { kind: 'cannot_tell', repeat: 'unsafe' },
    { kind: 'not_found', repeat: 'unsafe' },
  ] as const) {
    const id = await unanswered();
    script.respond('authorize', charged);
    script.setLookUp(String((await callOf(id)).call_id), answer);
    const before = script.requests.authorize?.length;
    await recover(id);
    expect(script.requests.authorize?.length).toBe(before);
    expect(await statusOf(id)).toBe('processing');
    expect(await callOf(id)).toMatchObject({ status: 'intended', look_up_at: expect.anything() });
  }
});

test('A call that certainly never arrived is repeated', async ({ recover, statusOf, unanswered }) => {
  const id = await unanswered();
  script.respond('authorize', charged);
  await recover(id);
  expect(await statusOf(id)).toBe('succeeded');
});

test('A look-up receives the request, its names and its age', async ({
  callOf,
  recover,
  statusOf,
  unanswered,
}) => {
  const id = await unanswered();
  const { call_id: key } = await callOf(id);
  script.setLookUp(String(key), { kind: 'pending', connectorTransactionId: 'txn_7' });
  await recover(id);
  script.setLookUp(String(key), { kind: 'cannot_tell', repeat: 'unsafe' });
  await recover(id);
  await recover(id);
  expect(await statusOf(id)).toBe('processing');
  const asked = (script.requests.lookUp ?? []).filter((one) => one.idempotencyKey === key);
  const common = { operation: 'authorize', reference: `${id}_1`, parentTransactionId: null };
  expect(asked).toEqual([
    expect.objectContaining({ ...common, connectorTransactionId: null, ageMs: expect.any(Number) }),
    expect.objectContaining({ ...common, connectorTransactionId: 'txn_7' }),
    expect.objectContaining({ ...common, connectorTransactionId: 'txn_7' }),
  ]);
});
