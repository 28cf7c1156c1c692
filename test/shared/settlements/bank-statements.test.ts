import { expect } from 'vitest';
import { camt, camtEntry, csvOf, statementOf, financeTest as test } from './finance-files.ts';

const line = (reference: string, settlement: string, net = '96.00') =>
  `${reference},capture,100.00,4.00,${net},EUR,2026-11-30,,${settlement}`;
const byReference = (settlements: { settlement_reference: string }[]) =>
  Object.fromEntries(settlements.map((one) => [one.settlement_reference, one]));

test('Credits are matched by reference, else by the only amount and day, and released by undo', async ({
  files,
}) => {
  await files.take(
    files.settle(
      csvOf(
        line('txn_1', 'po_1111111111'),
        line('txn_2', 'po_2222222222'),
        'txn_3,capture,50.00,1.00,49.00,EUR,2026-11-30,,7',
        'txn_4,capture,70.00,1.00,69.00,EUR,2026-11-30,,8',
        'txn_5,capture,70.00,1.00,69.00,EUR,2026-11-30,,9',
        'txn_6,capture,30.00,1.00,29.00,EUR,2026-10-01,,10',
      ),
    ),
  );
  const statement = statementOf(
    '2026-12-02,96.00,EUR,STRIPE PO 1111111111 payout,Stripe',
    '2026-12-02,90.00,EUR,po_2222222222,Stripe',
    '2026-12-02,49.00,EUR,no reference,Stripe',
    '2026-12-02,69.00,EUR,two settlements have it,Stripe',
    '2026-12-02,29.00,EUR,long after,Stripe',
    '2026-12-02,-5.00,EUR,po_1111111111,Stripe',
    '2026-12-02,49.00,USD,another currency,Stripe',
  );
  const done = await files.take(files.state(statement));
  expect(done).toMatchObject({ kind: 'bank_statement', status: 'done', lines_taken: 7 });
  const paid = byReference(await files.settlements());
  const none = { state: 'open', bank_amount: null, bank_reference: null, paid_at: null };
  const booked = '2026-12-02T00:00:00.000Z';
  expect(paid).toMatchObject({
    po_1111111111: {
      state: 'paid',
      bank_amount: 9600,
      bank_reference: 'STRIPE PO 1111111111 payout',
      paid_at: booked,
    },
    po_2222222222: { state: 'differs', bank_amount: 9000, bank_reference: 'po_2222222222' },
    7: { state: 'paid', bank_amount: 4900, bank_reference: 'no reference' },
    ...{ 8: none, 9: none, 10: none },
  });
  const { data: lines } = await files.get('/bank_statements/lines?limit=100');
  const matched = lines.filter(({ settlement_id }: { settlement_id: string | null }) => settlement_id);
  expect(matched.map(({ amount }: { amount: number }) => amount).sort()).toEqual([4900, 9000, 9600]);
  const { bankStatementLines } = await files.graphql.data(
    '{ bankStatementLines(first: 100) { nodes { lineNumber amount counterparty } } }',
  );
  expect(bankStatementLines.nodes).toHaveLength(7);

  expect(await files.undo(done.import_id)).toMatchObject({ status: 'undone' });
  for (const settlement of await files.settlements()) expect(settlement).toMatchObject(none);
  expect((await files.get('/bank_statements/lines')).data).toEqual([]);
});

test('A statement that comes before the settlement is matched with it', async ({ files }) => {
  await files.take(files.state(camt(camtEntry('96.00', { reference: 'NOTE po_3333333333' }))));
  const settled = await files.take(files.settle(csvOf(line('txn_1', 'po_3333333333'))));
  expect(await files.settlements()).toMatchObject([{ state: 'paid', bank_amount: 9600 }]);
  await files.undo(settled.import_id);
  expect((await files.get('/bank_statements/lines')).data).toMatchObject([{ settlement_id: null }]);
});

test('A line of an earlier statement is a duplicate, and counts in its place once that is taken back', async ({
  files,
}) => {
  await files.take(files.settle(csvOf(line('txn_1', 'po_4444444444'))));
  const one = '2026-12-02,96.00,EUR,po_4444444444,Stripe';
  const first = await files.take(files.state(statementOf(one)));
  const second = await files.take(files.state(statementOf(one, '2026-12-03,1.00,EUR,other,Stripe')));
  expect(second).toMatchObject({ lines_taken: 1, lines_duplicate: 1 });
  await files.undo(first.import_id);
  expect(await files.settlements()).toMatchObject([{ state: 'paid', bank_amount: 9600 }]);
  const { data: lines } = await files.get('/bank_statements/lines');
  expect(lines).toMatchObject([{ duplicate_of: null }, { duplicate_of: null }]);
});

test('The counterparty is personal data', async ({ client, files, shop }) => {
  await files.take(files.state(statementOf('2026-12-02,96.00,EUR,rent,Ada Lovelace')));
  const [whole] = (await files.get('/bank_statements/lines')).data;
  expect(whole.counterparty).toBe('Ada Lovelace');
  const restricted = await shop.apiKey({ permissions: ['finance:read'] });
  const [masked] = (await client.get('/bank_statements/lines', { key: restricted })).body.data;
  expect(masked.counterparty).not.toMatch(/Ada|Lovelace/);
});
