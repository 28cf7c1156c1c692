import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Client, clientOf } from '../kit/client.ts';
import { mutate, mutationRefusal } from '../kit/mutate.ts';
import { type SandboxShop, sandboxShop } from '../kit/sandbox-shop.ts';
import { startTestService, type TestService } from '../kit/service.ts';

let service: TestService;
let client: Client;
let shop: SandboxShop;

beforeAll(async () => {
  service = await startTestService();
  client = clientOf(service);
  shop = await sandboxShop(service);
  await shop.sandbox({ connector_type: 'payout_processor' });
});

afterAll(() => service.close());

const cardTo = (number: string) => ({
  payout_method_data: { card: { card_number: number, expiry_month: '12', expiry_year: '2099' } },
});
const open = () => shop.payout({ status: 'requires_payout_method_data' });
const update = (id: string, body: object, headers = {}) =>
  client.post(`/payouts/${id}`, { key: shop.key, body, headers });
const confirmed = async (number = '4242424242424242') => {
  const id = await open();
  const { body } = await update(id, { confirm: true, ...cardTo(number) });
  expect(body).toMatchObject({ status: 'requires_fulfillment', connector: 'sandbox' });
  return id;
};
const fulfill = (id: string, body: object = {}, headers = {}) =>
  client.post(`/payouts/${id}/fulfill`, { key: shop.key, body, headers });
const callsFor = async (id: string) => {
  const text = 'select call_id from connector_calls where object_id = $1';
  return service.database.rows.query({ text, values: [id] }, null);
};

describe('fulfilling a payout', () => {
  it('sends the money', async () => {
    const id = await confirmed();
    const { status, body } = await fulfill(id, { payout_id: id });
    expect(status).toBe(200);
    expect(body).toMatchObject({ payout_id: id, status: 'success', error_code: null });
    expect(body.attempts).toEqual([expect.objectContaining({ attempt_id: `${id}_1`, status: 'success' })]);
  });

  it('takes an identifier that is the one in the path, and no other', async () => {
    const id = await confirmed();
    const { status, body } = await fulfill(id, { payout_id: 'po_other' });
    expect([status, body.error.code, body.error.param]).toEqual([400, 'invalid_parameter', 'payout_id']);
    expect((await fulfill(id)).body.status).toBe('success');
  });

  it('happens once, however many ask at once', async () => {
    const id = await confirmed();
    const answers = await Promise.all([1, 2, 3, 4].map(() => fulfill(id)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409]);
    const refused = answers.find(({ status }) => status === 409)!;
    expect(refused.body.error.code).toBe('unexpected_state');
    expect(await callsFor(id)).toHaveLength(1);
  });

  it('is replayed for an idempotency key', async () => {
    const id = await confirmed();
    const headers = { 'idempotency-key': 'fulfil-once' };
    const first = await fulfill(id, {}, headers);
    const again = await fulfill(id, {}, headers);
    expect([again.status, again.body]).toEqual([200, first.body]);
    expect(again.headers.get('idempotency-replayed')).toBe('true');
  });

  it('says what it came to when it fails, and when it is not decided', async () => {
    expect((await fulfill(await confirmed('4000000000000002'))).body).toMatchObject({
      status: 'failed',
      error_code: expect.any(String),
      unified_code: 'UE_9000',
    });
    const id = await confirmed('4000000000007726');
    expect((await fulfill(id)).body.status).toBe('pending');
    expect((await fulfill(id)).status).toBe(409);
  });

  it('is refused for what is not confirmed, or not there', async () => {
    expect((await fulfill(await open())).body.error.code).toBe('unexpected_state');
    expect((await fulfill('po_none')).status).toBe(404);
  });
});

describe('confirming a payout', () => {
  it('goes on by itself with auto_fulfill', async () => {
    const { body } = await update(await open(), {
      confirm: true,
      auto_fulfill: true,
      ...cardTo('4242424242424242'),
    });
    expect(body.status).toBe('success');
  });

  it('is refused where no account can send it, and then nothing has changed', async () => {
    const other = await sandboxShop(service);
    const id = await other.payout({ status: 'requires_payout_method_data' });
    const body = { confirm: true, description: 'Wages', ...cardTo('4242424242424242') };
    const refused = await client.post(`/payouts/${id}`, { key: other.key, body });
    expect([refused.status, refused.body.error.code]).toEqual([422, 'no_connector_available']);
    expect(refused.body.error.message).toContain('first (not for payouts)');
    const now = await client.post(`/payouts/${id}`, { key: other.key, body: {} });
    expect(now.body).toMatchObject({ status: 'requires_payout_method_data', description: null });
  });
});

describe('a payout over GraphQL', () => {
  const fields = 'payout { payoutId status connector attempts { status } }';
  const run = (name: string, input: Record<string, unknown>) =>
    mutate(service, shop.key, name, input, fields);
  const card = { cardNumber: '4242424242424242', expiryMonth: '12', expiryYear: '2099' };
  const create = async (more: object = {}) =>
    (await run('createPayout', { amount: 500, currency: 'USD', payoutMethodData: { card }, ...more })).payload
      .payout;

  it('is confirmed and fulfilled', async () => {
    const { payoutId, status } = await create();
    expect(status).toBe('requires_confirmation');
    const { payload } = await run('confirmPayout', { payoutId, description: 'Wages' });
    expect(payload.payout).toMatchObject({
      status: 'requires_fulfillment',
      connector: 'sandbox',
      attempts: [],
    });
    const { payload: sent } = await run('fulfillPayout', { payoutId });
    expect(sent.payout).toMatchObject({ status: 'success', attempts: [{ status: 'success' }] });
    const again = await mutationRefusal(service, shop.key, 'fulfillPayout', { payoutId }, fields);
    expect(again).toEqual(['unexpected_state', null]);
  });

  it('is confirmed as it is made, and cancelled while nobody sends it', async () => {
    const { payoutId, status } = await create({ confirm: true });
    expect(status).toBe('requires_fulfillment');
    expect((await run('cancelPayout', { payoutId })).payload.payout.status).toBe('cancelled');
    const again = await mutationRefusal(service, shop.key, 'cancelPayout', { payoutId }, fields);
    expect(again).toEqual(['unexpected_state', null]);
    expect((await create({ confirm: true, autoFulfill: true })).status).toBe('success');
  });
});
