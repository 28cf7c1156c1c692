import { expect } from 'vitest';
import { someOf } from '../../kit/figure.ts';
import { setColumns } from '../../kit/sandbox-shop.ts';
import { phone, runs, runsInFull } from './chromium.ts';
import { expectNothingRefused, followTo, goTo, patiently, settled, test, violationsOf } from './dashboard.ts';
import { partOf } from './exact-names.ts';

/** A kilobyte is a thousand bytes. */
const SCRIPT_MAX_BYTES = 300_000;

test(
  'A person finds a payment and refunds a part, and a second window updates',
  runs,
  async ({ as, graphqlAs, cardShop, pay }) => {
    await pay(700);
    const paymentId = await pay(4_200, { email: 'wanted@example.com' });
    const opened = await as('operator');
    const { page } = opened;
    await goTo(page, 'Payments');
    await page.keyboard.press('/');
    await page.keyboard.type('wanted@example.com');
    await expect.poll(() => page.locator('tbody tr').count(), patiently).toBe(1);
    expect(page.url()).toContain('q=wanted');
    // A link restores it.
    await page.reload();
    await expect.poll(() => page.locator('tbody tr').count(), patiently).toBe(1);
    await page.getByRole('link', { name: partOf(paymentId) }).click();
    await page.getByRole('heading', { name: partOf(paymentId), level: 1 }).waitFor();

    const second = await page.context().newPage();
    await second.goto(page.url());
    const refunds = second.getByRole('table', { name: 'Refunds' }).locator('tbody tr');
    await second.getByText('No refunds').waitFor();

    await page.getByRole('button', { name: 'Refund' }).click();
    const dialog = page.getByRole('dialog', { name: 'Refund' });
    await dialog.getByLabel('Amount').fill('12.50');
    const confirm = dialog.getByRole('button', { name: /^Refund €12\.50$/ });
    await confirm.dblclick();
    await dialog.waitFor({ state: 'detached' });
    await expect.poll(() => refunds.count(), patiently).toBe(1);
    expect(await refunds.first().textContent()).toContain('€12.50');

    const { data } = await graphqlAs(cardShop.key).run(
      'query ($paymentId: ID!) { payment(paymentId: $paymentId) { amountRefunded refunds { amount } } }',
      { paymentId },
    );
    expect(data.payment).toEqual({ amountRefunded: 1_250, refunds: [{ amount: 1_250 }] });
    expectNothingRefused(opened);
  },
);

test(
  'A payment shows automatic reversals and operations that its connector performed unasked',
  runsInFull,
  async ({ as, cardShop, pay, service }) => {
    const paymentId = await pay(5_000);
    const back = {
      ...{ attempt_id: `${paymentId}_1`, operation: 'refund', amount: 1_234_500, currency: 'HUF' },
      ...{ connector_capture_id: null, error_code: null, error_message: null },
    };
    const error_message = 'The connector reports a capture of 5100 EUR, in minor units (cap_9).';
    await setColumns(
      service,
      'payments',
      { merchant_id: cardShop.merchantId, payment_id: paymentId },
      {
        error_code: 'not_as_asked',
        error_message,
        reversals: [
          { ...back, reason: 'another_attempt', status: 'succeeded' },
          {
            ...back,
            operation: 'void',
            amount: 7_00,
            currency: 'EUR',
            reason: 'payment_cancelled',
            status: 'pending',
          },
          {
            ...{ ...back, connector_capture_id: 'cap_2', reason: 'payment_expired', status: 'failed' },
            ...{ error_code: 'too_old', error_message: 'The charge is too old' },
          },
        ],
      },
    );
    const opened = await as('operator');
    const { page } = opened;
    await followTo(page, `/dashboard/payments/${paymentId}`);
    const table = page.getByRole('table', { name: 'Automatic reversals' });
    await table.waitFor();
    const rows = await table.locator('tbody tr').allTextContents();
    const words = [
      [/HUF.12,345\.00/, /Another attempt succeeded or is in progress.*refunded.*Returned$/],
      [/€7\.00/, /The payment was cancelled.*released.*Pending$/],
      [/HUF/, /The payment had expired.*Failed: The charge is too old\. Refund it/],
    ];
    expect(rows).toHaveLength(words.length);
    for (const [i, patterns] of words.entries()) {
      for (const pattern of patterns) expect(rows[i]).toMatch(pattern);
    }
    const warning = page.getByRole('alert');
    expect(await warning.textContent()).toContain(error_message);
    expect(await page.getByText('Failed because').count()).toBe(0);
    expect(await violationsOf(page, { inDark: true })).toEqual([]);
    expectNothingRefused(opened);
  },
);

test('A person captures a part of one authorization and cancels another', runs, async ({ as, pay }) => {
  const [captured, cancelled] = [
    await pay(5_000, { captureMethod: 'manual' }),
    await pay(6_000, { captureMethod: 'manual' }),
  ];
  const { page } = await as('operator');
  await followTo(page, `/dashboard/payments/${captured}`);
  await page.getByRole('button', { name: 'Capture' }).click();
  const dialog = page.getByRole('dialog', { name: 'Capture' });
  await dialog.getByLabel('Amount').fill('30');
  await dialog.getByText(partOf('releases the remaining €20.00 for good')).waitFor();
  await dialog.getByRole('button', { name: 'Capture €30.00' }).click();
  await page.getByText('Partially captured').first().waitFor();
  await followTo(page, `/dashboard/payments/${cancelled}`);
  await page.getByRole('heading', { name: partOf(cancelled), level: 1 }).waitFor();
  await page.getByRole('button', { name: 'Cancel' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel the payment' }).click();
  await page.getByText('Cancelled').first().waitFor();
  expect(await page.getByRole('button', { name: 'Cancel' }).count()).toBe(0);
});

test(
  'New payments are announced, and the list stays still until the person asks',
  runs,
  async ({ as, pay }) => {
    const first = await pay(1_000);
    const { page } = await as('analyst');
    await goTo(page, 'Payments');
    const rows = page.locator('tbody tr');
    await expect.poll(() => rows.count(), patiently).toBe(1);
    const added = [await pay(1_100), await pay(1_200)];
    const bar = page.getByRole('button', { name: '2 new payments' });
    await bar.waitFor();
    expect([await rows.count(), await rows.first().textContent()]).toEqual([
      1,
      expect.stringContaining(first),
    ]);
    await bar.click();
    await expect.poll(() => rows.count(), patiently).toBe(3);
    expect(await rows.first().textContent()).toContain(added[1]);
    // k selects the last row, j and k move, and Enter opens it.
    await page.keyboard.press('k');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: partOf(first), level: 1 }).waitFor();
  },
);

test('Every page loads at most 300 KB of script, compressed', runs, async ({ as, pay, service }) => {
  const paymentId = await pay(1_000);
  const { page } = await as('owner');
  const links = await page.getByRole('navigation', { name: 'Pages' }).getByRole('link').all();
  const paths = await Promise.all(links.map((link) => link.getAttribute('href')));
  const others = ['/dashboard/attempts', '/dashboard/webhooks', `/dashboard/payments/${paymentId}`];
  expect(paths.length).toBeGreaterThan(10);
  const sizes = new Map<string, number>();
  for (const path of someOf([...paths, ...others], 4)) {
    await page.goto(service.url + path);
    await page.getByRole('heading', { level: 1 }).waitFor();
    await settled(page);
    const files = (await page.evaluate(
      "performance.getEntriesByType('resource').map(({ name }) => name).filter((name) => name.endsWith('.js'))",
    )) as string[];
    for (const file of files.filter((name) => !sizes.has(name))) {
      const response = await page.request.get(file, { headers: { 'accept-encoding': 'br' } });
      sizes.set(file, Number(response.headers()['content-length']));
    }
    const bytes = [...new Set(files)].reduce((sum, file) => sum + sizes.get(file)!, 0);
    expect([path, bytes > 100_000, bytes < SCRIPT_MAX_BYTES ? 'little enough' : bytes]).toEqual([
      path,
      true,
      'little enough',
    ]);
  }
});

test('On a phone no page scrolls sideways, and the navigation opens', runs, async ({ as, pay }) => {
  await pay(1_000);
  const { page } = await as('owner', phone);
  for (const name of ['Payments', 'Developers', 'Settings']) {
    await page.getByRole('button', { name: 'Open the navigation' }).click();
    await goTo(page, name);
    // A phone shrinks a page that is too wide: its window is as wide as the page.
    const width = await page.evaluate('document.scrollingElement.scrollWidth');
    expect([name, width]).toEqual([name, 390]);
  }
});

test(
  'Keyboard users can skip the filters, and a long name in a heading wraps',
  runs,
  async ({ as, graphqlAs, cardShop, pay }) => {
    await pay(1_000);
    const name = 'maximiliane.mustermann@beispielhaftegrosshandelsgesellschaft.example';
    const { data } = await graphqlAs(cardShop.key).run(
      'mutation ($input: CreateCustomerInput!) { createCustomer(input: $input) { customer { customerId } } }',
      { input: { email: name } },
    );
    const { page } = await as('owner', phone);
    await followTo(page, `/dashboard/customers/${data.createCustomer.customer.customerId}`);
    await page.getByRole('heading', { name: partOf(name), level: 1 }).waitFor();
    expect(await page.evaluate('document.scrollingElement.scrollWidth')).toBeLessThanOrEqual(390);

    const pages = [
      ['/dashboard/payments?after=somewhere', 'Amount from', '25'],
      ['/dashboard/audit-log', 'Action', 'payment'],
    ] as const;
    for (const [address, label, typed] of pages) {
      await followTo(page, address);
      const filters = page.getByRole('button', { name: 'Filters' });
      if (address.includes('payments')) await filters.click();
      const input = page.getByLabel(label);
      const before = await page.evaluate('[location.search, history.length]');
      await input.focus();
      await input.blur();
      expect(await page.evaluate('[location.search, history.length]'), label).toEqual(before);
      await input.fill(typed);
      await input.press('Enter');
      await expect.poll(() => page.url(), patiently).toContain(typed);
      const after = await page.evaluate('history.length');
      await input.blur();
      expect(await page.evaluate('history.length'), label).toBe(after);
    }
  },
);

test(
  'A form names its fields by their labels, and explains a session that ended meanwhile',
  runs,
  async ({ as }) => {
    const { page } = await as('owner');
    await goTo(page, 'Payments');
    await page.getByRole('button', { name: 'New payment' }).click();
    const dialog = page.getByRole('dialog', { name: 'New payment' });
    await dialog.getByLabel('Amount').fill('12.50');
    await dialog.getByLabel('Currency').fill('EUR');
    await dialog.getByLabel('Customer’s email').fill('nobody');
    await dialog.getByLabel('Return URL').fill('javascript:alert(1)');
    await dialog.getByRole('button', { name: 'Create €12.50' }).click();
    const alert = dialog.getByRole('alert');
    await alert.waitFor();
    expect(await alert.textContent()).toMatch(/^Customer’s email must be .*Return URL must be /);
    await page.context().clearCookies();
    await dialog.getByLabel('Customer’s email').fill('a@shop.example');
    await dialog.getByRole('button', { name: 'Create €12.50' }).click();
    await page.getByRole('status').filter({ hasText: 'Your session has ended.' }).waitFor();
    expect(new URL(page.url()).pathname).toBe('/dashboard/payments');
    // Without a session, signing in cannot mention one that ended.
    await page.reload();
    await page.getByLabel('Email').waitFor();
    expect(await page.getByText('Your session has ended.').count()).toBe(0);
  },
);

test('Signing out shows the sign-in form and clears the open page', runs, async ({ as, pay, service }) => {
  const paymentId = await pay(1_000);
  const { page } = await as('owner');
  await page.getByRole('button', { name: /sign out/ }).click();
  await page.getByRole('menuitem', { name: 'Sign out' }).click();
  await page.getByLabel('Email').waitFor();
  expect(await page.getByText('Your session has ended.').count()).toBe(0);
  await page.goto(`${service.url}/dashboard/payments/${paymentId}`);
  await page.getByLabel('Email').waitFor();
  expect(await page.content()).not.toContain(paymentId);
});
