import { mutate } from '../kit/mutate.ts';
import { type Asked, CVC, fresh, INVALID, NONE, STATE, TAKEN, type Values, type Write } from './write.ts';
import {
  cardInput,
  disputeOf,
  gsmInput,
  mandateOf,
  openPayment,
  openPayout,
  profileThatTakesCards,
  profileWithEndpoint,
  savedCard,
} from './write-objects.ts';

const graphql = (name: string, selection: string, ask: Write['ask'], admin = false): Write => ({
  name,
  admin,
  ask,
  send: async (service, key, { input }, idempotencyKey) => {
    const { userErrors, errors, headers, text } = await mutate(
      service,
      key,
      name,
      { ...input, idempotencyKey },
      selection,
    );
    const [refusal] = [...userErrors, ...errors.map(({ extensions }) => extensions)];
    return {
      code: refusal?.code ?? null,
      param: refusal?.param ?? null,
      replayed: headers.get('idempotency-replayed') === 'true',
      text,
    };
  },
});

/** A change of an object, through GraphQL. */
const changeInput = (name: string, id: string, input: Values, other: Values): Asked => ({
  input: { [name]: id, ...input },
  other: { [name]: id, ...input, ...other },
  refused: [{ input: { [name]: 'none', ...input }, code: NONE }],
});

const ofPayment = 'payment { paymentId status amount clientSecret metadata }';
const ofPayout = 'payout { payoutId status amount clientSecret metadata }';
const ofCustomer = 'customer { customerId name metadata }';
const ofMethod = 'paymentMethod { paymentMethodId status card { nickName } }';
const ofProfile = 'businessProfile { profileId profileName paymentResponseHashKey }';
const ofAccount = 'connectorAccount { merchantConnectorId connectorLabel }';
const ofMapping = 'errorMapping { connector code decision }';
const ofDispute = 'dispute { disputeId disputeStatus }';
const ofRefund = 'refund { refundId status amount reason }';
const ofMerchant = 'merchantAccount { merchantId merchantName publishableKey }';
const ofDelivery = 'webhookDelivery { deliveryId eventId status redelivery }';
const ofKey = 'apiKey { keyId name prefix } secret';

export const graphqlWrites: readonly Write[] = [
  graphql('createApiKey', ofKey, async () => ({
    input: { name: 'one' },
    other: { name: 'two' },
    refused: [{ input: { name: 'x'.repeat(300) }, code: INVALID }],
  })),
  graphql('revokeApiKey', 'apiKey { keyId revokedAt }', async (shop) => {
    const [keyId, another] = [fresh('key'), fresh('key')];
    await shop.apiKey({ key_id: keyId });
    await shop.apiKey({ key_id: another });
    return {
      input: { keyId },
      other: { keyId: another },
      refused: [{ input: { keyId: 'none' }, code: NONE }],
    };
  }),
  graphql('createBusinessProfile', ofProfile, async (shop) => ({
    input: { profileName: fresh('profile') },
    other: { profileName: fresh('profile') },
    refused: [{ input: { profileName: 'x', profileId: shop.profileId }, code: TAKEN }],
  })),
  graphql('updateBusinessProfile', ofProfile, async (shop) =>
    changeInput(
      'profileId',
      await shop.profile({ profile_name: fresh('p') }),
      { sessionExpiry: 900 },
      { sessionExpiry: 901 },
    ),
  ),
  graphql('createConnectorAccount', ofAccount, async (shop) => {
    const input = {
      connectorType: 'payment_processor',
      connectorName: 'sandbox',
      connectorLabel: fresh('label'),
      profileId: shop.profileId,
      connectorAccountDetails: { connectorAccountDetails: { api_key: 'secret' } },
    };
    return {
      input,
      other: { ...input, disabled: true },
      refused: [{ input: { ...input, merchantConnectorId: shop.account }, code: TAKEN }],
    };
  }),
  graphql('updateConnectorAccount', ofAccount, async (shop) =>
    changeInput(
      'merchantConnectorId',
      await shop.connector({ connector_label: fresh('l') }),
      { metadata: { a: 1 } },
      { metadata: { b: 1 } },
    ),
  ),
  graphql('createCustomer', ofCustomer, async (shop) => ({
    input: { name: 'Alice' },
    other: { name: 'Bob' },
    refused: [{ input: { customerId: await shop.customer() }, code: TAKEN }],
  })),
  graphql('updateCustomer', ofCustomer, async (shop) =>
    changeInput('customerId', await shop.customer(), { name: 'Alice' }, { name: 'Bob' }),
  ),
  graphql('acceptDispute', ofDispute, async (shop) => {
    const [disputeId, another] = [await disputeOf(shop), await disputeOf(shop)];
    return {
      input: { disputeId },
      other: { disputeId: another },
      refused: [{ input: { disputeId: 'none' }, code: NONE }],
    };
  }),
  graphql('challengeDispute', ofDispute, async (shop) =>
    changeInput('disputeId', await disputeOf(shop), { evidence: 'Signed for.' }, { evidence: 'Seen.' }),
  ),
  graphql(
    'createErrorMapping',
    ofMapping,
    async () => {
      const input = gsmInput();
      return {
        input,
        other: { ...input, decision: 'requeue' },
        refused: [{ input: { ...input, code: 'x'.repeat(300) }, code: INVALID }],
      };
    },
    true,
  ),
  graphql(
    'createMerchantAccount',
    ofMerchant,
    async (shop) => {
      const merchantId = fresh('acme');
      return {
        input: { merchantId },
        other: { merchantId, merchantName: 'Acme' },
        refused: [{ input: { merchantId: shop.merchantId }, code: TAKEN }],
      };
    },
    true,
  ),
  graphql('updateMerchantAccount', ofMerchant, async (shop) =>
    changeInput('merchantId', shop.merchantId, { merchantName: fresh('Acme') }, { merchantName: 'Other' }),
  ),
  graphql('savePaymentMethod', ofMethod, async (shop) => {
    const input = { customerId: await shop.customer(), paymentMethod: 'card', card: cardInput };
    return {
      input,
      other: { ...input, recurringEnabled: true },
      refused: [{ input: { ...input, customerId: 'none' }, code: NONE }],
    };
  }),
  graphql('updatePaymentMethod', ofMethod, async (shop) =>
    changeInput(
      'paymentMethodId',
      await savedCard(shop),
      { card: { nickName: 'A' } },
      { card: { nickName: 'B' } },
    ),
  ),
  graphql('deletePaymentMethod', ofMethod, async (shop) => {
    const [paymentMethodId, another] = [await savedCard(shop), await savedCard(shop)];
    return {
      input: { paymentMethodId },
      other: { paymentMethodId: another },
      refused: [{ input: { paymentMethodId: 'none' }, code: NONE }],
    };
  }),
  graphql('revokeMandate', 'mandate { mandateId status }', async (shop) => {
    const [mandateId, another] = [await mandateOf(shop), await mandateOf(shop)];
    return {
      input: { mandateId },
      other: { mandateId: another },
      refused: [{ input: { mandateId: 'none' }, code: NONE }],
    };
  }),
  graphql('createPayment', ofPayment, async (shop) => {
    const input = {
      amount: 100,
      currency: 'USD',
      profileId: shop.profileId,
      paymentMethodData: { card: { ...cardInput, cardCvc: CVC } },
    };
    return {
      input,
      other: { ...input, amount: 101 },
      refused: [
        { input: { ...input, currency: 'XXQ' }, code: INVALID },
        { input: { ...input, customerId: 'none' }, code: NONE },
      ],
    };
  }),
  graphql('updatePayment', ofPayment, async (shop) => {
    const asked = changeInput('paymentId', await openPayment(shop), { amount: 5 }, { amount: 6 });
    const done = await shop.payment();
    return { ...asked, refused: [...asked.refused, { input: { paymentId: done, amount: 5 }, code: STATE }] };
  }),
  graphql('confirmPayment', ofPayment, async (shop) => {
    const profile_id = await profileThatTakesCards(shop);
    const paymentId = await openPayment(shop, { profile_id });
    const input = { paymentId, paymentMethodData: { card: cardInput } };
    return {
      input,
      other: { ...input, metadata: { other: 1 } },
      refused: [{ input: { paymentId }, code: 'missing_parameter' }],
    };
  }),
  graphql('capturePayment', ofPayment, async (shop) => {
    const through = {
      connector: 'scripted',
      merchant_connector_id: shop.account,
      connector_transaction_id: fresh('txn'),
    };
    const paymentId = await openPayment(shop, {
      status: 'requires_capture',
      amount_capturable: 1000,
      attempt_count: 1,
      ...through,
    });
    await shop.attempt(paymentId, { attempt_id: `${paymentId}_1`, status: 'authorized', ...through });
    return {
      input: { paymentId, amount: 1000 },
      other: { paymentId, amount: 500 },
      refused: [{ input: { paymentId: await openPayment(shop) }, code: STATE }],
    };
  }),
  graphql('cancelPayment', ofPayment, async (shop) =>
    changeInput(
      'paymentId',
      await openPayment(shop),
      { cancellationReason: 'A' },
      { cancellationReason: 'B' },
    ),
  ),
  graphql('createPayout', ofPayout, async ({ profileId }) => ({
    input: { amount: 100, currency: 'USD', profileId },
    other: { amount: 101, currency: 'USD', profileId },
    refused: [{ input: { amount: 100, currency: 'XXQ', profileId }, code: INVALID }],
  })),
  graphql('updatePayout', ofPayout, async (shop) =>
    changeInput('payoutId', await openPayout(shop), { amount: 5 }, { amount: 6 }),
  ),
  graphql('cancelPayout', ofPayout, async (shop) => {
    const [payoutId, another] = [await openPayout(shop), await openPayout(shop)];
    return {
      input: { payoutId },
      other: { payoutId: another },
      refused: [{ input: { payoutId: 'none' }, code: NONE }],
    };
  }),
  graphql('createRefund', ofRefund, async (shop) => {
    const { paymentId } = await shop.paid();
    return {
      input: { paymentId, amount: 100 },
      other: { paymentId, amount: 200 },
      refused: [{ input: { paymentId, amount: 100_000 }, code: 'amount_exceeds_available' }],
    };
  }),
  graphql('updateRefund', ofRefund, async (shop) => {
    const { paymentId } = await shop.paid();
    return changeInput('refundId', await shop.refund(paymentId), { reason: 'A' }, { reason: 'B' });
  }),
  graphql('redeliverWebhook', ofDelivery, async (shop) => {
    const profile_id = await profileWithEndpoint(shop);
    const [eventId, another] = [await shop.event({ profile_id }), await shop.event({ profile_id })];
    return {
      input: { eventId },
      other: { eventId: another },
      refused: [
        { input: { eventId: 'none' }, code: NONE },
        { input: { eventId: await shop.event() }, code: STATE },
      ],
    };
  }),
  graphql('sendTestWebhook', ofDelivery, async (shop) => {
    const profileId = await profileWithEndpoint(shop);
    return {
      input: { profileId },
      other: { profileId, eventType: 'refund_failed' },
      refused: [
        { input: { profileId: 'none' }, code: NONE },
        { input: { profileId: shop.profileId }, code: STATE },
      ],
    };
  }),
];
