import { expect } from 'vitest';
import { createPayment } from '../../../src/core/payments/create-payment.ts';
import type { PaymentCreation } from '../../../src/core/payments/payment-inputs.ts';
import { inTransaction } from '../../../src/core/writes/transactions.ts';
import { opaqueFunctions } from '../../../src/database/pending-writes.ts';
import { testApart as test } from '../../kit/test.ts';

const input = { amount: 1000, currency: 'EUR' } as PaymentCreation;
const fold = { text: 'select fold_stats(1000) as folded', values: [] };

test('A function that reads and writes tables sees the pending rows of its transaction', async ({
  service,
  shop: { keyId, merchantId },
}) => {
  const ctx = service.contextFor({ kind: 'api_key', merchantId, keyId }, 'req_test');
  const folded = await inTransaction(ctx, async (tx) => {
    await tx.rows.query(fold, merchantId);
    await createPayment(tx, input);
    return tx.rows.query<{ folded: number }>(fold, merchantId);
  });
  expect(Number(folded[0]!.folded)).toBeGreaterThan(0);
});

test('Every function that may read or write tables is declared', async ({ service }) => {
  const text = `
    select distinct p.proname as name from pg_proc p
    join pg_namespace n on n.oid = p.pronamespace
    left join pg_depend d on d.objid = p.oid and d.deptype = 'e'
    where n.nspname = 'public' and d.objid is null
      and p.prorettype <> 'trigger'::regtype and p.provolatile <> 'i'
    order by 1`;
  const found = await service.database.rows.query<{ name: string }>({ text, values: [] }, null);
  expect(found.map(({ name }) => name)).toEqual(opaqueFunctions);
});
