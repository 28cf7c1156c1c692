import { expect } from 'vitest';
import type { Touches } from '../../../src/core/foundation/transaction.ts';
import { createPayment } from '../../../src/core/payments/create-payment.ts';
import type { PaymentCreation } from '../../../src/core/payments/payment-inputs.ts';
import { inTransaction } from '../../../src/core/writes/transactions.ts';
import { testApart as test } from '../../kit/test.ts';
import { Declarations } from '../../kit/touches.ts';

const declared: Record<string, readonly [text: string, touches: Touches]> = {
  'a read': ['select 1 from payments join refunds using (payment_id)', { reads: ['payments', 'refunds'] }],
  'a locked row': ['select 1 from payments where payment_id = $1 for update', { reads: ['payments'] }],
  'a write': [
    'with old as (delete from payment_tokens returning 1) update updates set object_id = $1 from old, payments',
    { reads: ['payments'], writes: ['payment_tokens', 'updates'] },
  ],
  'a function': ['select fold_stats($1, 1)', { writes: ['stats_totals', 'stats_changes', 'stats_progress'] }],
  'another schema': ['select 1 from auth.persons', { reads: ['auth.persons'] }],
  nothing: ['select now()', {}],
  everything: ['select 1 from payments', 'everything'],
};

const undeclared: Record<string, readonly [text: string, touches: Touches, fault: string]> = {
  'a read': [
    'select 1 from payments join refunds using (payment_id)',
    { reads: ['refunds'] },
    'reads payments',
  ],
  'a read of no column': ['select exists (select from payments)', {}, 'reads payments'],
  'a read by a function': [
    "select find_searched('payments', $1)",
    { reads: ['payments'] },
    'reads search_entries',
  ],
  'a write': ['with n as (delete from updates returning 1) select 1 from n', {}, 'writes updates'],
  'a write declared as a read': [
    'update updates set object_id = $1',
    { reads: ['updates'] },
    'writes updates',
  ],
  'a write by a function': [
    'select fold_stats($1, 1)',
    { reads: ['stats_totals'], writes: ['stats_progress'] },
    'writes stats_totals',
  ],
  'a write that is none': ['select 1 from updates', { writes: ['updates'] }, 'does not write updates'],
};

test("The kit detects a declaration that differs from PostgreSQL's own analysis", async ({ service }) => {
  const session = await service.database.openSession();
  const compare = (text: string, touches: Touches) => {
    const declarations = new Declarations();
    declarations.add(text, touches);
    return declarations.expectTrue(session);
  };
  try {
    for (const [text, touches] of Object.values(declared)) await compare(text, touches);
    for (const [name, [text, touches, fault]] of Object.entries(undeclared))
      await expect(compare(text, touches), name).rejects.toThrow(fault);
  } finally {
    await session.end();
  }
});

test('A function that reads and writes tables sees the pending rows of its transaction', async ({
  service,
  shop: { keyId, merchantId },
}) => {
  const ctx = service.contextFor({ kind: 'api_key', merchantId, keyId }, 'req_test');
  const touches = { writes: ['stats_totals', 'stats_changes', 'stats_progress'] };
  const fold = { text: 'select fold_stats($1, 1000) as folded', values: [merchantId], touches };
  const folded = await inTransaction(ctx, async (tx) => {
    await tx.rows.query(fold, merchantId);
    await createPayment(tx, { amount: 1000, currency: 'EUR' } as PaymentCreation);
    return tx.rows.query<{ folded: number }>(fold, merchantId);
  });
  expect(Number(folded[0]!.folded)).toBeGreaterThan(0);
});
