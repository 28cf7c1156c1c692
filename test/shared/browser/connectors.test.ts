import { expect } from 'vitest';
import { setColumns } from '../../kit/sandbox-shop.ts';
import { expectNothingRefused, goTo, patiently, runs, test, violationsOf } from './dashboard.ts';

test(
  'A test payment goes through the account that it is sent from, and arrives in the list',
  runs,
  async ({ as, cardShop, graphqlAs }) => {
    const second = await cardShop.sandbox({ connector_label: 'second' });
    const live = await cardShop.connector({ connector_name: 'stripe', test_mode: false });
    const opened = await as('operator');
    const { page } = opened;
    await goTo(page, 'Connectors');
    const accounts = page.getByRole('table', { name: 'Accounts' });
    await accounts.getByRole('row').filter({ hasText: live }).getByText('Live account').waitFor();
    await page.getByRole('button', { name: `Send a test payment through ${second}` }).click();
    const dialog = page.getByRole('dialog', { name: 'Send a test payment' });
    await dialog.getByText(`through ${second} alone`).waitFor();
    expect(await violationsOf(page)).toEqual([]);
    await dialog.getByRole('button', { name: 'Send', exact: true }).click();
    const outcome = page.getByRole('dialog', { name: 'Test payment', exact: true });
    await outcome.getByText('Succeeded').waitFor();
    expect(await violationsOf(page)).toEqual([]);
    const link = outcome.getByRole('link');
    const paymentId = (await link.textContent())!;
    await link.click();
    await page.getByRole('heading', { name: paymentId, level: 1 }).waitFor();
    const { payment } = await graphqlAs(cardShop.key).data(
      'query ($paymentId: ID!) { payment(paymentId: $paymentId) { merchantConnectorId amount currency } }',
      { paymentId },
    );
    expect(payment).toEqual({ merchantConnectorId: second, amount: 100, currency: 'EUR' });
    await goTo(page, 'Payments');
    await page.getByRole('table', { name: 'Payments' }).getByText(paymentId).waitFor();
    expectNothingRefused(opened);
  },
);

test('Who may not create payments is offered no test payment', runs, async ({ as }) => {
  const { page } = await as('analyst');
  await goTo(page, 'Connectors');
  await page.getByRole('table', { name: 'Accounts' }).getByText('Reachable').waitFor();
  expect(await page.getByRole('button', { name: /^Send a test payment/ }).count()).toBe(0);
});

test(
  'An account that cannot be reached is shown with an open circuit, and needs a hand',
  runs,
  async ({ as, cardShop, pay, service }) => {
    const of = { merchant_connector_id: cardShop.account };
    await setColumns(service, 'connector_accounts', of, { metadata: { down: true } });
    for (let i = 0; i < 5; i += 1) await pay(1_000);
    const opened = await as('operator');
    const { page } = opened;
    const need = page.getByRole('link', { name: /its circuit is open$/ });
    await need.waitFor();
    expect(await need.textContent()).toContain(cardShop.account);
    expect(await violationsOf(page)).toEqual([]);
    await need.click();
    const row = page
      .getByRole('table', { name: 'Accounts' })
      .getByRole('row')
      .filter({ hasText: cardShop.account });
    await row.getByText(/Circuit (half )?open/).waitFor();
    await row.getByText('5 calls in the last hour, 5 failed').waitFor();
    expect(await violationsOf(page)).toEqual([]);
    await setColumns(service, 'connector_accounts', of, { metadata: {} });
    await expect
      .poll(async () => {
        await page.reload();
        const offered = page.getByRole('button', { name: `Send a test payment through ${cardShop.account}` });
        await offered.click();
        await page.getByRole('dialog').getByRole('button', { name: 'Send', exact: true }).click();
        const outcome = page.getByRole('dialog').getByText(/^Succeeded$|can be reached at present/);
        await outcome.first().waitFor();
        return outcome.first().textContent();
      }, patiently)
      .toBe('Succeeded');
    await page.getByRole('dialog').getByRole('button', { name: 'Done' }).click();
    await row.getByText('Reachable').waitFor();
    expectNothingRefused(opened);
  },
);
