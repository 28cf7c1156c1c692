import { expect } from 'vitest';
import { runs } from '../chromium.ts';
import { expectNothingRefused, goTo, patiently, test, violationsOf } from '../dashboard.ts';
import { partOf } from '../exact-names.ts';

test(
  'A person tests routing on a past payment and saves it, and the next payment follows it',
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
    await dialog.getByText(partOf(`Not tried: first (${cardShop.account}), not selected`)).waitFor();
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
  'A rule with shares is edited, warned about and saved, and keeps payments sticky where configured',
  runs,
  async ({ as, cardShop, graphqlAs }) => {
    const euros = await cardShop.sandbox({
      connector_label: 'euros',
      payment_methods_enabled: [
        { payment_method: 'card', accepted_currencies: { type: 'enable_only', list: ['EUR'] } },
      ],
    });
    const share = (id: string, split: number) => ({ split, connector: { merchant_connector_id: id } });
    const rule = {
      name: 'dollars',
      conditions: [{ field: 'currency', comparison: 'equal', value: 'USD' }],
      volume_split: [share(cardShop.account, 70), share(euros, 30)],
    };
    const graphql = graphqlAs(cardShop.key);
    const { profileId } = cardShop;
    const routingAlgorithm = { type: 'advanced', data: { rules: [rule], default: [] } };
    await graphql.mutate('updateBusinessProfile', { profileId, routingAlgorithm }, 'businessProfile { id }');
    const { page } = await as('developer');
    await goTo(page, 'Connectors');
    await page.getByRole('button', { name: /^Change the routing of/ }).click();
    const dialog = page.getByRole('dialog', { name: /^Routing of/ });
    await dialog.getByText(`Rule 1: euros (${euros}): does not accept USD.`).waitFor();
    const save = dialog.getByRole('button', { name: 'Save the routing' });
    const first = dialog.getByLabel(`Share of first (${cardShop.account})`);
    expect(await first.inputValue()).toBe('70%');
    await first.fill('60');
    await dialog.getByText('The shares add up to 90%. They must add up to 100%.').waitFor();
    expect(await save.isDisabled()).toBe(true);
    await dialog.getByLabel(`Share of euros (${euros})`).fill('40');
    await dialog.getByLabel('Refuse payments that none of these accounts can process').check();
    await dialog.getByRole('button', { name: 'Try' }).waitFor();
    await save.click();
    await dialog.waitFor({ state: 'detached' });
    const { businessProfile } = await graphql.data(
      'query ($profileId: ID!) { businessProfile(profileId: $profileId) { routingAlgorithm } }',
      { profileId },
    );
    expect(businessProfile.routingAlgorithm).toMatchObject({
      fallback: 'none',
      data: { rules: [{ volume_split: [share(cardShop.account, 60), share(euros, 40)] }] },
    });
  },
);

test(
  'Payouts and fraud checks are routed among the accounts that support them',
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

test('An analyst sees the routing but cannot change it', runs, async ({ as }) => {
  const { page } = await as('analyst');
  await goTo(page, 'Connectors');
  await page.getByRole('table', { name: 'Routing' }).getByText('Oldest account first').waitFor();
  expect(await page.getByRole('button', { name: /^Change the routing of/ }).count()).toBe(0);
});
