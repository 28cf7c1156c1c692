import { expect } from 'vitest';
import { mutate } from '../../kit/mutate.ts';
import { sandboxShop, setColumns } from '../../kit/sandbox-shop.ts';
import { scriptedConnector } from '../../kit/scripted-connector.ts';
import { test as base } from '../../kit/test.ts';

const script = scriptedConnector();
const collected: unknown[] = [];
const wallets = [{ payment_method: 'wallet', payment_method_types: ['apple_pay'] }];
const billing = ['name', 'postalAddress'];
const shipping = ['name', 'postalAddress', 'phone', 'email'];
const selection = `sessionTokens { sessionToken {
  connector walletName requiredBillingContactFields requiredShippingContactFields
} }`;

const test = base
  .extend('serviceOptions', { scope: 'file' }, () => ({
    connectors: [
      {
        ...script.connector,
        abilities: new Set([...script.connector.abilities, 'session_token' as const]),
        walletDetails: new Set(['shipping'] as const),
        sessionToken: async (_access: unknown, { wallet, collect }: { wallet: string; collect: unknown }) => {
          collected.push(collect);
          return { walletName: wallet, delayed: false };
        },
      },
    ],
  }))
  .extend('shop', ({ service }) => sandboxShop(service))
  .extend('ask', ({ service, shop }) => async (settings: object, connector = 'sandbox') => {
    await shop.connector({ connector_name: connector, payment_methods_enabled: wallets, test_mode: true });
    await setColumns(
      service,
      'business_profiles',
      { profile_id: shop.profileId },
      { always_collect_billing_details_from_wallet_connector: false, ...settings },
    );
    const paymentId = await shop.open({ client_secret: 'pay_1_secret_abc' });
    const { payload, text } = await mutate(
      service,
      shop.publishableKey,
      'createSessionTokens',
      { paymentId, clientSecret: 'pay_1_secret_abc' },
      selection,
    );
    expect(payload, text).not.toBeNull();
    return payload.sessionTokens.sessionToken.at(-1);
  });

test('Without a setting a wallet collects nothing', async ({ ask }) => {
  expect(await ask({})).toEqual({
    connector: 'sandbox',
    walletName: 'apple_pay',
    requiredBillingContactFields: [],
    requiredShippingContactFields: [],
  });
});

test('always_collect_… makes a wallet collect the details, whether the connector needs them or not', async ({
  ask,
}) => {
  const settings = {
    always_collect_billing_details_from_wallet_connector: true,
    always_collect_shipping_details_from_wallet_connector: true,
  };
  expect(await ask(settings)).toMatchObject({
    requiredBillingContactFields: billing,
    requiredShippingContactFields: shipping,
  });
});

test('collect_… makes a wallet collect only details that its connector needs, and passes them on', async ({
  ask,
}) => {
  const settings = {
    collect_billing_details_from_wallet_connector: true,
    collect_shipping_details_from_wallet_connector: true,
  };
  // The sandbox requires the billing address.
  expect(await ask(settings)).toMatchObject({
    requiredBillingContactFields: billing,
    requiredShippingContactFields: [],
  });
  expect(await ask(settings, 'scripted')).toMatchObject({
    connector: 'scripted',
    requiredBillingContactFields: [],
    requiredShippingContactFields: shipping,
  });
  expect(collected.at(-1)).toEqual({ billing: false, shipping: true });
});
