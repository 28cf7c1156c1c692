import { expect } from 'vitest';
import { cardOf, cards, sandboxShop } from '../../kit/sandbox-shop.ts';
import { test as base } from '../../kit/test.ts';

const test = base
  .extend('shop', ({ service }) => sandboxShop(service))
  .extend('confirm', ({ api, shop }) => async (number: string, more: object) => {
    const id = await shop.open();
    const card = { payment_method_data: { card: cardOf(number) } };
    return (await api.post(`/payments/${id}`, { confirm: true, ...card, ...more })).body;
  });

test('The sandbox declines a card whose billing address has a wrong postal code', async ({ confirm }) => {
  const billing = { address: { zip: '99999' } };
  const declined = await confirm(cards.good, { billing });
  expect(declined).toMatchObject({ status: 'failed', error_code: 'incorrect_zip' });
  expect((await confirm(cards.good, { shipping: billing })).status).toBe('succeeded');
});

test('The challenge page shows the order lines and the statement descriptor', async ({ confirm }) => {
  const { next_action } = await confirm(cards.challenged, {
    authentication_type: 'three_ds',
    statement_descriptor_name: 'SHOP & SONS',
    statement_descriptor_suffix: 'SUMMER',
    order_details: [{ product_name: 'Shirt', quantity: 2, amount: 500 }],
  });
  const html = await (await fetch(next_action.redirect_to_url)).text();
  expect(html).toContain('<dt>Statement</dt><dd>SHOP &amp; SONS SUMMER</dd>');
  expect(html).toContain('<dt>Item</dt><dd>2 × Shirt</dd>');
});

test('A redirect page can be framed if the payment or its profile redirects in an iframe', async ({
  confirm,
  service,
  shop,
}) => {
  const policyOf = async (more: object) => {
    const { next_action } = await confirm(cards.challenged, more);
    return (await fetch(next_action.redirect_to_url)).headers.get('content-security-policy');
  };
  expect(await policyOf({})).toContain("frame-ancestors 'none'");
  expect(await policyOf({ is_iframe_redirection_enabled: true })).toContain('frame-ancestors https: http:');
  const text = 'update business_profiles set is_iframe_redirection_enabled = true where merchant_id = $1';
  await service.database.rows.query({ text, values: [shop.merchantId] }, null);
  expect(await policyOf({})).toContain('frame-ancestors https: http:');
  expect(await policyOf({ is_iframe_redirection_enabled: false })).toContain("frame-ancestors 'none'");
});
