import { expect } from 'vitest';
import { runs } from '../chromium.ts';
import { expectNothingRefused, goTo, patiently, test, violationsOf } from '../dashboard.ts';
import { partOf } from '../exact-names.ts';

test(
  'Routing is tried on a past payment, then saved, and the next payment follows it',
  runs,
  async ({ as, cardShop, graphqlAs, pay }) => {
    const second = await cardShop.sandbox({ connector_label: 'second' });
    const paymentId = await pay(1_500);
    const opened = await as('developer');
    const { page } = opened;
    await goTo(page, 'Connectors');
    await page.getByRole('button', { name: /^Change the routing of/ }).click();
    const dialog = page.getByRole('dialog', { name: /^Routing of/ });
    await dialog.getByRole('combobox', { name: 'Payments go' }).click();
    await page.getByRole('option', { name: 'By rules' }).click();
    await dialog.getByRole('button', { name: 'Add a rule' }).click();
    const rule = dialog.getByRole('group', { name: 'Rule 1' });
    await rule.getByLabel('Name').fill('euros');
    await rule.getByLabel('Value').fill('EUR');
    await rule.getByRole('combobox', { name: 'Accounts' }).click();
    await page.getByRole('option', { name: `second (${second})` }).click();
    await page.keyboard.press('Tab');
    await dialog.getByLabel('Try it on a payment').fill(paymentId);
    await dialog.getByRole('button', { name: 'Try' }).click();
    await dialog.getByText('Decided by rule 1, “euros”.').waitFor();
    const order = dialog.getByRole('list', { name: 'Accounts in order' }).getByRole('listitem');
    expect(await order.allTextContents()).toEqual([`second (${second})`]);
    await dialog.getByText(partOf(`Not asked: first (${cardShop.account}), not selected`)).waitFor();
    expect(await violationsOf(page)).toEqual([]);

    const routing = async () => {
      const { businessProfile } = await graphqlAs(cardShop.key).data(
        'query ($profileId: ID!) { businessProfile(profileId: $profileId) { routingAlgorithm } }',
        { profileId: cardShop.profileId },
      );
      return businessProfile.routingAlgorithm;
    };
    expect(await routing()).toBeNull();
    await dialog.getByRole('button', { name: 'Save the routing' }).click();
    await dialog.waitFor({ state: 'detached' });
    expect(await routing()).toMatchObject({ type: 'advanced', data: { rules: [{ name: 'euros' }] } });
    const table = page.getByRole('table', { name: 'Routing' });
    await expect.poll(() => table.textContent(), patiently).toContain('By rules');
    const { payment } = await graphqlAs(cardShop.key).data(
      'query ($paymentId: ID!) { payment(paymentId: $paymentId) { merchantConnectorId } }',
      { paymentId: await pay(1_600) },
    );
    expect(payment.merchantConnectorId).toBe(second);
    expectNothingRefused(opened);
  },
);

test(
  'Payouts and fraud checks are routed among the accounts that do them',
  runs,
  async ({ as, cardShop, graphqlAs }) => {
    const payouts = await cardShop.connector({
      connector_type: 'payout_processor',
      connector_label: 'payer',
    });
    const checks = await cardShop.connector({ connector_type: 'payment_vas', connector_label: 'checker' });
    const { page } = await as('owner');
    await goTo(page, 'Connectors');
    const choose = async (button: string, field: string, type: string, list: string, account: string) => {
      await page.getByRole('button', { name: `Change the ${button} of default` }).click();
      const dialog = page.getByRole('dialog');
      await dialog.getByRole('combobox', { name: field }).click();
      await page.getByRole('option', { name: type }).click();
      await dialog.getByRole('combobox', { name: list }).click();
      expect(await page.getByRole('option', { name: cardShop.account }).count()).toBe(0);
      await page.getByRole('option', { name: account }).click();
      await page.keyboard.press('Tab');
      await dialog.getByRole('button', { name: 'Save the routing' }).click();
      await dialog.waitFor({ state: 'detached' });
    };
    await choose('payout routing', 'Payouts go', 'In order', 'Accounts', `payer (${payouts})`);
    await choose('fraud checks', 'Fraud checks go', 'One account', 'Account', `checker (${checks})`);
    const { businessProfile } = await graphqlAs(cardShop.key).data(
      `query ($id: ID!) { businessProfile(profileId: $id) {
        payoutRoutingAlgorithm { type data } frmRoutingAlgorithm routingAlgorithm } }`,
      { id: cardShop.profileId },
    );
    expect(businessProfile).toEqual({
      payoutRoutingAlgorithm: { type: 'priority', data: [{ merchant_connector_id: payouts }] },
      frmRoutingAlgorithm: { type: 'single', data: { merchant_connector_id: checks } },
      routingAlgorithm: null,
    });
  },
);

test('An analyst sees the routing, and cannot change it', runs, async ({ as }) => {
  const { page } = await as('analyst');
  await goTo(page, 'Connectors');
  await page.getByRole('table', { name: 'Routing' }).getByText('Oldest account first').waitFor();
  expect(await page.getByRole('button', { name: /^Change the routing of/ }).count()).toBe(0);
});
