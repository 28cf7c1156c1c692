import { expect } from 'vitest';
import type { Message } from '../../../../src/core/foundation/ports/mail.ts';
import { runs } from '../chromium.ts';
import { test as base, expectNothingRefused, followTo, goTo, violationsOf } from '../dashboard.ts';
import { partOf } from '../exact-names.ts';

const test = base
  .extend('outbox', { scope: 'file' }, (): Message[] => [])
  .extend('serviceOptions', { scope: 'file' }, ({ outbox }) => ({
    mail: { post: (message: Message) => outbox.push(message), drain: async () => {} },
  }));

test(
  'A person creates a payment link, copies it, mails it, scans it and opens its page',
  runs,
  async ({ as, cardShop, graphqlAs, outbox }) => {
    const customerId = await cardShop.customer({ name: 'Ada Lovelace', email: 'ada@example.com' });
    const opened = await as('operator');
    const { page } = opened;
    await goTo(page, 'Payments');
    await page.getByRole('button', { name: 'New payment' }).click();
    const dialog = page.getByRole('dialog', { name: 'New payment' });
    await dialog.getByLabel('Amount').fill('49.001');
    await dialog.getByLabel('Currency').fill('eur');
    await dialog.getByText(partOf('Enter the amount like ')).waitFor();
    await dialog.getByLabel('Amount').fill('49,00');
    const customer = dialog.getByRole('combobox', { name: 'Known customer' });
    expect(await customer.getAttribute('placeholder')).toBe('None');
    await customer.fill('lovel');
    await page.getByRole('option', { name: 'Ada Lovelace, ada@example.com' }).click();
    await page.keyboard.press('Tab');
    await dialog.getByLabel('Order').fill('order 17');
    await dialog.getByLabel('Customer’s email').fill('ada@example.com');
    expect(await violationsOf(page, { inDark: true })).toEqual([]);
    await dialog.getByRole('button', { name: 'Create €49.00' }).click();
    await page.getByRole('heading', { name: partOf('€49.00'), level: 1 }).waitFor();
    const paymentId = new URL(page.url()).pathname.split('/').at(-1);
    const { payment } = await graphqlAs(cardShop.key).data(
      `query ($id: ID!) { payment(paymentId: $id) {
        amount currency customerId merchantOrderReferenceId email status paymentLink { link } } }`,
      { id: paymentId },
    );
    const { link } = payment.paymentLink;
    expect(payment).toMatchObject({
      ...{ amount: 4_900, currency: 'EUR', merchantOrderReferenceId: 'order 17', email: 'ada@example.com' },
      ...{ customerId, status: 'requires_payment_method' },
    });
    await page.getByText(link).waitFor();
    await page.getByRole('img', { name: 'QR code of the payment link' }).waitFor();
    await page.getByRole('button', { name: 'Copy the payment link' }).waitFor();
    const mail = (await page.getByRole('link', { name: 'Write an email' }).getAttribute('href'))!;
    expect(mail.startsWith('mailto:ada%40example.com?subject=')).toBe(true);
    expect(decodeURIComponent(mail)).toContain(link);
    expect(await violationsOf(page)).toEqual([]);
    expect(await page.getByRole('link', { name: 'Open' }).getAttribute('href')).toBe(link);
    await page.getByRole('button', { name: 'Send by email' }).click();
    const send = page.getByRole('dialog', { name: 'Send the link by email' });
    expect(await send.getByLabel('Email').inputValue()).toBe('ada@example.com');
    await send.getByRole('combobox', { name: 'Language' }).click();
    await page.getByRole('option', { name: 'German' }).click();
    expect(await violationsOf(page, { inDark: true })).toEqual([]);
    await send.getByRole('button', { name: 'Send' }).click();
    await page.getByText('Link sent to ada@example.com').waitFor();
    await page.getByText('Mail payment link').waitFor();
    expect(outbox).toMatchObject([
      { to: 'ada@example.com', link: `${link}?locale=de`, subject: expect.stringContaining('49,00') },
    ]);
    expectNothingRefused(opened);
  },
);

test(
  'A person creates a payout, to a bank account or for the recipient to complete, and confirms it',
  runs,
  async ({ as, cardShop, graphqlAs, outbox, service }) => {
    const takes = ['card', 'bank_transfer'].map((payment_method) => ({ payment_method }));
    await cardShop.sandbox({ connector_type: 'payout_processor', payment_methods_enabled: takes });
    const opened = await as('operator');
    const { page } = opened;
    // Setting a link's address requires a second factor.
    const proved = `update auth.sessions set second_factor_at = now() where user_id in
      (select person_id from team_members where merchant_id = $1)`;
    const touches = { reads: ['team_members'], writes: ['auth.sessions'] };
    await service.database.rows.query({ text: proved, values: [cardShop.merchantId], touches }, null);
    const open = async () => {
      await goTo(page, 'Payouts');
      await page.getByRole('button', { name: 'New payout' }).click();
      const dialog = page.getByRole('dialog', { name: 'New payout' });
      await dialog.getByLabel('Amount').fill('12.50');
      await dialog.getByLabel('Currency').fill('EUR');
      await dialog.getByLabel('Recipient’s name').fill('Ada Lovelace');
      return dialog;
    };
    const created = async () => {
      await page.getByRole('heading', { name: partOf('€12.50'), level: 1 }).waitFor();
      const { payout } = await graphqlAs(cardShop.key).data(
        `query ($id: ID!) { payout(payoutId: $id) {
          amount currency name status payoutType payoutLink { link } } }`,
        { id: new URL(page.url()).pathname.split('/').at(-1) },
      );
      return payout;
    };
    const first = await open();
    await first.getByRole('combobox', { name: 'Destination' }).click();
    await page.getByRole('option', { name: 'Bank account in Europe (IBAN)' }).click();
    expect(await first.getByRole('button', { name: 'Create €12.50' }).isDisabled()).toBe(true);
    await first.getByLabel(partOf('IBAN')).fill('DE89370400440532013000');
    expect(await violationsOf(page, { inDark: true })).toEqual([]);
    await first.getByRole('button', { name: 'Create €12.50' }).click();
    expect(await created()).toMatchObject({
      ...{ amount: 1_250, currency: 'EUR', name: 'Ada Lovelace', payoutType: 'bank', payoutLink: null },
      status: 'requires_confirmation',
    });
    await page.getByRole('button', { name: 'Confirm' }).click();
    await page
      .getByRole('dialog')
      .getByRole('button', { name: /^Confirm/ })
      .click();
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await page
      .getByText(/^(Success|Requires fulfillment)$/)
      .first()
      .waitFor();

    const second = await open();
    await second.getByRole('button', { name: 'Create €12.50' }).click();
    const { payoutLink, status } = await created();
    expect(status).toBe('requires_payout_method_data');
    await page.getByText(payoutLink.link).waitFor();
    await page.getByRole('img', { name: 'QR code of the payout link' }).waitFor();
    await page.getByRole('button', { name: 'Send by email' }).click();
    const send = page.getByRole('dialog', { name: 'Send the link by email' });
    expect(await send.getByRole('button', { name: 'Send' }).isDisabled()).toBe(true);
    await send.getByLabel('Email').fill('grace@example.com');
    await send.getByRole('button', { name: 'Send' }).click();
    await page.getByText('Link sent to grace@example.com').waitFor();
    expect(outbox.at(-1)).toMatchObject({ to: 'grace@example.com', link: payoutLink.link });
    expectNothingRefused(opened);
  },
);

test('Members without the create permission see no create buttons', runs, async ({ as }) => {
  const { page } = await as('analyst');
  await goTo(page, 'Payments');
  expect(await page.getByRole('button', { name: 'New payment' }).count()).toBe(0);
  await goTo(page, 'Payouts');
  expect(await page.getByRole('button', { name: 'New payout' }).count()).toBe(0);
});

test(
  'A customer receives a link to save a payment method, and its creator sees the saved method',
  runs,
  async ({ as, cardShop, outbox }) => {
    outbox.length = 0;
    const customerId = await cardShop.customer({ name: 'Ada Lovelace', email: 'ada@example.com' });
    const opened = await as('operator');
    const { page } = opened;
    await followTo(page, `/dashboard/customers/${customerId}`);
    await page.getByRole('button', { name: 'Ask for a payment method' }).click();
    const asking = page.getByRole('dialog', { name: 'Ask for a payment method' });
    expect(await violationsOf(page, { inDark: true })).toEqual([]);
    await asking.getByRole('button', { name: 'Create link' }).click();
    const made = page.locator('section', { hasText: 'Link to save a payment method' });
    const link = await made.locator('code').textContent();
    expect(link).toContain('/collect/');
    await made.getByRole('img', { name: 'QR code of the link to save a payment method' }).waitFor();
    expect(await violationsOf(page, { inDark: true })).toEqual([]);
    await made.getByRole('button', { name: 'Send by email' }).click();
    const sending = page.getByRole('dialog', { name: 'Send the link by email' });
    await sending.getByRole('combobox', { name: 'Language' }).click();
    await page.getByRole('option', { name: 'German' }).click();
    await sending.getByRole('button', { name: 'Send' }).click();
    await page.getByText('Link sent to ada@example.com').waitFor();
    expect(outbox).toMatchObject([{ to: 'ada@example.com', language: 'de', link: `${link}?locale=de` }]);
    expectNothingRefused(opened);
  },
);
