import { clientOf } from '../kit/client.ts';
import { mutate } from '../kit/mutate.ts';
import type { ShopWithConnector } from '../kit/paid.ts';
import type { SeededMerchant } from '../kit/seed.ts';
import type { TestService } from '../kit/service.ts';

type Values = Record<string, unknown>;

/** How a write was answered, whichever face it went through. */
export interface Answered {
  /** Null when it was done. */
  readonly code: string | null;
  readonly param: string | null;
  readonly replayed: boolean;
  readonly text: string;
}

/** One request for a write, and some like it. */
export interface Asked {
  /** What the path names, for REST. */
  readonly path?: string;
  readonly input: Values;
  /** Says something else: with the key of the first it is a mismatch. */
  readonly other: Values;
  /** Refused, each of them: for its values, its object or its state. */
  readonly refused: readonly { readonly path?: string; readonly input: Values; readonly code: string }[];
}

/** A write of one face, and how to ask for it on objects of its own. */
export interface Write {
  readonly name: string;
  readonly admin: boolean;
  readonly ask: (shop: ShopWithConnector) => Promise<Asked>;
  readonly send: (
    service: Pick<TestService, 'url' | 'statements'>,
    apiKey: string,
    asked: { readonly path?: string; readonly input: Values },
    idempotencyKey: string,
  ) => Promise<Answered>;
}

let made = 0;
const fresh = (prefix: string) => `${prefix}_${process.pid}_${++made}`;
const NONE = 'resource_not_found';
const TAKEN = 'resource_already_exists';
const INVALID = 'invalid_parameter';
const STATE = 'unexpected_state';
export const PAN = '4242424242424242';
export const CVC = '974';

const rest = (path: string, ask: Write['ask'], admin = false): Write => ({
  name: `POST ${path}`,
  admin,
  ask,
  send: async (service, key, asked, idempotencyKey) => {
    const headers = { 'idempotency-key': idempotencyKey };
    const answer = await clientOf(service).post(asked.path ?? path, { key, body: asked.input, headers });
    return {
      code: answer.status === 200 ? null : answer.body.error.code,
      param: answer.body.error?.param ?? null,
      replayed: answer.headers.get('idempotency-replayed') === 'true',
      text: answer.text,
    };
  },
});

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

const card = { card_number: PAN, card_exp_month: '12', card_exp_year: '2099', card_cvc: CVC };
const cardInput = { cardNumber: PAN, cardExpMonth: '12', cardExpYear: '2099' };
const openPayment = (shop: SeededMerchant, values: Values = {}) =>
  shop.payment({
    status: 'requires_payment_method',
    profile_id: shop.profileId,
    amount_received: 0,
    ...values,
  });
const profileThatTakesCards = async (shop: SeededMerchant) => {
  const profile_id = await shop.profile({ profile_name: fresh('p') });
  await shop.connector({
    profile_id,
    connector_name: 'scripted',
    connector_label: fresh('l'),
    payment_methods_enabled: [{ payment_method: 'card' }],
  });
  return profile_id;
};
const openPayout = (shop: SeededMerchant, values: Values = {}) =>
  shop.payout({ status: 'requires_payout_method_data', ...values });
const savedCard = async (shop: SeededMerchant, values: Values = {}) =>
  shop.paymentMethod(await shop.customer(), {
    card: { last4_digits: '4242', expiry_month: '12', expiry_year: '2099' },
    ...values,
  });
const disputeOf = async (shop: ShopWithConnector) => {
  const { paymentId } = await shop.paid();
  return shop.dispute(paymentId, {
    connector: 'scripted',
    merchant_connector_id: shop.account,
    connector_dispute_id: fresh('dis'),
    challenge_required_by: new Date('2099-01-01T00:00:00Z'),
  });
};
const profileWithEndpoint = (shop: SeededMerchant) =>
  shop.profile({
    profile_name: fresh('p'),
    webhook_details: { webhook_url: 'https://shop.example/hooks' },
    payment_response_hash_key: 'signing',
  });
const gsm = () => ({
  connector: fresh('c'),
  flow: 'payment',
  sub_flow: 'authorize',
  code: 'x',
  message: '',
  status: 'Failure',
  decision: 'retry',
  step_up_possible: false,
  clear_pan_possible: false,
});
const gsmInput = () => ({
  connector: fresh('c'),
  flow: 'payment',
  subFlow: 'authorize',
  code: 'x',
  message: '',
  status: 'Failure',
  decision: 'retry',
  stepUpPossible: false,
  clearPanPossible: false,
});

/** A change of an object, through REST: the path of another object that there is not is refused. */
const change = (path: (id: string) => string, id: string, input: Values, bad: Values): Asked => ({
  path: path(id),
  input,
  other: { ...input, metadata: { other: 1 } },
  refused: [
    { path: path(id), input: bad, code: INVALID },
    { path: path('none'), input, code: NONE },
  ],
});

/** A change of an object, through GraphQL. */
const changeInput = (name: string, id: string, input: Values, other: Values): Asked => ({
  input: { [name]: id, ...input },
  other: { [name]: id, ...input, ...other },
  refused: [{ input: { [name]: 'none', ...input }, code: NONE }],
});

export const restWrites: readonly Write[] = [
  rest('/payments/{payment_id}', async (shop) =>
    change(
      (id) => `/payments/${id}`,
      await openPayment(shop),
      { description: 'Two shirts', payment_method_data: { card } },
      { description: 5 },
    ),
  ),
  rest('/payouts/{payout_id}', async (shop) =>
    change((id) => `/payouts/${id}`, await openPayout(shop), { description: 'Wages' }, { amount: -1 }),
  ),
  rest('/refunds/{refund_id}', async (shop) => {
    const { paymentId } = await shop.paid();
    return change(
      (id) => `/refunds/${id}`,
      await shop.refund(paymentId),
      { reason: 'Too big' },
      { reason: 5 },
    );
  }),
  rest('/customers', async (shop) => ({
    input: { name: 'Alice' },
    other: { name: 'Bob' },
    refused: [
      { input: { name: 5 }, code: INVALID },
      { input: { customer_id: await shop.customer() }, code: TAKEN },
    ],
  })),
  rest('/customers/{customer_id}', async (shop) =>
    change((id) => `/customers/${id}`, await shop.customer(), { name: 'Alice' }, { email: 'x' }),
  ),
  rest('/payment_methods/{method_id}/update', async (shop) => {
    const path = (id: string) => `/payment_methods/${id}/update`;
    const id = await savedCard(shop);
    const input = { card: { nick_name: 'Travel' } };
    return {
      ...change(path, id, input, { card: { card_exp_month: '13' } }),
      other: { card: { nick_name: 'Home' } },
    };
  }),
  rest(
    '/accounts',
    async (shop) => {
      const merchant_id = fresh('acme');
      return {
        input: { merchant_id },
        other: { merchant_id, merchant_name: 'Acme' },
        refused: [
          { input: {}, code: 'missing_parameter' },
          { input: { merchant_id: shop.merchantId }, code: TAKEN },
        ],
      };
    },
    true,
  ),
  rest(
    '/gsm',
    async () => {
      const input = gsm();
      return {
        input,
        other: { ...input, decision: 'requeue' },
        refused: [{ input: { ...input, decision: 'pray' }, code: INVALID }],
      };
    },
    true,
  ),
];

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
