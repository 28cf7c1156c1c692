import { expect, test } from 'vitest';
import { PendingWrites } from '../../../src/database/pending-writes.ts';

test('No pending writes mean no statement and affect no read', () => {
  const pending = new PendingWrites();
  expect(pending.take()).toBeNull();
  expect(pending.concern('everything')).toBe(false);
});

test('Rows of a table are inserted together, with defaults for missing values', () => {
  const pending = new PendingWrites();
  pending.insert('refunds', [{ refund_id: 'r1', amount: 1 }]);
  pending.insert('refunds', [{ refund_id: 'r2', reason: null }]);
  expect(pending.take()).toEqual({
    text: 'insert into "refunds" ("refund_id", "amount", "reason") values ($1, $2, default), ($3, default, $4)',
    values: ['r1', 1, 'r2', null],
    touches: { writes: ['refunds'] },
  });
  expect(pending.take()).toBeNull();
});

test('A row is written once: an update merges into the pending insert or update', () => {
  const pending = new PendingWrites();
  const key = { merchant_id: 'm', payment_id: 'p1' };
  pending.insert('payments', [{ ...key, amount: 1 }]);
  pending.update('payments', key, { amount: 2 });
  pending.update('payments', { ...key, payment_id: 'p2' }, { amount: 3 });
  pending.update('payments', { ...key, payment_id: 'p2' }, { currency: undefined });
  expect(pending.take()).toEqual({
    text:
      'with pending_0 as (insert into "payments" ("merchant_id", "payment_id", "amount") values ($1, $2, $3)) ' +
      'update "payments" set "amount" = $4, "currency" = $5 where "merchant_id" = $6 and "payment_id" = $7',
    values: ['m', 'p1', 2, 3, null, 'm', 'p2'],
    touches: { writes: ['payments'] },
  });
});

test('Times are sent in ISO 8601', () => {
  const pending = new PendingWrites();
  const at = new Date(0);
  pending.insert('attempts', [{ created_at: at }]);
  expect(pending.take()?.values).toEqual([at.toISOString()]);
});

test('Only a read of other tables may precede pending writes', () => {
  const pending = new PendingWrites();
  pending.insert('attempts', [{ attempt_id: 'a' }]);
  expect(pending.concern({})).toBe(false);
  expect(pending.concern({ reads: ['business_profiles'], writes: [] })).toBe(false);
  expect(pending.concern({ reads: ['business_profiles', 'attempts'] })).toBe(true);
  expect(pending.concern({ writes: ['payment_tokens'] })).toBe(true);
  expect(pending.concern('everything')).toBe(true);
});
