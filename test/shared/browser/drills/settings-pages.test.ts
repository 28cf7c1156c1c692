import { expect } from 'vitest';
import { overflowOf, phone, runs } from '../chromium.ts';
import { expectNothingRefused, followTo, goTo, test, violationsOf } from '../dashboard.ts';
import { partOf } from '../exact-names.ts';

test(
  'An owner creates a profile, sets what it needs group by group, and deletes it',
  runs,
  async ({ as, cardShop, graphqlAs }) => {
    const opened = await as('owner');
    const { page } = opened;
    await goTo(page, 'Settings');
    await page.getByRole('button', { name: 'Create a profile' }).click();
    const creating = page.getByRole('dialog', { name: 'Create a business profile' });
    await creating.getByLabel('Name').fill('EU_shoes');
    await creating.getByRole('button', { name: 'Create' }).click();
    await page.getByRole('heading', { name: partOf('EU_shoes'), level: 1 }).waitFor();
    const profileId = new URL(page.url()).pathname.split('/').at(-1)!;
    expect(await violationsOf(page, { inDark: true })).toEqual([]);

    const change = async (group: string, fill: () => Promise<void>) => {
      await page.getByRole('button', { name: `Change: ${group}` }).click();
      await fill();
      expect(await violationsOf(page)).toEqual([]);
      await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
      await page.getByRole('dialog').waitFor({ state: 'detached' });
    };
    const dialog = page.getByRole('dialog');
    await change('Retries', async () => {
      await dialog.getByLabel('Automatic retries').check();
      await dialog.getByLabel('Maximum retries').fill('3');
    });
    await change('Card testing', async () => {
      await dialog.getByRole('combobox', { name: 'Block by card and IP address' }).click();
      await page.getByRole('option', { name: 'Enabled' }).click();
      await dialog.getByLabel('Declines per card and IP address').fill('4');
    });
    await change('Payment links', async () => {
      await dialog.getByLabel('Seller name').fill('Shoes by Acme');
      await dialog.getByLabel('Allowed domains').fill('shop.example.com');
      await page.keyboard.press('Enter');
      await dialog.getByLabel('Form style rules').fill('{"body": {"fontSize": "15px"');
      expect(await dialog.getByRole('button', { name: 'Save' }).isDisabled()).toBe(true);
      await dialog.getByLabel('Form style rules').fill('{"body": {"fontSize": "15px"}}');
    });
    const fields = `isAutoRetriesEnabled maxAutoRetriesEnabled returnUrl
      cardTestingGuardConfig { cardIpBlockingStatus cardIpBlockingThreshold }
      paymentLinkConfig { sellerName allowedDomains sdkUiRules }`;
    const read = async () =>
      (
        await graphqlAs(cardShop.key).data(
          `query ($id: ID!) { businessProfile(profileId: $id) { ${fields} } }`,
          {
            id: profileId,
          },
        )
      ).businessProfile;
    expect(await read()).toEqual({
      ...{ isAutoRetriesEnabled: true, maxAutoRetriesEnabled: 3, returnUrl: null },
      cardTestingGuardConfig: { cardIpBlockingStatus: 'enabled', cardIpBlockingThreshold: 4 },
      paymentLinkConfig: {
        ...{ sellerName: 'Shoes by Acme', allowedDomains: ['shop.example.com'] },
        sdkUiRules: { body: { fontSize: '15px' } },
      },
    });
    // What is emptied is taken away, and what was not touched stays.
    await change('Payment links', async () => dialog.getByLabel('Form style rules').fill(''));
    expect((await read()).paymentLinkConfig).toMatchObject({ sellerName: 'Shoes by Acme', sdkUiRules: null });

    await page.getByRole('button', { name: 'Delete' }).click();
    await dialog.getByRole('button', { name: 'Delete' }).click();
    await page.getByRole('heading', { name: 'Settings', level: 1 }).waitFor();
    expect(await read()).toBeNull();
    expectNothingRefused(opened);
  },
);

test(
  'A person changes the merchant account’s settings in place, on a phone too',
  runs,
  async ({ as, cardShop, graphqlAs }) => {
    const other = await cardShop.profile({ profile_name: 'other shop' });
    const { page } = await as('admin', phone);
    await followTo(page, '/dashboard/settings');
    await page.getByRole('button', { name: 'Change: Business' }).click();
    const dialog = page.getByRole('dialog', { name: 'Change: Business' });
    await dialog.getByRole('combobox', { name: 'Default profile' }).click();
    await page.getByRole('option', { name: 'other shop' }).click();
    await dialog.getByLabel('Website').fill('https://shop.example');
    expect(await overflowOf(page)).toBeLessThanOrEqual(0);
    await dialog.getByRole('button', { name: 'Save' }).click();
    await dialog.waitFor({ state: 'detached' });
    await page.getByText('other shop (default)').waitFor();
    const { merchantAccount } = await graphqlAs(cardShop.key).data(
      'query ($id: ID!) { merchantAccount(merchantId: $id) { defaultProfile merchantDetails { website } } }',
      { id: cardShop.merchantId },
    );
    expect(merchantAccount).toEqual({
      defaultProfile: other,
      merchantDetails: { website: 'https://shop.example' },
    });
  },
);

test(
  'Members who may not change settings can read them, without personal data unless permitted',
  runs,
  async ({ as, cardShop, graphqlAs }) => {
    const { page: developers } = await as('developer');
    await followTo(developers, `/dashboard/settings/${cardShop.profileId}`);
    await developers.getByRole('heading', { name: partOf(cardShop.profileId), level: 1 }).waitFor();
    await developers.getByRole('button', { name: 'Change: Webhooks' }).click();
    const dialog = developers.getByRole('dialog', { name: 'Change: Webhooks' });
    await dialog.getByLabel('Webhook URL').fill('https://shop.example/hooks');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await dialog.waitFor({ state: 'detached' });
    const { businessProfile } = await graphqlAs(cardShop.key).data(
      'query ($id: ID!) { businessProfile(profileId: $id) { webhookDetails { webhookUrl maskPersonalData } } }',
      { id: cardShop.profileId },
    );
    expect(businessProfile.webhookDetails).toEqual({
      ...{ webhookUrl: 'https://shop.example/hooks', maskPersonalData: true },
    });
  },
);
