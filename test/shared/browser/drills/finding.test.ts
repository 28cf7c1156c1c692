import { expect } from 'vitest';
import { graphqlCardOf, setColumns } from '../../../kit/sandbox-shop.ts';
import { runs } from '../chromium.ts';
import {
  expectNothingRefused,
  followTo,
  goTo,
  patiently,
  settled,
  test,
  violationsOf,
} from '../dashboard.ts';
import { partOf } from '../exact-names.ts';

test('A payment is found by any reference that people have', runs, async ({ as, cardShop, pay, service }) => {
  const wanted = await pay(1_099, {
    ...{ shippingCost: 501, orderTaxAmount: 100, merchantOrderReferenceId: 'order-1001' },
    ...{ name: 'Ada Lovelace', email: 'ada@example.com' },
    paymentMethodData: { card: graphqlCardOf('5555555555554444') },
  });
  await pay(2_500, { merchantOrderReferenceId: 'order-2002', email: 'grace@example.com' });
  const yen = await cardShop.payment({
    ...{ amount: 1_700, net_amount: 1_700, amount_received: 1_700, currency: 'JPY' },
    profile_id: cardShop.profileId,
  });
  const where = { merchant_id: cardShop.merchantId, payment_id: yen };
  await setColumns(service, 'payments', where, { connector_transaction_id: 'txn_zzyx77' });
  const opened = await as('operator');
  const { page } = opened;
  await goTo(page, 'Payments');
  const rows = page.getByRole('table', { name: 'Payments' }).locator('tbody tr');
  const search = page.getByRole('searchbox', { name: 'Search' });
  for (const [typed, found] of [
    ['4444', wanted],
    ['···· 4444', wanted],
    ['17.00', wanted],
    ['17,00 €', wanted],
    ['10.99', wanted],
    ['order-1001', wanted],
    ['ada@example', wanted],
    ['lovelace', wanted],
    ['1700', yen],
    ['txn_zzyx77', yen],
    [yen, yen],
  ] as const) {
    await search.fill(typed);
    await expect
      .poll(async () => [page.url().includes('q='), await rows.count()], { message: typed, ...patiently })
      .toEqual([true, 1]);
    await settled(page);
    expect([typed, await rows.first().textContent()]).toEqual([typed, expect.stringContaining(found)]);
    await search.fill('');
    await expect.poll(() => rows.count(), patiently).toBe(3);
  }
  // The list, the headline and its breakdown.
  await search.fill('4444');
  await expect.poll(() => rows.count(), patiently).toBe(1);
  const [, amount, , method, order, customer] = await rows.first().getByRole('cell').allTextContents();
  expect([amount, method, order, customer]).toEqual([
    `€17.00 ${wanted}`,
    expect.stringMatching(/···· 4444$/),
    'order-1001',
    'Ada Lovelace',
  ]);
  await rows.first().getByRole('link').click();
  await page.getByRole('heading', { name: partOf('€17.00'), level: 1 }).waitFor();
  const facts = page.locator('.facts').first();
  for (const part of ['Charged€17.00', 'Before shipping and tax€10.99', 'Shipping€5.01', 'Tax€1.00']) {
    expect(await facts.textContent()).toContain(part);
  }
  expectNothingRefused(opened);
});

test(
  'One search box finds every kind of object as a person types, also on a phone',
  runs,
  async ({ as, cardShop, pay, service }) => {
    const customer = await cardShop.customer({ name: 'Grace Hopper', email: 'grace@example.com' });
    const wanted = await pay(1_099, {
      ...{ shippingCost: 501, orderTaxAmount: 100, merchantOrderReferenceId: 'order-1001' },
      ...{ name: 'Ada Lovelace', email: 'ada@example.com' },
      paymentMethodData: { card: graphqlCardOf('5555555555554444') },
    });
    const plain = await cardShop.payment({
      ...{ amount: 2_500, net_amount: 2_500, amount_received: 2_500, currency: 'EUR' },
      profile_id: cardShop.profileId,
    });
    const refund = await cardShop.refund(plain, { reason: 'Came back wet.' });
    const dispute = await cardShop.dispute(plain, { connector_dispute_id: 'dp_zyx' });
    const payout = await cardShop.payout({ description: 'Weekly wages' });
    const where = { merchant_id: cardShop.merchantId, payment_id: plain };
    await setColumns(service, 'payments', where, { connector_transaction_id: 'txn_zzyx77' });
    const opened = await as('operator', { viewport: { width: 390, height: 844 } });
    const { page } = opened;
    await page.getByRole('button', { name: 'Find…' }).click();
    const box = page.getByRole('textbox', { name: 'Find' });
    const found = page.getByRole('dialog').getByRole('button');
    for (const [typed, kind, id] of [
      ['4444', 'Payments', wanted],
      ['555555', 'Payments', wanted],
      ['17.00', 'Payments', wanted],
      ['25,00 €', 'Payments', plain],
      ['order-1001', 'Payments', wanted],
      ['lovelace', 'Payments', wanted],
      ['txn_zzyx77', 'Payments', plain],
      [wanted.slice(-6), 'Payments', wanted],
      [`…${refund.slice(-8).toUpperCase()}`, 'Refunds', refund],
      ['wet', 'Refunds', refund],
      ['dp_zyx', 'Disputes', dispute],
      ['wages', 'Payouts', payout],
      ['grace@ex', 'Customers', customer],
    ] as const) {
      await box.fill(typed);
      const hit = found.filter({ hasText: id });
      await hit.first().waitFor();
      const group = page.locator(`.mantine-Spotlight-actionsGroup[style*="${kind}"]`);
      await group.getByText(partOf(id)).waitFor();
      expect([typed, await hit.count()]).toEqual([typed, 1]);
    }
    expect(await violationsOf(page, { inDark: true })).toEqual([]);
    await box.fill('17.00');
    await found.filter({ hasText: wanted }).press('Enter');
    await page.getByRole('heading', { name: partOf('€17.00'), level: 1 }).waitFor();
    // By keyboard too: Enter opens the first result, the arrows select another.
    await page.keyboard.press('Control+k');
    await box.fill('lovelace');
    await found.filter({ hasText: wanted }).waitFor();
    await box.press('Enter');
    await page.getByRole('heading', { name: partOf('€17.00'), level: 1 }).waitFor();
    await page.keyboard.press('Control+k');
    await box.fill('grace@ex');
    await found.filter({ hasText: customer }).waitFor();
    await box.press('ArrowDown');
    await box.press('ArrowUp');
    await box.press('Enter');
    await expect.poll(() => page.url(), patiently).toContain(customer);
    // The search skips objects that a role may not read.
    await page.keyboard.press('Control+k');
    await box.fill('nobody at all');
    await page.getByRole('button', { name: 'Payments with “nobody at all”' }).waitFor();
    expectNothingRefused(opened);
  },
);

test(
  'An amount filter without a currency covers all currencies, and either bound may be open',
  runs,
  async ({ as, cardShop, pay }) => {
    await pay(1_700);
    await pay(2_500, { merchantOrderReferenceId: 'order-2002' });
    await cardShop.payment({
      ...{ amount: 20, net_amount: 20, amount_received: 20, currency: 'JPY' },
      profile_id: cardShop.profileId,
    });
    const { page } = await as('analyst');
    const rows = page.getByRole('table', { name: 'Payments' }).locator('tbody tr');
    for (const [address, count] of [
      ['amount=17..', 3],
      ['amount=18..', 2],
      ['amount=..17.00', 1],
      ['amount=18..&currency=EUR', 1],
      ['amount=17..&q=order-2002', 1],
      ['last4=4242', 2],
      [`account=${cardShop.account}`, 2],
      ['account=mca_other', 0],
    ] as const) {
      await followTo(page, `/dashboard/payments?${address}`);
      await settled(page);
      await expect.poll(() => rows.count(), { message: address, ...patiently }).toBe(count);
    }
  },
);

test(
  'A link shows the same days in every time zone, and names the zone',
  runs,
  async ({ as, cardShop, service }) => {
    const at = [
      '2026-11-20T22:59:59Z',
      '2026-11-20T23:00:00Z',
      '2026-11-21T22:59:59Z',
      '2026-11-21T23:00:00Z',
    ];
    for (const [i, created] of at.entries()) {
      const amount = 101 + i;
      await cardShop.payment({
        ...{ amount, net_amount: amount, amount_received: amount, currency: 'EUR' },
        ...{ created: new Date(created), profile_id: cardShop.profileId },
      });
    }
    const address = '/dashboard/payments?created=2026-11-21..2026-11-21&zone=Europe%2FBerlin';
    const { page: here } = await as('analyst', { timezoneId: 'Asia/Tokyo' });
    await goTo(here, 'Payments');
    const today = here.getByRole('navigation', { name: 'Presets' }).getByRole('link', { name: 'Today' });
    await today.click();
    // A preset's days belong to a zone as well, which its link names.
    await expect.poll(() => new URL(here.url()).searchParams.get('zone'), patiently).toBe('Asia/Tokyo');
    expect(await today.getAttribute('aria-current')).toBe('true');
    for (const timezoneId of ['Europe/Berlin', 'America/Los_Angeles', 'Asia/Tokyo', 'Asia/Kathmandu']) {
      const { page } = await as('analyst', { timezoneId });
      await page.goto(service.url + address);
      const rows = page.getByRole('table', { name: 'Payments' }).locator('tbody tr');
      const amounts = async () =>
        (await rows.allTextContents()).map((text) => /€\d\.\d\d/.exec(text)?.[0]).join(' ');
      await expect.poll(amounts, { message: timezoneId, ...patiently }).toBe('€1.03 €1.02');
      const note = page.getByRole('note');
      expect([timezoneId, await note.count()]).toEqual([timezoneId, timezoneId === 'Europe/Berlin' ? 0 : 1]);
      if (timezoneId !== 'Asia/Tokyo') continue;
      expect(await note.textContent()).toContain('Europe/Berlin');
      await page.getByRole('button', { name: 'Use my days' }).click();
      await expect.poll(amounts, patiently).toBe('€1.02 €1.01');
    }
  },
);

test(
  'Each connector account links to its payments and shows its own success rate',
  runs,
  async ({ as, cardShop, pay }) => {
    await pay(1_000);
    await pay(1_100);
    const second = await cardShop.sandbox({ connector_label: 'second' });
    const payouts = await cardShop.connector({ connector_type: 'payout_processor', test_mode: true });
    const { page } = await as('owner');
    await goTo(page, 'Connectors');
    const rowOf = (id: string) =>
      page.getByRole('table', { name: 'Accounts' }).getByRole('row').filter({ hasText: id });
    await rowOf(cardShop.account).getByText('2 of 2 attempts succeeded').waitFor();
    await rowOf(second).getByText('No attempt').waitFor();
    expect(
      await rowOf(payouts)
        .getByText(/attempts? succeeded|No attempt/)
        .count(),
    ).toBe(0);
    await rowOf(cardShop.account).getByRole('link', { name: 'Payments' }).click();
    const rows = page.getByRole('table', { name: 'Payments' }).locator('tbody tr');
    await expect.poll(() => rows.count(), patiently).toBe(2);
    await goTo(page, 'Connectors');
    await rowOf(second).getByRole('link', { name: 'Payments' }).click();
    await page.getByText('No payment matches').waitFor();
  },
);
