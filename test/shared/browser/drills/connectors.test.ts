import { expect } from 'vitest';
import { setColumns } from '../../../kit/sandbox-shop.ts';
import { runs } from '../chromium.ts';
import { expectNothingRefused, goTo, patiently, test, violationsOf } from '../dashboard.ts';
import { partOf } from '../exact-names.ts';

test(
  'A test payment uses the connector account it is sent from and arrives in the list',
  runs,
  async ({ as, cardShop, graphqlAs }) => {
    const second = await cardShop.sandbox({ connector_label: 'second' });
    const live = await cardShop.connector({ connector_name: 'stripe', test_mode: false });
    const opened = await as('operator');
    const { page } = opened;
    await goTo(page, 'Connectors');
    const accounts = page.getByRole('table', { name: 'Accounts' });
    await accounts.getByRole('row').filter({ hasText: live }).getByText(partOf('Live account')).waitFor();
    await page.getByRole('button', { name: `Send a test payment through ${second}` }).click();
    const dialog = page.getByRole('dialog', { name: 'Send a test payment' });
    await dialog.getByText(partOf(`only through ${second}`)).waitFor();
    expect(await violationsOf(page)).toEqual([]);
    await dialog.getByRole('button', { name: 'Send' }).click();
    const outcome = page.getByRole('dialog', { name: 'Test payment' });
    await outcome.getByText('Succeeded').waitFor();
    expect(await violationsOf(page)).toEqual([]);
    const link = outcome.getByRole('link');
    const paymentId = (await link.textContent())!;
    await link.click();
    await page.getByRole('heading', { name: partOf(paymentId), level: 1 }).waitFor();
    const { payment } = await graphqlAs(cardShop.key).data(
      'query ($paymentId: ID!) { payment(paymentId: $paymentId) { merchantConnectorId amount currency } }',
      { paymentId },
    );
    expect(payment).toEqual({ merchantConnectorId: second, amount: 100, currency: 'EUR' });
    await goTo(page, 'Payments');
    await page
      .getByRole('table', { name: 'Payments' })
      .getByRole('link', { name: partOf(paymentId) })
      .waitFor();
    expectNothingRefused(opened);
  },
);

test('Members who may not create payments see no test payment button', runs, async ({ as }) => {
  const { page } = await as('analyst');
  await goTo(page, 'Connectors');
  await page.getByRole('table', { name: 'Accounts' }).getByText('Reachable').waitFor();
  expect(await page.getByRole('button', { name: /^Send a test payment/ }).count()).toBe(0);
});

test(
  'An unreachable account shows an open circuit and needs attention',
  runs,
  async ({ as, cardShop, pay, service }) => {
    const of = { merchant_connector_id: cardShop.account };
    await setColumns(service, 'connector_accounts', of, { metadata: { down: true } });
    for (let i = 0; i < 5; i += 1) await pay(1_000);
    const opened = await as('operator');
    const { page } = opened;
    const need = page.getByRole('link', { name: /is unreachable: circuit open$/ });
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
        await page.getByRole('dialog').getByRole('button', { name: 'Send' }).click();
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

test(
  "An account added in the dashboard receives its connector's webhooks and can be changed later",
  runs,
  async ({ as, cardShop, graphqlAs, service }) => {
    const profileId = await cardShop.profile({ profile_name: 'second shop' });
    const opened = await as('owner');
    const { page } = opened;
    await goTo(page, 'Connectors');
    await page.getByRole('button', { name: 'Add an account' }).click();
    const dialog = page.getByRole('dialog', { name: 'Add an account' });
    const choose = async (field: string, option: string) => {
      await dialog.getByRole('combobox', { name: field }).click();
      await page.getByRole('option', { name: option }).click();
    };
    await choose('Connector', 'stripe');
    await dialog.getByRole('button', { name: 'Add' }).isDisabled();
    await choose('Connector', 'sandbox');
    await choose('Profile', 'second shop');
    await dialog.getByLabel('Label').fill('whole');
    await dialog.getByLabel('Webhook secret').fill('whsec_of_the_sandbox');
    await choose('Methods', 'Card');
    await page.keyboard.press('Tab');
    await dialog.getByLabel('Currencies').fill('eur');
    expect(await violationsOf(page, { inDark: true })).toEqual([]);
    const keys = await dialog.locator('input[required]').all();
    for (const key of keys) await key.fill('sandbox_key_1234');
    await dialog.getByRole('button', { name: 'Add' }).click();
    const next = page.getByRole('dialog', { name: 'One more step at the connector' });
    const url = await next.locator('code').textContent();
    expect(await violationsOf(page)).toEqual([]);
    await next.getByRole('button', { name: 'Done' }).click();
    const fields = `merchantConnectorId profileId connectorType connectorLabel webhookUrl
      connectorWebhookDetails { merchantSecret additionalSecret }
      connectorAccountDetails { connectorAccountDetails }
      paymentMethodsEnabled { paymentMethod recurringEnabled acceptedCurrencies { type list } }`;
    const read = async () => {
      const { connectorAccounts } = await graphqlAs(cardShop.key).data(
        `{ connectorAccounts(first: 50) { nodes { ${fields} } } }`,
        {},
      );
      return connectorAccounts.nodes.find(
        (one: { connectorLabel: string }) => one.connectorLabel === 'whole',
      );
    };
    const added = await read();
    expect(added).toMatchObject({
      ...{ profileId, connectorType: 'payment_processor', webhookUrl: url },
      connectorWebhookDetails: { merchantSecret: expect.stringMatching(/^wh.*ox$/), additionalSecret: null },
      paymentMethodsEnabled: [
        {
          ...{ paymentMethod: 'card', recurringEnabled: true },
          acceptedCurrencies: { type: 'enable_only', list: ['EUR'] },
        },
      ],
    });
    const path = `/webhooks/${cardShop.merchantId}/${added.merchantConnectorId}`;
    expect(new URL(url!).pathname).toBe(path);
    // The service accepts only signed webhooks at the address.
    const unsigned = await fetch(service.url + path, { method: 'POST', body: '{}' });
    expect(unsigned.status).toBeGreaterThanOrEqual(400);

    await page.getByRole('button', { name: `Edit ${added.merchantConnectorId}` }).click();
    const edit = page.getByRole('dialog', { name: 'Edit whole' });
    await edit.getByText(url!).waitFor();
    await edit.getByLabel('Second webhook secret').fill('another_secret');
    await edit.getByRole('button', { name: 'Save' }).click();
    await edit.waitFor({ state: 'detached' });
    const changed = await read();
    expect(changed).toEqual({
      ...added,
      connectorWebhookDetails: {
        merchantSecret: added.connectorWebhookDetails.merchantSecret,
        additionalSecret: expect.stringMatching(/^an.*et$/),
      },
    });
    expectNothingRefused(opened);
  },
);

test(
  'An account’s page shows its methods, its health and its deletion',
  runs,
  async ({ as, cardShop, graphqlAs }) => {
    const second = await cardShop.sandbox({ connector_label: 'second' });
    const opened = await as('owner');
    const { page } = opened;
    await goTo(page, 'Connectors');
    await page.getByRole('link', { name: 'second (sandbox)' }).click();
    await page.getByRole('heading', { name: partOf(second), level: 1 }).waitFor();
    await page.getByText('Reachable').waitFor();
    expect(await violationsOf(page, { inDark: true })).toEqual([]);
    await page.getByRole('button', { name: 'Change: Methods' }).click();
    const dialog = page.getByRole('dialog', { name: 'Change: Methods' });
    const before = await dialog.getByRole('button', { name: /^Remove methods/ }).count();
    for (let i = before; i > 0; i -= 1) {
      await dialog.getByRole('button', { name: `Remove methods ${i}` }).click();
    }
    await dialog.getByRole('button', { name: 'Add to methods' }).click();
    expect(await dialog.getByRole('button', { name: 'Save' }).isDisabled()).toBe(true);
    const choose = async (field: string, option: string) => {
      await dialog.getByRole('combobox', { name: field }).click();
      await page.getByRole('option', { name: option }).click();
    };
    await choose('Payment method', 'Card');
    const currencies = dialog.getByRole('group', { name: 'Accepted currencies' });
    await currencies.getByRole('combobox', { name: 'Which' }).click();
    await page.getByRole('option', { name: 'Enable only' }).click();
    await currencies.getByLabel('Codes').fill('EUR');
    await page.keyboard.press('Enter');
    const countries = dialog.getByRole('group', { name: 'Accepted countries' });
    await countries.getByRole('combobox', { name: 'Which' }).click();
    await page.getByRole('option', { name: 'Disable only' }).click();
    await countries.getByLabel('Codes').fill('US');
    await page.keyboard.press('Enter');
    await dialog.getByLabel('Card networks').fill('Visa');
    await page.keyboard.press('Enter');
    await dialog.getByLabel(partOf('Maximum amount')).fill('50000');
    expect(await violationsOf(page)).toEqual([]);
    await dialog.getByRole('button', { name: 'Save' }).click();
    await dialog.waitFor({ state: 'detached' });
    const read = async () =>
      (
        await graphqlAs(cardShop.key).data(
          `query ($id: ID!) { connectorAccount(merchantConnectorId: $id) { paymentMethodsEnabled {
            paymentMethod paymentSchemes minimumAmount maximumAmount
            acceptedCurrencies { type list } acceptedCountries { type list } } } }`,
          { id: second },
        )
      ).connectorAccount;
    expect((await read()).paymentMethodsEnabled).toEqual([
      {
        ...{ paymentMethod: 'card', paymentSchemes: ['Visa'], minimumAmount: null, maximumAmount: 50_000 },
        acceptedCurrencies: { type: 'enable_only', list: ['EUR'] },
        acceptedCountries: { type: 'disable_only', list: ['US'] },
      },
    ]);
    await page.getByRole('button', { name: 'Delete' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
    await page.getByRole('heading', { name: 'Connectors', level: 1 }).waitFor();
    expect(await read()).toBeNull();
    expectNothingRefused(opened);
  },
);

test("One connector's failures are not shown for another", runs, async ({ as }) => {
  const { page } = await as('owner');
  await goTo(page, 'Connectors');
  await page.getByRole('button', { name: 'Add an account' }).click();
  const dialog = page.getByRole('dialog', { name: 'Add an account' });
  await page.route('**/graphql', (route) =>
    route.request().postData()?.includes('CreateConnectorAccount')
      ? route.fulfill({ status: 503, body: 'no' })
      : route.continue(),
  );
  for (const key of await dialog.locator('input[required]').all()) await key.fill('sandbox_key_1234');
  await dialog.getByRole('button', { name: 'Add' }).click();
  await dialog.getByRole('alert').waitFor();
  await dialog.getByRole('combobox', { name: 'Connector' }).click();
  await page.getByRole('option').last().click();
  await expect.poll(() => dialog.getByRole('alert').count(), patiently).toBe(0);
});

test(
  'An account shows whether its webhooks arrive, and can be tested',
  runs,
  async ({ as, cardShop, service }) => {
    await setColumns(
      service,
      'connector_accounts',
      { merchant_connector_id: cardShop.account },
      { connector_webhook_details: null },
    );
    const opened = await as('developer');
    const { page } = opened;
    await page.goto(`${service.url}/dashboard/connectors/${cardShop.account}`);
    await page.getByText('None yet').waitFor();
    await page.getByRole('button', { name: 'Test webhook' }).click();
    await page
      .getByRole('alert')
      .getByText('Arrived, but refused: The connector account has no webhook secret.')
      .waitFor();
    await page
      .getByText(/: The connector account has no webhook secret\.$/)
      .last()
      .waitFor();
    expect(await violationsOf(page, { inDark: true })).toEqual([]);
    await page.getByRole('button', { name: 'Edit' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Webhook secret').fill('whsec_of_the_shop');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await dialog.waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Test webhook' }).click();
    await page.getByRole('alert').getByText('It arrived, and its signature is valid.').waitFor();
    expectNothingRefused(opened);
  },
);

test(
  'An account’s name links to its page, and its row links to its payments',
  runs,
  async ({ as, cardShop }) => {
    const accounts = [
      await cardShop.sandbox({ connector_type: 'payout_processor', connector_label: 'one' }),
      await cardShop.sandbox({ connector_type: 'payout_processor', connector_label: 'other' }),
    ];
    const [own] = [
      await cardShop.payout({ merchant_connector_id: accounts[0] }),
      await cardShop.payout({ merchant_connector_id: accounts[1] }),
      await cardShop.payout({ merchant_connector_id: accounts[1] }),
    ];
    const { page } = await as('owner');
    await goTo(page, 'Connectors');
    const row = page
      .getByRole('table', { name: 'Accounts' })
      .getByRole('row', { name: partOf(accounts[0]!) });
    await row.getByRole('link', { name: 'Payouts' }).click();
    await page.getByText('1 payout').waitFor();
    await page
      .getByRole('table', { name: 'Payouts' })
      .getByRole('link', { name: partOf(own!) })
      .waitFor();
    await page.goBack();
    await row.getByRole('link', { name: 'one (sandbox)' }).click();
    await page.getByRole('heading', { name: partOf(accounts[0]!), level: 1 }).waitFor();
  },
);
