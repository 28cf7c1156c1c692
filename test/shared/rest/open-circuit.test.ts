import { expect } from 'vitest';
import { figure } from '../../kit/figure.ts';
import { cardOf, cards, sandboxShop } from '../../kit/sandbox-shop.ts';
import { test as base } from '../../kit/test.ts';

const test = base.extend('shop', ({ service }) => sandboxShop(service, {}));

test('Confirming returns 503 and leaves the payment unchanged while no account is reachable', async ({
  api,
  service,
  shop,
  task,
}) => {
  const sql = (text: string, ...values: unknown[]) => service.database.rows.query({ text, values }, null);
  await sql(
    `update connector_accounts set metadata = '{"down": true}' where merchant_connector_id = $1`,
    shop.account,
  );
  const confirm = (id: string) =>
    api.post(`/payments/${id}`, { confirm: true, payment_method_data: { card: cardOf(cards.good) } });
  for (let i = 0; i < 5; i += 1) {
    expect((await confirm(await shop.open())).body).toMatchObject({
      status: 'failed',
      error_code: 'connector_unreachable',
    });
  }
  const id = await shop.open();
  const refused = await confirm(id);
  expect([refused.status, refused.body.error?.code]).toEqual([503, 'connector_unavailable']);
  expect(refused.headers.get('retry-after')).toBe('10');
  const [payment] = await sql('select status, attempt_count from payments where payment_id = $1', id);
  expect(payment).toEqual({ status: 'requires_payment_method', attempt_count: 0 });
  figure(task, `${refused.status} ${refused.body.error.code}, ${payment!.attempt_count} attempts declined`);
});
