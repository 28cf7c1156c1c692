import { expect } from 'vitest';
import { consenting, consentOf } from '../../../kit/consent.ts';
import { cards, sandboxShop, setColumns } from '../../../kit/sandbox-shop.ts';
import { scriptedConnector } from '../../../kit/scripted-connector.ts';
import { test as base } from '../../../kit/test.ts';

const script = scriptedConnector();
const test = base
  .extend('serviceOptions', { scope: 'file' }, () => ({ connectors: [script.connector] }))
  .extend('shop', ({ service }) => sandboxShop(service))
  .extend('merchant', ({ service, shop }) => consentOf(service, shop))
  /** Routes every payment to one account. */
  .extend('routeTo', ({ service, shop }) => (account: string, values: object = {}) => {
    const single = { type: 'single', data: { connector: 'sandbox', merchant_connector_id: account } };
    const own = { merchant_id: shop.merchantId, profile_id: shop.profileId };
    return setColumns(service, 'business_profiles', own, { routing_algorithm: single, ...values });
  });

test('An off-session charge stays with the account that holds the mandate, whatever the routing', async ({
  merchant,
  routeTo,
  shop,
}) => {
  const customerId = await shop.customer();
  const first = await merchant.pay(consenting(customerId, cards.good));
  expect(first.merchantConnectorId).toBe(shop.account);
  const other = await shop.sandbox({ connector_label: 'second' });
  await routeTo(other);
  const charge = { customerId, mandateId: first.mandateId };
  expect(await merchant.pay(charge)).toMatchObject({
    status: 'succeeded',
    merchantConnectorId: shop.account,
  });
  const present = { customerId, paymentMethodId: first.paymentMethodId };
  expect(await merchant.pay(present)).toMatchObject({ merchantConnectorId: other });

  await routeTo(other, { is_connector_agnostic_mit_enabled: true });
  expect(await merchant.pay(charge)).toMatchObject({ status: 'succeeded', merchantConnectorId: other });
});

test('A charge whose mandate is at an ineligible account is refused with the reasons', async ({
  merchant,
  service,
  shop,
}) => {
  const customerId = await shop.customer();
  const first = await merchant.pay(consenting(customerId, cards.good));
  await shop.sandbox({ connector_label: 'second' });
  const own = { merchant_id: shop.merchantId, merchant_connector_id: shop.account };
  await setColumns(service, 'connector_accounts', own, { disabled: true });
  const { errors, userErrors } = await merchant.create({ customerId, mandateId: first.mandateId });
  expect([...errors, ...userErrors].map(({ message }) => message).join()).toContain(
    'second (does not hold the mandate)',
  );
});

test('An off-session charge requests no 3-D Secure, and an issuer that demands it declines', async ({
  merchant,
  shop,
}) => {
  const customerId = await shop.customer();
  const recurringEnabled = true;
  const good = await merchant.saveCard(customerId, cards.good, { recurringEnabled });
  const charge = { customerId, offSession: true, authenticationType: 'three_ds' };
  const charged = await merchant.pay({ ...charge, paymentMethodId: good });
  expect(charged).toMatchObject({ status: 'succeeded', attempts: [{ authenticationType: 'no_three_ds' }] });

  const challenged = await merchant.saveCard(customerId, cards.challenged, { recurringEnabled });
  const failed = await merchant.pay({ ...charge, paymentMethodId: challenged });
  expect(failed).toMatchObject({
    status: 'failed',
    errorCode: 'authentication_required',
    manualRetryAllowed: true,
    nextAction: null,
  });
  const present = await merchant.confirm(failed.paymentId, { offSession: false });
  expect(present.payload.payment).toMatchObject({ status: 'requires_customer_action' });
});

test('A connector that challenges an off-session charge fails the attempt', async ({
  merchant,
  service,
  shop,
}) => {
  const own = { merchant_id: shop.merchantId, merchant_connector_id: shop.account };
  await setColumns(service, 'connector_accounts', own, { connector_name: 'scripted' });
  script.respond('authorize', ({ idempotencyKey }) => ({
    kind: 'requires_action',
    connectorTransactionId: `txn_${idempotencyKey}`,
    action: { type: 'redirect', url: 'https://acs.example.com/challenge' },
  }));
  const customerId = await shop.customer();
  const paymentMethodId = await merchant.saveCard(customerId, cards.good, { recurringEnabled: true });
  const failed = await merchant.pay({ customerId, paymentMethodId, offSession: true });
  expect(failed).toMatchObject({
    status: 'failed',
    errorCode: 'authentication_required',
    nextAction: null,
    attempts: [{ status: 'failure', errorCode: 'authentication_required' }],
  });
  expect(script.requests.authorize).toMatchObject([
    { credential: { kind: 'stored', initiator: 'merchant' }, threeDs: false },
  ]);
  const text = 'select status, look_up_at from connector_calls where merchant_id = $1';
  const calls = await service.database.rows.query({ text, values: [shop.merchantId] }, null);
  expect(calls).toEqual([{ status: 'completed', look_up_at: null }]);
});
