import { expect } from 'vitest';
import { runImports } from '../../../../src/core/imports/run-imports.ts';
import { sandboxShop } from '../../../kit/sandbox-shop.ts';
import { test as base } from '../../../kit/test.ts';
import { cardNumber, saveImports, sendImport } from './imports.ts';

/** Three batches. */
const ROWS = 450;

const test = base
  .extend('merchant', ({ service }) => sandboxShop(service))
  .extend('started', async ({ merchant, service }) => {
    const rows = Array.from({ length: ROWS }, (_, i) => `cus_${i % 300},${cardNumber(i)},12,2031`);
    const body = ['customer_id,card.card_number,card.card_exp_month,card.card_exp_year', ...rows].join('\n');
    const { body: started } = await sendImport(service, merchant.key, { body });
    return started as { import_id: string };
  })
  .extend('stored', ({ merchant, service, started }) => async () => {
    const [row] = await service.database.rows.query(
      {
        text: `select (select count(*)::int from payment_methods where merchant_id = $1) as methods,
          (select count(distinct card ->> 'card_fingerprint')::int from payment_methods where merchant_id = $1) as cards,
          (select count(*)::int from customers where merchant_id = $1) as customers,
          (select count(distinct line)::int from payment_method_import_results where import_id = $2) as results,
          (select count(*)::int from payment_method_import_batches where import_id = $2) as batches,
          (select rows_done from payment_method_imports where import_id = $2) as done`,
        values: [merchant.merchantId, started.import_id],
      },
      null,
    );
    return row;
  });

const all = { methods: ROWS, cards: ROWS, customers: 300, results: ROWS, batches: 0, done: ROWS };

test('An interrupted import resumes with its batch and saves nothing twice', async ({
  client,
  merchant,
  service,
  started,
  stored,
}) => {
  const ctx = service.contextFor({ kind: 'admin_key' }, 'req_test');
  let transactions = 0;
  const interrupted = runImports({
    ...ctx,
    transact: (merchantId, work) =>
      ctx.transact(merchantId, async (open) => {
        const result = await work(open);
        transactions += 1;
        // Like a killed process: the second batch was written but not committed.
        if (transactions === 2) throw new Error('killed');
        return result;
      }),
  });
  await expect(interrupted).rejects.toThrow('1 imports could not be processed.');
  expect(await stored()).toEqual({
    methods: 200,
    cards: 200,
    customers: 200,
    results: 200,
    batches: 2,
    done: 200,
  });
  const { body: halfway } = await client.get(`/imports/payment_methods/${started.import_id}`, merchant);
  expect(halfway).toMatchObject({ status: 'processing', rows_done: 200, rows_created: 200 });

  expect(await saveImports(service)).toBe(250);
  expect(await stored()).toEqual(all);
  const { body: ended } = await client.get(`/imports/payment_methods/${started.import_id}`, merchant);
  expect(ended).toMatchObject({ status: 'completed', rows_created: ROWS, rows_failed: 0 });
});

test('Processes working on one import at the same time save each row once', async ({
  service,
  started,
  stored,
}) => {
  expect(started.import_id).toMatch(/^imp_/);
  const runs = await Promise.allSettled([saveImports(service), saveImports(service), saveImports(service)]);
  // A process that waited too long for the lock gives up and retries.
  if (runs.some(({ status }) => status === 'rejected')) await saveImports(service);
  expect(await stored()).toEqual(all);
});

test('Results are paged in file order and filtered by outcome', async ({
  client,
  merchant,
  service,
  started,
}) => {
  await saveImports(service);
  const path = `/imports/payment_methods/${started.import_id}/results?limit=100`;
  const lines: number[] = [];
  for (let after = ''; ; ) {
    const { body } = await client.get(path + after, merchant);
    lines.push(...body.data.map(({ line }: { line: number }) => line));
    if (!body.has_more) break;
    after = `&starting_after=${body.data.at(-1).result_id}`;
  }
  expect(lines).toEqual(Array.from({ length: ROWS }, (_, i) => i + 2));
  const { body: failed } = await client.get(`${path}&outcome=failed`, merchant);
  expect(failed.data).toEqual([]);
});
