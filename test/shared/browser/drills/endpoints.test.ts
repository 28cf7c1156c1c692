import { expect } from 'vitest';
import { runs } from '../chromium.ts';
import { expectNothingRefused, goTo, test, violationsOf } from '../dashboard.ts';

const URL_OF_HOOKS = 'https://shop.example/refunds';

test(
  'A person adds an endpoint for some events, tests, pauses, resumes and deletes it, and rotates its secret',
  runs,
  async ({ as, cardShop, graphqlAs, service }) => {
    const opened = await as('owner');
    const { page } = opened;
    // Setting the address requires a second factor.
    const proved = `update auth.sessions set second_factor_at = now() where user_id in
      (select person_id from team_members where merchant_id = $1)`;
    const touches = { reads: ['team_members'], writes: ['auth.sessions'] };
    await service.database.rows.query({ text: proved, values: [cardShop.merchantId], touches }, null);
    await goTo(page, 'Developers');
    await page.getByRole('button', { name: 'Add an endpoint' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('URL').fill(URL_OF_HOOKS);
    await dialog.getByRole('combobox', { name: 'Event types' }).click();
    for (const type of ['Refund failed', 'Refund succeeded']) {
      await page.getByRole('option', { name: type }).click();
    }
    await page.keyboard.press('Escape');
    expect(await violationsOf(page, { inDark: true })).toEqual([]);
    await dialog.getByRole('button', { name: 'Add' }).click();
    const shown = page.getByRole('dialog', { name: 'The signing secret' });
    const secret = await shown.locator('code').textContent();
    expect(secret).toMatch(/^\S{20,}$/);
    await shown.getByRole('button', { name: 'Done' }).click();

    const read = async () =>
      (
        await graphqlAs(cardShop.key).data(
          '{ webhookEndpoints(first: 5) { nodes { endpointId url disabled eventTypes previousSecretExpiresAt } } }',
          {},
        )
      ).webhookEndpoints.nodes;
    const [added] = await read();
    expect(added).toMatchObject({
      ...{ url: URL_OF_HOOKS, disabled: false, eventTypes: ['refund_failed', 'refund_succeeded'] },
      previousSecretExpiresAt: null,
    });
    const row = page.getByRole('table', { name: 'Additional endpoints' }).getByRole('row').nth(1);
    const command = async (name: string, confirm = name) => {
      await row.getByRole('button', { name: /^Change / }).click();
      await page.getByRole('menuitem', { name }).click();
      await dialog.getByRole('button', { name: confirm }).click();
    };
    await command('Send a test event');
    await dialog.waitFor({ state: 'detached' });
    const { webhookDeliveries } = await graphqlAs(cardShop.key).data(
      'query ($id: ID!) { webhookDeliveries(filter: { endpointId: { eq: $id } }) { nodes { event { test } } } }',
      { id: added.endpointId },
    );
    expect(webhookDeliveries.nodes).toEqual([{ event: { test: true } }]);
    await command('Pause');
    await row.getByText('Disabled').waitFor();
    expect((await read())[0].disabled).toBe(true);
    await command('Resume');
    await row.getByText('Healthy').waitFor();
    await command('Rotate the secret');
    await shown.waitFor();
    expect(await shown.locator('code').textContent()).not.toBe(secret);
    await shown.getByRole('button', { name: 'Done' }).click();
    expect((await read())[0].previousSecretExpiresAt).not.toBeNull();
    await row.getByRole('button', { name: `Change ${URL_OF_HOOKS}` }).click();
    await page.getByRole('menuitem', { name: 'Edit' }).click();
    await dialog.getByLabel('Description').fill('bookkeeping');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await row.getByText('bookkeeping').waitFor();
    await command('Delete');
    await row.waitFor({ state: 'detached' });
    expect(await read()).toEqual([]);
    expectNothingRefused(opened);
  },
);

test(
  'Members who may not change settings see no controls for endpoints',
  runs,
  async ({ as, cardShop, graphqlAs }) => {
    await graphqlAs(cardShop.key).mutate(
      'createWebhookEndpoint',
      { url: URL_OF_HOOKS, maskPersonalData: true },
      'webhookEndpoint { id }',
    );
    const { page } = await as('operator');
    await goTo(page, 'Developers');
    await page
      .getByRole('table', { name: 'Additional endpoints' })
      .getByText('https://shop.example/***')
      .waitFor();
    expect(await page.getByRole('button', { name: 'Add an endpoint' }).count()).toBe(0);
    expect(await page.getByRole('button', { name: `Change ${URL_OF_HOOKS}` }).count()).toBe(0);
  },
);
