import fc from 'fast-check';
import { expect } from 'vitest';
import { Attempt } from '../../../../src/core/entities/attempt.ts';
import { Capture } from '../../../../src/core/entities/capture.ts';
import { Customer } from '../../../../src/core/entities/customer.ts';
import { Dispute } from '../../../../src/core/entities/dispute.ts';
import { Payment } from '../../../../src/core/entities/payment.ts';
import { Payout } from '../../../../src/core/entities/payout.ts';
import { Refund } from '../../../../src/core/entities/refund.ts';
import { isColumn } from '../../../../src/core/model/description.ts';
import { resourceOf } from '../../../../src/core/model/index.ts';
import { type Row, readOne } from '../../../../src/core/reads/index.ts';
import { asStored, entityRow } from '../../../../src/core/writes/entity-row.ts';
import { type EntityClass, inTransaction, lock } from '../../../../src/core/writes/transactions.ts';
import { budget } from '../../../kit/figure.ts';
import { seed } from '../../../kit/property.ts';
import { test } from '../../../kit/test.ts';

/** JSON storable in PostgreSQL, with names that differ in length, in bytes and in neither. */
const json = fc
  .jsonValue({ maxDepth: 4, stringUnit: 'binary' })
  .filter((value) => !JSON.stringify(value).includes('\\u0000'));

test('A JSON value is shown as PostgreSQL would return it', async ({ service }) => {
  const stored = async (value: unknown) => {
    const statement = { text: 'select $1::jsonb as value', values: [JSON.stringify({ value })] };
    const [row] = await service.database.rows.query<{ value: { value: unknown } }>(statement, null);
    return row!.value.value;
  };
  const holds = fc.asyncProperty(json, async (value) => {
    expect(JSON.stringify(asStored(value))).toBe(JSON.stringify(await stored(value)));
  });
  await fc.assert(holds, { seed, numRuns: budget(100, 30) });
});

test('The row of an entity equals the row read back', async ({ service, shop }) => {
  const metadata = { longer: [1, { z: null, aa: 0.5 }], b: 'é', a: true, ä: -0 };
  const contact = { phone: { number: '1', country_code: '+1' }, address: { zip: '1', city: 'Bern' } };
  const paymentId = await shop.payment({ metadata, billing: contact, capture_before: new Date(0) });
  const attemptId = await shop.attempt(paymentId);
  const objects: readonly (readonly [EntityClass<object>, string])[] = [
    [Payment, paymentId],
    [Attempt, attemptId],
    [Capture, await shop.capture(paymentId, attemptId)],
    [Refund, await shop.refund(paymentId, { metadata, reason: 'Returned.' })],
    [Dispute, await shop.dispute(paymentId)],
    [Customer, await shop.customer({ metadata, address: { zip: '1', city: 'Bern' } })],
    [Payout, await shop.payout({ metadata })],
  ];
  const caller = { kind: 'api_key', merchantId: shop.merchantId, keyId: shop.keyId } as const;
  const ctx = service.contextFor(caller, 'req_test');
  for (const [target, id] of objects) {
    const { fields } = resourceOf(target);
    const shown = fields.filter(
      (field) => isColumn(field) && field.visibility !== 'nowhere' && !field.derived,
    );
    const names = shown.map(({ name }) => name);
    const row = await inTransaction(ctx, async (tx) => entityRow(tx, await lock(tx, target, id), names));
    const read: Row | null = await readOne(ctx, target as never, id, names);
    expect(JSON.stringify(row), target.name).toBe(JSON.stringify(read));
  }
});

test('A row with a computed column is read', async ({ service, shop }) => {
  const paymentId = await shop.payment();
  const caller = { kind: 'api_key', merchantId: shop.merchantId, keyId: shop.keyId } as const;
  const row = await inTransaction(service.contextFor(caller, 'req_test'), async (tx) =>
    entityRow(tx, await lock(tx, Payment, paymentId), ['payment_id', 'refunded']),
  );
  expect(row).toBeNull();
});
