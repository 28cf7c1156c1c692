import { expect } from 'vitest';
import { runs } from '../chromium.ts';
import { expectNothingRefused, goTo, test, violationsOf } from '../dashboard.ts';

test(
  'A person creates a key for one profile, and later changes its permissions, addresses and expiry',
  runs,
  async ({ as, cardShop, client, graphqlAs, pay }) => {
    const profileId = await cardShop.profile({ profile_name: 'second shop' });
    const elsewhere = await pay(1_000, { profileId: cardShop.profileId });
    const opened = await as('owner');
    const { page } = opened;
    await goTo(page, 'Developers');
    await page.getByRole('button', { name: 'Create a key' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Name').fill('second shop’s server');
    await dialog.getByRole('combobox', { name: 'Profile' }).click();
    await page.getByRole('option', { name: 'second shop' }).click();
    await dialog.getByRole('button', { name: 'Create' }).click();
    const shown = page.getByRole('dialog', { name: 'The new key' });
    const key = (await shown.locator('code').textContent())!;
    await shown.getByRole('button', { name: 'Done' }).click();
    const row = page.getByRole('table', { name: 'API keys' }).getByRole('row').filter({ hasText: 'server' });
    await row.getByText('second shop').waitFor();
    // It does not see other profiles' payments.
    expect((await client.get(`/payments/${elsewhere}`, { key })).status).toBe(404);
    expect((await client.get('/payments/list', { key })).status).toBe(200);

    await row.getByRole('button', { name: /^Edit/ }).click();
    const edit = page.getByRole('dialog', { name: /^Edit/ });
    await edit.getByLabel('Description').fill('runs in Dublin');
    await edit.getByLabel('Custom').check();
    expect(await edit.getByRole('button', { name: 'Save' }).isDisabled()).toBe(true);
    await edit.getByRole('combobox', { name: 'Permissions' }).click();
    await page.getByRole('option', { name: 'payments:read' }).click();
    await page.keyboard.press('Escape');
    expect(await violationsOf(page, { inDark: true })).toEqual([]);
    await edit.getByRole('button', { name: 'Save' }).click();
    await row.getByText('1 permission').waitFor();
    const { apiKeys } = await graphqlAs(cardShop.key).data(
      '{ apiKeys(first: 20) { nodes { name description permissions profileId allowedAddresses expiresAt } } }',
      {},
    );
    expect(apiKeys.nodes).toContainEqual({
      ...{ name: 'second shop’s server', description: 'runs in Dublin', profileId },
      ...{ permissions: ['PAYMENTS_READ'], allowedAddresses: [], expiresAt: expect.any(String) },
    });
    // The form suggests a year.
    const { expiresAt } = apiKeys.nodes.find(({ name }: { name: string }) => name === 'second shop’s server');
    const days = (Date.parse(expiresAt) - Date.now()) / (24 * 60 * 60_000);
    expect([days > 363, days < 368]).toEqual([true, true]);
    expect((await client.get('/payments/list', { key })).status).toBe(200);
    const refused = await client.post('/refunds', { key, body: { payment_id: elsewhere } });
    expect([refused.status, refused.body.error.code]).toEqual([403, 'not_permitted']);
    expectNothingRefused(opened);
  },
);
