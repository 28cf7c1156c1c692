import { expect } from 'vitest';
import { refundStates } from '../../../src/core/entities/states/refund-states.ts';
import { test as base } from '../../kit/test.ts';

const test = base
  .extend(
    'open',
    ({ shop }) =>
      async (values = {}) =>
        shop.refund(await shop.payment(), values),
  )
  .extend(
    'update',
    ({ client, shop }) =>
      (id: string, body: unknown, key = shop.key) =>
        client.post(`/refunds/${id}`, { key, body }),
  );

test.for(Object.keys(refundStates.transitions))(
  'POST /refunds/{id} changes the reason in status %s and keeps the status',
  async (status, { open, update }) => {
    const id = await open({ status, reason: 'broken' });
    const answer = await update(id, { reason: 'sent back' });
    expect([answer.status, answer.body.reason, answer.body.status]).toEqual([200, 'sent back', status]);
  },
);

test('POST /refunds/{id} keeps absent fields, clears null ones and merges metadata', async ({
  open,
  update,
}) => {
  const id = await open({ reason: 'broken', metadata: { ticket: '1', shelf: 'a' } });
  const { body } = await update(id, { metadata: { ticket: '2', shelf: null } });
  expect([body.reason, body.metadata]).toEqual(['broken', { ticket: '2' }]);
  const cleared = await update(id, { reason: null });
  expect([cleared.body.reason, cleared.body.metadata]).toEqual([null, { ticket: '2' }]);
});

test('POST /refunds/{id} accepts only reason and metadata', async ({ open, update }) => {
  const id = await open({ amount: 100 });
  for (const body of [
    { amount: 1 },
    { status: 'failed' },
    { currency: 'EUR' },
    { payment_id: 'pay_other' },
  ]) {
    const { status, body: answer } = await update(id, { reason: 'late', ...body });
    expect([status, answer.error.code, answer.error.param]).toEqual([
      400,
      'unknown_parameter',
      Object.keys(body)[0],
    ]);
  }
  expect((await update(id, {})).body).toMatchObject({ amount: 100, reason: null, currency: 'USD' });
});

test("POST /refunds/{id} does not find unknown refunds or another merchant's", async ({
  open,
  otherShop,
  update,
}) => {
  const id = await open();
  for (const answer of [
    await update('ref_unknown', { reason: 'late' }),
    await update(id, { reason: 'late' }, otherShop.key),
  ]) {
    expect([answer.status, answer.body.error.code]).toEqual([404, 'resource_not_found']);
  }
  expect((await update(id, {})).body.reason).toBeNull();
});
