import { expect } from 'vitest';
import { cards, setColumns } from '../../kit/sandbox-shop.ts';
import { expectAccessible, payButton, seesHeading } from './checkout.ts';
import { phone, runs } from './chromium.ts';
import { partOf } from './exact-names.ts';
import { enterCard, framingOf, IBAN, test } from './recipient.ts';

const debits = [
  {
    payment_method: 'bank_debit',
    payment_method_types: ['sepa'],
    recurring_enabled: true,
    installment_payment_enabled: false,
  },
];

test(
  'A customer who clicks twice on a phone saves a card once and is redirected back',
  runs,
  async ({ collect, savedOf, service, visitor }) => {
    const back = `${service.url}/health/live`;
    const link = await collect({
      return_url: back,
      pm_collect_link_config: { merchant_name: 'Acme & Sons' },
    });
    const { complaints, foreignRequests, page } = await visitor(link.link, phone);
    await seesHeading(page, 'Save a payment method for Acme & Sons');
    expect(await page.getByRole('tab').allTextContents()).toEqual(['Card']);
    await expectAccessible(page);
    await payButton(page).click();
    await page.getByRole('alert').filter({ hasText: 'Card number is missing.' }).waitFor();
    await enterCard(page, cards.good);
    await payButton(page).dblclick();
    await seesHeading(page, 'Saved');
    await expectAccessible(page);
    await page.waitForURL(back);
    const saved = await savedOf(link.customer_id);
    expect(saved).toHaveLength(1);
    expect(saved[0]).toMatchObject({
      payment_method: 'card',
      card: { last4_digits: '4242', card_holder_name: 'Ann Example' },
    });
    expect(foreignRequests).toEqual([]);
    expect(complaints).toEqual([]);
  },
);

test(
  'A customer saves a bank account that the merchant can debit; the link works until it expires',
  runs,
  async ({ collect, savedOf, shop, visitor }) => {
    await shop.connector({ test_mode: true, payment_methods_enabled: debits });
    const link = await collect();
    const { page } = await visitor(link.link);
    await page.getByRole('tab', { name: 'SEPA Direct Debit' }).click();
    await page.getByLabel('IBAN').fill(IBAN);
    await page.getByLabel(partOf('Account holder')).fill('Ann Example');
    await payButton(page).click();
    await seesHeading(page, 'Saved');
    await page.reload();
    await enterCard(page, cards.good);
    await payButton(page).click();
    await seesHeading(page, 'Saved');
    const saved = await savedOf(link.customer_id);
    expect(saved.map(({ payment_method: kind }) => kind).sort()).toEqual(['bank_debit', 'card']);
    const account = saved.find(({ payment_method: kind }) => kind === 'bank_debit');
    expect(account).toMatchObject({
      payment_method_type: 'sepa',
      bank_transfer: { bank_account_holder_name: 'Ann Example' },
    });
  },
);

test(
  'The page offers the methods that the merchant account enables, or those in the request',
  runs,
  async ({ api, collect, savedOf, shop, visitor }) => {
    const methods = [{ payment_method: 'bank_transfer', payment_method_types: ['sepa', 'ach'] }];
    const config = { theme: '#0a7d4f', merchant_name: 'Acme', enabled_payment_methods: methods };
    const { status } = await api.post(`/accounts/${shop.merchantId}`, { pm_collect_link_config: config });
    expect(status).toBe(200);
    const link = await collect({ pm_collect_link_config: { merchant_name: 'Other' } });
    expect(link).toMatchObject({
      pm_collect_link_config: { theme: '#0a7d4f', merchant_name: 'Other' },
      return_url: null,
    });
    const { page } = await visitor(link.link);
    expect(await page.getByRole('tab').allTextContents()).toEqual(['Bank account']);
    await page.getByLabel('IBAN').waitFor();
    await page.getByLabel('Kind of account').selectOption('ach');
    await page.getByLabel('Routing number').fill('110000000');
    await page.getByLabel('Account number').fill('000123456789');
    await payButton(page).click();
    await seesHeading(page, 'Saved');
    expect((await savedOf(link.customer_id))[0]).toMatchObject({ payment_method_type: 'ach' });

    const card = { card_number: cards.good, card_exp_month: '12', card_exp_year: '2039' };
    const answer = await fetch(link.link, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ payment_method: 'card', card }),
    });
    expect(answer.status).toBe(400);
    expect(await answer.json()).toMatchObject({ error: { param: 'payment_method' } });
  },
);

test(
  'An expired link is reported; links of deleted customers and unknown links look alike',
  runs,
  async ({ collect, service, shop, visitor }) => {
    const expired = await collect();
    const { page } = await visitor(expired.link);
    await enterCard(page, cards.good);
    const where = { merchant_id: shop.merchantId, pm_collect_link_id: expired.pm_collect_link_id };
    await setColumns(service, 'collect_links', where, { expires_at: new Date(0) });
    await payButton(page).click();
    await seesHeading(page, 'This link has expired');
    await page.reload();
    await seesHeading(page, 'This link has expired');

    const ended = await collect();
    const deletion = { method: 'DELETE', headers: { 'api-key': shop.key } };
    expect((await fetch(`${service.url}/customers/${ended.customer_id}`, deletion)).status).toBe(200);
    const never = ended.link.replace(ended.pm_collect_link_id, 'pmcl_never');
    const answers = await Promise.all([ended.link, never, `${never}x`].map((address) => fetch(address)));
    expect(answers.map(({ status }) => status)).toEqual([404, 404, 404]);
    expect(new Set(await Promise.all(answers.map((answer) => answer.text()))).size).toBe(1);

    const held = await collect();
    await setColumns(
      service,
      'merchant_accounts',
      { merchant_id: shop.merchantId },
      {
        suspended_at: new Date(),
      },
    );
    await page.goto(held.link);
    await seesHeading(page, 'This page is closed at the moment');
  },
);

test(
  'The page supports right-to-left text, and only allowed domains can frame it',
  runs,
  async ({ collect, visitor }) => {
    const link = await collect({ pm_collect_link_config: { allowed_domains: ['shop.example'] } });
    expect(await framingOf(link.link)).toEqual({ status: 200, ancestors: 'https://shop.example' });
    expect(await framingOf((await collect()).link)).toEqual({ status: 200, ancestors: "'none'" });
    const { page } = await visitor(`${link.link}?locale=he`, phone);
    await payButton(page).waitFor();
    expect(await page.evaluate('document.documentElement.dir')).toBe('rtl');
    await expectAccessible(page);
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(390);
  },
);

test.for([
  [{ customer_id: 'nobody' }, 404, 'customer_id'],
  [{ session_expiry: 0 }, 400, 'session_expiry'],
  [{ return_url: 'javascript:alert(1)' }, 400, 'return_url'],
  [
    { pm_collect_link_config: { enabled_payment_methods: [{ payment_method: 'wallet' }] } },
    400,
    'pm_collect_link_config.enabled_payment_methods[0].payment_method',
  ],
] as const)('A link that would not work is refused: %j', async ([body, status, param], { api, shop }) => {
  const given = { customer_id: await shop.customer(), ...body };
  const answer = await api.post('/payment_methods/collect', given);
  expect(answer).toMatchObject({ status, body: { error: { param } } });
});

test('Settings of the merchant account are validated', async ({ api, shop }) => {
  const enabled_payment_methods = [{ payment_method: 'bank_debit', payment_method_types: ['giro'] }];
  const body = { pm_collect_link_config: { enabled_payment_methods } };
  expect((await api.post(`/accounts/${shop.merchantId}`, body)).body).toMatchObject({
    error: { param: 'pm_collect_link_config.enabled_payment_methods[0].payment_method_types' },
  });
});
