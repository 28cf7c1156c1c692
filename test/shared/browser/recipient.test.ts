import { expect } from 'vitest';
import { unpackText } from '../../../src/core/foundation/packed-text.ts';
import { cards, setColumns } from '../../kit/sandbox-shop.ts';
import { expectAccessible, payButton, seesHeading } from './checkout.ts';
import { phone, runs } from './chromium.ts';
import { partOf } from './exact-names.ts';
import { enterCard, framingOf, IBAN, test } from './recipient.ts';

test(
  'A recipient enters a card on a phone, receives the payout and returns to the sender',
  runs,
  async ({ payout, read, service, visitor }) => {
    const back = `${service.url}/health/live`;
    const created = await payout({ return_url: back, payout_link_config: { merchant_name: 'Acme & Sons' } });
    expect(await read(created)).toMatchObject({ status: 'requires_payout_method_data' });
    const { complaints, foreignRequests, page } = await visitor(created.payout_link.link, phone);
    await seesHeading(page, 'Receive money from Acme & Sons');
    await page.getByText('€12.00').first().waitFor();
    await page.getByText(partOf('Test mode')).waitFor();
    expect(await page.getByRole('tab').allTextContents()).toEqual(['Card', 'Bank account', 'PayPal']);
    expect(await page.getByLabel('Security code').count()).toBe(0);
    expect(await payButton(page).textContent()).toBe('Receive €12.00');
    await expectAccessible(page);

    await payButton(page).click();
    expect(await page.getByRole('alert').filter({ hasText: /./ }).allTextContents()).toEqual([
      'Card number is missing.',
      'Expiry date is missing.',
    ]);
    await expect.poll(() => page.evaluate('document.activeElement.name')).toBe('number');
    await enterCard(page, cards.good);
    await page.getByLabel(partOf('Email')).fill('ann@example.com');
    await payButton(page).click();
    await seesHeading(page, 'Payout sent');
    await expectAccessible(page);
    expect(await read(created)).toMatchObject({
      status: 'success',
      email: 'ann@example.com',
      payout_method_data: { card: { last4: '4242', card_holder_name: 'Ann Example' } },
    });
    const link = page.getByRole('link', { name: /^Return to/ });
    await Promise.all([page.waitForURL(back), link.click()]);
    expect(foreignRequests).toEqual([]);
    expect(complaints).toEqual([]);
  },
);

test(
  'A recipient whose payout changed while the page was open sees the new payout and receives it',
  runs,
  async ({ api, payout, read, visitor }) => {
    const CHANGED = 'The amount is now €99.00. No money has moved: please check it, and confirm again.';
    const created = await payout();
    const { complaints, page } = await visitor(created.payout_link.link);
    await enterCard(page, cards.good);
    expect(await payButton(page).textContent()).toBe('Receive €12.00');
    await api.post(`/payouts/${created.payout_id}`, { amount: 9900 });
    await payButton(page).click();
    await page.getByText(CHANGED).waitFor();
    expect(await payButton(page).textContent()).toBe('Receive €99.00');
    expect(await page.getByText('€12.00').count()).toBe(0);
    expect(await read(created)).toMatchObject({ status: 'requires_payout_method_data', attempts: [] });
    await payButton(page).click();
    await seesHeading(page, 'Payout sent');
    await page.getByText('€99.00 is on its way to you.').waitFor();
    expect(await read(created)).toMatchObject({ status: 'success', amount: 9900 });
    expect(complaints).toEqual([]);
  },
);

test('The bank account form follows the scheme of the currency', runs, async ({ payout, read, visitor }) => {
  const pounds = await payout({ currency: 'GBP' });
  const { page: british } = await visitor(pounds.payout_link.link);
  await british.getByRole('tab', { name: 'Bank account' }).click();
  await british.getByLabel('Sort code').waitFor();
  expect(await british.getByLabel('IBAN').count()).toBe(0);
  const created = await payout();
  const { page } = await visitor(created.payout_link.link);
  await page.getByRole('tab', { name: 'Bank account' }).click();
  expect(await page.getByLabel('Sort code').count()).toBe(0);
  await page.getByLabel('IBAN').fill('DE89 3704 0044 0532 0130 01');
  await payButton(page).click();
  await page.getByRole('alert').filter({ hasText: 'IBAN is not valid.' }).waitFor();
  await page.getByLabel('IBAN').fill(IBAN);
  await page.getByLabel(partOf('Account holder')).fill('Ann Example');
  await payButton(page).click();
  await seesHeading(page, 'Payout sent');
  expect(await read(created)).toMatchObject({ status: 'success', payout_type: 'bank' });
  await page.reload();
  await seesHeading(page, 'Payout sent');
});

test(
  'A journey asks for one step at a time and waits for the sender to fulfil the payout',
  runs,
  async ({ api, payout, read, visitor }) => {
    const created = await payout({ auto_fulfill: false, payout_link_config: { form_layout: 'journey' } });
    const { page } = await visitor(created.payout_link.link);
    await page.getByText('Step 1 of 3').waitFor();
    await expectAccessible(page);
    await page.getByLabel('Bank account').check();
    await page.getByRole('button', { name: 'Next' }).click();
    await seesHeading(page, 'Bank account');
    await expect.poll(() => page.evaluate('document.activeElement.textContent')).toBe('Bank account');
    await page.getByRole('button', { name: 'Next' }).click();
    await page.getByRole('alert').filter({ hasText: 'IBAN is missing.' }).waitFor();
    await page.getByLabel('IBAN').fill(IBAN);
    await page.getByRole('button', { name: 'Next' }).click();
    await page.getByText('Step 3 of 3').waitFor();
    await page.getByText(IBAN).waitFor();
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Back' }).click();
    expect(await page.getByLabel('IBAN').inputValue()).toBe(IBAN);
    await page.getByRole('button', { name: 'Next' }).click();
    await page.getByRole('button', { name: 'Receive €12.00' }).click();
    await seesHeading(page, 'Payout in progress');
    expect(await read(created)).toMatchObject({ status: 'requires_fulfillment' });
    await api.post(`/payouts/${created.payout_id}/fulfill`, {});
    await page.reload();
    await seesHeading(page, 'Payout sent');
  },
);

test(
  'The page offers methods that connector accounts support and the sender enables; an unsupported destination is refused, another accepted',
  runs,
  async ({ payout, read, sender, service, visitor }) => {
    const created = await payout({
      payout_link_config: {
        enabled_payment_methods: [
          { payment_method: 'card' },
          { payment_method: 'bank_transfer', payment_method_types: ['sepa', 'ach'] },
        ],
      },
    });
    const { page } = await visitor(created.payout_link.link);
    expect(await page.getByRole('tab').allTextContents()).toEqual(['Card', 'Bank account']);
    await page.getByRole('tab', { name: 'Bank account' }).click();
    // Of the enabled schemes one account supports only SEPA.
    await page.getByLabel('IBAN').waitFor();
    expect(await page.getByLabel('Kind of account').count()).toBe(0);
    await page.getByRole('tab', { name: 'Card' }).click();
    await enterCard(page, cards.good);
    const where = { merchant_id: sender.merchantId, merchant_connector_id: sender.account };
    const methods = [
      { payment_method: 'bank_transfer', recurring_enabled: false, installment_payment_enabled: false },
    ];
    await setColumns(service, 'connector_accounts', where, { payment_methods_enabled: methods });
    await page.route('**/receive/**', (route) => route.continue());
    await payButton(page).click();
    await page.getByRole('alert').filter({ hasText: 'The money cannot be sent there.' }).waitFor();
    await expectAccessible(page, ['light']);
    expect(await read(created)).toMatchObject({ status: 'requires_payout_method_data' });
    await page.getByRole('tab', { name: 'Bank account' }).click();
    await page.getByLabel('IBAN').fill(IBAN);
    await payButton(page).click();
    await seesHeading(page, 'Payout sent');
  },
);

test('A payout declined by its connector fails', runs, async ({ payout, read, visitor }) => {
  const created = await payout();
  const { page } = await visitor(created.payout_link.link);
  await enterCard(page, cards.declined);
  await payButton(page).click();
  await seesHeading(page, 'Payout failed');
  expect(await read(created)).toMatchObject({ status: 'failed' });
});

test(
  'A destination given by the sender is confirmed without typing it again',
  runs,
  async ({ payout, read, visitor }) => {
    const card = { card_number: cards.good, expiry_month: '12', expiry_year: '2039' };
    const created = await payout({ payout_method_data: { card } });
    const { page } = await visitor(created.payout_link.link);
    await page.getByText('Visa •••• 4242').waitFor();
    await payButton(page).click();
    await seesHeading(page, 'Payout sent');
    expect(await read(created)).toMatchObject({ status: 'success' });
  },
);

test('Two tabs and a double click send the money once', runs, async ({ payout, read, visitor }) => {
  const created = await payout();
  const { page } = await visitor(created.payout_link.link);
  const other = await page.context().newPage();
  await other.goto(created.payout_link.link);
  await enterCard(page, cards.good);
  await enterCard(other, cards.good);
  await payButton(page).dblclick();
  await seesHeading(page, 'Payout sent');
  await payButton(other).click();
  await seesHeading(other, 'Payout sent');
  expect((await read(created)).attempts).toHaveLength(1);
});

test(
  'An expired link is reported; cancelled, withdrawn and unknown links look alike',
  runs,
  async ({ api, payout, sender, service, visitor }) => {
    const expired = await payout({ session_expiry: 60 });
    const where = { merchant_id: sender.merchantId, payout_id: expired.payout_id };
    const { page } = await visitor(expired.payout_link.link);
    await enterCard(page, cards.good);
    await setColumns(service, 'payouts', where, { expires_on: new Date(0) });
    await payButton(page).click();
    await seesHeading(page, 'This link has expired');
    await page.reload();
    await seesHeading(page, 'This link has expired');
    expect((await api.get(`/payouts/${expired.payout_id}`)).body).toMatchObject({ status: 'expired' });

    const cancelled = await payout();
    await api.post(`/payouts/${cancelled.payout_id}/cancel`, {});
    const without = await payout();
    const { body } = await api.post(`/payouts/${without.payout_id}`, { payout_link: false });
    expect(body).toMatchObject({ payout_link: null });
    const never = cancelled.payout_link.link.replace(cancelled.payout_id, 'po_never');
    const pages = [cancelled.payout_link.link, without.payout_link.link, never, `${never}x`];
    const answers = await Promise.all(pages.map((address) => fetch(address)));
    expect(answers.map(({ status }) => status)).toEqual(pages.map(() => 404));
    expect(new Set(await Promise.all(answers.map((answer) => answer.text()))).size).toBe(1);
    await page.goto(cancelled.payout_link.link);
    await seesHeading(page, 'This link does not exist');

    const held = await payout();
    await setColumns(
      service,
      'merchant_accounts',
      { merchant_id: sender.merchantId },
      {
        suspended_at: new Date(),
      },
    );
    await page.goto(held.payout_link.link);
    await seesHeading(page, 'This page is closed at the moment');
  },
);

test('The holder of the address may only choose the destination', async ({
  api,
  payout,
  read,
  sender,
  service,
}) => {
  const created = await payout({ name: 'Ann Example' });
  const card = { card_number: cards.good, expiry_month: '12', expiry_year: '2039' };
  const shown = { amount: 1200, currency: 'EUR' };
  const choice = { ...shown, payout_type: 'card', payout_method_data: { card } };
  const post = async (body: object, address = created.payout_link.link) => {
    const answer = await fetch(address, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    return { status: answer.status, body: (await answer.json()) as Record<string, never> };
  };
  for (const other of [{ amount: 5000 }, { currency: 'USD' }]) {
    expect(await post({ ...choice, ...other })).toMatchObject({
      status: 409,
      body: { error: { code: 'unexpected_state', param: Object.keys(other)[0] } },
    });
  }
  const refused = [
    { auto_fulfill: true },
    { payout_link: false },
    { customer_id: 'someone' },
    { payout_method_id: 'pm_of_someone' },
    { name: 'Bob Example' },
  ];
  for (const more of refused) {
    expect(await post({ ...choice, ...more })).toMatchObject({
      status: 400,
      body: { error: { param: Object.keys(more)[0] } },
    });
  }
  const guessed = created.payout_link.link.replace(/[^/]+$/, (token) => token.toUpperCase());
  expect(await post(choice, guessed)).toMatchObject({ status: 404 });
  expect((await fetch(created.payout_link.link)).status).toBe(200);
  expect(await read(created)).toMatchObject({ status: 'requires_payout_method_data', amount: 1200 });

  const { payout_id: id } = created;
  expect(await post(choice)).toEqual({
    status: 200,
    body: { screen: 'result', status: 'success', payout: { id, ...shown } },
  });
  const audit = await api.get(`/audit_log?object_id=${created.payout_id}`);
  expect((audit.body as never as { data: object[] }).data[0]).toMatchObject({
    action: 'confirmPayout',
    actor_type: 'publishable_key',
  });

  const limited = await payout({
    payout_link_config: {
      enabled_payment_methods: [{ payment_method: 'wallet', payment_method_types: ['paypal'] }],
    },
  });
  expect(await post(choice, limited.payout_link.link)).toMatchObject({
    status: 400,
    body: { error: { param: 'payout_method_data' } },
  });
  await setColumns(
    service,
    'merchant_accounts',
    { merchant_id: sender.merchantId },
    {
      suspended_at: new Date(),
    },
  );
  expect(await post(choice, limited.payout_link.link)).toMatchObject({
    status: 403,
    body: { error: { code: 'merchant_suspended' } },
  });
});

test('Roles that may read but not change payouts do not see the address, and no event contains it', async ({
  payout,
  sender,
  service,
}) => {
  const created = await payout();
  const key = await sender.apiKey({ permissions: ['payouts:read', 'events:read'] });
  const ask = async (path: string) =>
    (await fetch(service.url + path, { headers: { 'api-key': key } })).json() as Promise<never>;
  expect(await ask(`/payouts/${created.payout_id}`)).toMatchObject({ payout_link: null });
  await fetch(`${service.url}/payouts/${created.payout_id}/cancel`, {
    method: 'POST',
    headers: { 'api-key': sender.key },
  });
  const text = 'select body from events where merchant_id = $1';
  const rows = await service.database.rows.query<{ body: string }>(
    { text, values: [sender.merchantId] },
    null,
  );
  expect(rows).toHaveLength(1);
  const body = unpackText(rows[0]!.body);
  expect(body).toContain(created.payout_id);
  expect(body).not.toContain('/receive/');
});

test('Only allowed domains can frame the page; in test mode it also opens in a window', async ({
  api,
  payout,
  sender,
}) => {
  const open = { 'sec-fetch-dest': 'document' };
  expect(await framingOf((await payout()).payout_link.link, open)).toEqual({
    status: 200,
    ancestors: "'none'",
  });
  const path = `/account/${sender.merchantId}/business_profile/${sender.profileId}`;
  const set = async (payout_link_config: object) =>
    expect((await api.post(path, { payout_link_config })).status).toBe(200);
  await set({ allowed_domains: ['*.shop.example'] });
  const framed = (await payout()).payout_link.link;
  expect(await framingOf(framed, { 'sec-fetch-dest': 'iframe' })).toEqual({
    status: 200,
    ancestors: 'https://*.shop.example',
  });
  expect(await framingOf(framed, open)).toEqual({ status: 404, ancestors: "'none'" });
  const tried = await payout({ payout_link_config: { test_mode: true } });
  expect(await framingOf(tried.payout_link.link, open)).toEqual({
    status: 200,
    ancestors: 'https://*.shop.example http://localhost:* http://127.0.0.1:*',
  });
  await set({ domain_name: 'pay.recipient.example' });
  await sender.domain({ domain_name: 'recipient.example', status: 'verified' });
  const hosted = await payout({ payout_link_config: { payout_link_id: 'bonus-1' } });
  expect(hosted.payout_link).toMatchObject({
    payout_link_id: 'bonus-1',
    link: expect.stringMatching(/^https:\/\/pay\.recipient\.example\/receive\//),
  });
});

test(
  'The page supports right-to-left text, fits a phone, and names the sender without a script',
  runs,
  async ({ payout, visitor }) => {
    const created = await payout({ payout_link_config: { merchant_name: 'Acme & Sons', theme: '#0a7d4f' } });
    const { page } = await visitor(`${created.payout_link.link}?locale=ar-EG`, phone);
    await payButton(page).waitFor();
    expect(await page.evaluate('document.documentElement.dir')).toBe('rtl');
    await expectAccessible(page);
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(390);
    const plain = await visitor(created.payout_link.link, { javaScriptEnabled: false });
    await plain.page.getByRole('heading', { name: 'Acme & Sons' }).waitFor();
  },
);

test.for([
  [{ payout_link_config: { theme: '#123456' } }, 'payout_link_config'],
  [{ payout_link: true, payout_link_config: { theme: 'url(x)' } }, 'payout_link_config.theme'],
  [{ payout_link: true, recurring: true }, 'customer_id'],
  [
    {
      payout_link: true,
      payout_link_config: { enabled_payment_methods: [{ payment_method: 'bank_debit' }] },
    },
    'payout_link_config.enabled_payment_methods[0].payment_method',
  ],
  [
    {
      payout_link: true,
      payout_link_config: {
        enabled_payment_methods: [
          { payment_method: 'card' },
          { payment_method: 'wallet', payment_method_types: ['apple_pay'] },
        ],
      },
    },
    'payout_link_config.enabled_payment_methods[1].payment_method_types',
  ],
] as const)('Invalid page settings are refused: %j', async ([settings, param], { api, sender }) => {
  const body = { amount: 1200, currency: 'EUR', profile_id: sender.profileId, ...settings };
  expect((await api.post('/payouts', body)).body).toMatchObject({ error: { param } });
});
