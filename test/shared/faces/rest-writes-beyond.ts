import { takesBody } from '../../../src/rest/operation.ts';
import { operations } from '../../../src/rest/operations.ts';
import { clientOf } from '../../kit/client.ts';
import type { ScriptedShop } from '../../kit/scripted-shop.ts';
import { reconciling } from '../../kit/seed.ts';
import { fresh, INVALID, NONE, STATE, TAKEN, type Values, type Write, type WriteRequest } from './write.ts';
import {
  card,
  collectLink,
  declinedCharge,
  disputeOf,
  ended,
  giftCard,
  gsm,
  mandateOf,
  newDomain,
  openPayment,
  openPayout,
  paymentWithLink,
  payoutWithLink,
  profileWithCards,
  profileWithEndpoint,
  profileWithGiftCards,
  receiversKeys,
  savedCard,
} from './write-objects.ts';

/** A write beyond the specification, by the identifier of its operation. */
export interface WriteBeyond extends Write {
  readonly id: string;
  readonly method: 'post' | 'delete';
  /** Whether the path names the merchant, or the object has none: then the admin key gives none in the query. */
  readonly namesNoMerchant: boolean;
}

const rest = (id: string, prepare: Write['prepare'], admin = false): WriteBeyond => {
  const operation = operations.find((operation) => operation.id === id)!;
  const { method, path } = operation;
  const reads = takesBody(operation);
  const name = `${method.toUpperCase()} ${path}`;
  return {
    id,
    name,
    admin,
    method: method as 'post' | 'delete',
    namesNoMerchant: path.includes('{account_id}') || /^\/(gsm|admin_keys|operators)/.test(path),
    prepare,
    send: async (service, key, request, idempotencyKey) => {
      const response = await clientOf(service).request(method.toUpperCase(), request.path ?? path, {
        key,
        headers: { 'idempotency-key': idempotencyKey },
        ...(reads ? { body: request.input } : {}),
      });
      return {
        code: response.status === 200 ? null : response.body.error.code,
        param: response.body.error?.param ?? null,
        replayed: response.headers.get('idempotency-replayed') === 'true',
        text: response.text,
      };
    },
  };
};

/** The request of an operation on an object; a different request has another body or, without any, another object. */
const on = (
  path: (id: string) => string,
  id: string,
  {
    input = {},
    other = { metadata: { other: 1 } },
    otherId = id,
    rejected = [],
  }: Partial<{
    input: Values;
    other: Values;
    otherId: string;
    rejected: WriteRequest['rejected'];
  }> = {},
): WriteRequest => ({
  path: path(id),
  input,
  otherInput: otherId === id ? { ...input, ...other } : input,
  ...(otherId === id ? {} : { otherPath: path(otherId) }),
  rejected: [{ path: path('none'), input, code: NONE }, ...rejected],
});

/** A payment authorized or held for review at the scripted connector. */
const authorized = async (shop: ScriptedShop, values: Values = {}, attempt = 'authorized') => {
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
    ...values,
  });
  await shop.attempt(paymentId, { attempt_id: `${paymentId}_1`, status: attempt, ...through });
  return paymentId;
};
const underReview = (shop: ScriptedShop) =>
  authorized(shop, { status: 'requires_merchant_action', amount_capturable: 0 }, 'unresolved');

const payment = (action: string) => (id: string) => `/payments/${id}/${action}`;

/** A request for a payment's buttons, with a sandbox account that supports Apple Pay. */
const withWallets = async (shop: ScriptedShop, action: string): Promise<WriteRequest> => {
  const profile_id = await shop.profile({ profile_name: fresh('p') });
  const metadata = { apple_pay: {} };
  const payment_methods_enabled = [{ payment_method: 'wallet' }];
  const account = {
    profile_id,
    connector_name: 'sandbox',
    test_mode: true,
    metadata,
    payment_methods_enabled,
  };
  await shop.connector({ ...account, connector_label: fresh('l') });
  const payment_id = fresh('pay');
  const input = { client_secret: `${payment_id}_secret_abcdefghijklmnopqrst` };
  await openPayment(shop, { payment_id, profile_id, ...input });
  const path = payment(action)(payment_id);
  return {
    path,
    input,
    otherInput: { ...input, domain: '127.0.0.1' },
    rejected: [{ path, input: { client_secret: `${payment_id}_secret_x` }, code: 'client_secret_invalid' }],
  };
};

export const restWritesBeyond: readonly WriteBeyond[] = [
  rest('createPayment', async (shop) => {
    const profile_id = await profileWithCards(shop);
    const input = { amount: 100, currency: 'USD', profile_id, confirm: true, payment_method_data: { card } };
    return {
      input,
      otherInput: { ...input, amount: 101 },
      rejected: [
        { input: { ...input, currency: 'XXQ' }, code: INVALID },
        { input: { ...input, mandate_id: 'none' }, code: NONE },
        { input: { ...input, payment_id: await shop.payment() }, code: TAKEN },
      ],
    };
  }),
  rest('confirmPayment', async (shop) => {
    const id = await openPayment(shop, { profile_id: await profileWithCards(shop) });
    const rejected = [
      { path: payment('confirm')(await openPayment(shop)), input: {}, code: 'missing_parameter' },
    ];
    return on(payment('confirm'), id, { input: { payment_method_data: { card } }, rejected });
  }),
  rest('openWallets', (shop) => withWallets(shop, 'wallets')),
  rest('startApplePay', (shop) => withWallets(shop, 'apple_pay_session')),
  rest('capturePayment', async (shop) => {
    const rejected = [{ path: payment('capture')(await openPayment(shop)), input: {}, code: STATE }];
    return on(payment('capture'), await authorized(shop), {
      input: { amount: 1000 },
      other: { amount: 500 },
      rejected,
    });
  }),
  rest('cancelPayment', async (shop) =>
    on(payment('cancel'), await openPayment(shop), {
      input: { cancellation_reason: 'A' },
      other: { cancellation_reason: 'B' },
      rejected: [{ path: payment('cancel')(await shop.payment()), input: {}, code: STATE }],
    }),
  ),
  rest('incrementAuthorization', async (shop) => {
    const id = await authorized(shop, { capture_method: 'manual', incremental_authorization_allowed: true });
    const path = payment('incremental_authorization');
    return on(path, id, {
      input: { amount: 1100 },
      other: { amount: 1200 },
      rejected: [
        { path: path(id), input: { amount: 1 }, code: INVALID },
        { path: path(await authorized(shop)), input: { amount: 1100 }, code: STATE },
      ],
    });
  }),
  rest('approvePayment', async (shop) =>
    on(payment('approve'), await underReview(shop), {
      otherId: await underReview(shop),
      rejected: [{ path: payment('approve')(await shop.payment()), input: {}, code: STATE }],
    }),
  ),
  rest('rejectPayment', async (shop) =>
    on(payment('reject'), await underReview(shop), {
      other: { cancellation_reason: 'fraud' },
      rejected: [{ path: payment('reject')(await shop.payment()), input: {}, code: STATE }],
    }),
  ),
  rest('cancelPaymentRetry', async (shop) =>
    on(payment('cancel_retry'), await declinedCharge(shop), {
      otherId: await declinedCharge(shop),
      rejected: [{ path: payment('cancel_retry')(await openPayment(shop)), input: {}, code: STATE }],
    }),
  ),
  rest('mailPaymentLink', async (shop) =>
    on(payment('mail_link'), await paymentWithLink(shop), {
      other: { locale: 'de' },
      rejected: [
        { path: payment('mail_link')(await openPayment(shop)), input: {}, code: STATE },
        { path: payment('mail_link')('none'), input: {}, code: NONE },
      ],
    }),
  ),
  rest('createRefund', async (shop) => {
    const { paymentId: payment_id } = await shop.paidPayment();
    return {
      input: { payment_id, amount: 100 },
      otherInput: { payment_id, amount: 200 },
      rejected: [
        { input: { payment_id: 'none' }, code: NONE },
        { input: { payment_id, amount: 100_000 }, code: 'amount_exceeds_available' },
      ],
    };
  }),
  rest('acceptDispute', async (shop) =>
    on((id) => `/disputes/${id}/accept`, await disputeOf(shop), { otherId: await disputeOf(shop) }),
  ),
  rest('challengeDispute', async (shop) =>
    on((id) => `/disputes/${id}/evidence`, await disputeOf(shop), {
      input: { evidence: 'Signed for.' },
      other: { evidence: 'Seen.' },
    }),
  ),
  rest('deleteCustomer', async (shop) =>
    on((id) => `/customers/${id}`, await shop.customer(), { otherId: await shop.customer() }),
  ),
  rest('savePaymentMethod', async (shop) => {
    const { card_cvc: _, ...saved } = card;
    const input = { customer_id: await shop.customer(), payment_method: 'card', card: saved };
    return {
      input,
      otherInput: { ...input, recurring_enabled: true },
      rejected: [{ input: { ...input, customer_id: 'none' }, code: NONE }],
    };
  }),
  rest('createCollectLink', async (shop) => {
    const input = { customer_id: await shop.customer(), session_expiry: 60 };
    return {
      input,
      otherInput: { ...input, session_expiry: 61 },
      rejected: [{ input: { ...input, customer_id: 'none' }, code: NONE }],
    };
  }),
  rest('mailCollectLink', async (shop) => {
    const path = (id: string) => `/payment_methods/collect/${id}/mail_link`;
    return on(path, await collectLink(shop), {
      other: { locale: 'de' },
      rejected: [
        { path: path(await collectLink(shop, ended)), input: {}, code: STATE },
        { path: path('none'), input: {}, code: NONE },
      ],
    });
  }),
  rest('requestPaymentMethodExport', async () => ({
    input: { public_key: receiversKeys[0] },
    otherInput: { public_key: receiversKeys[1] },
    rejected: [{ input: { public_key: 'no key' }, code: 'invalid_parameter' }],
  })),
  rest('stopPaymentMethodExport', async (shop) =>
    on((id) => `/exports/payment_methods/${id}/stop`, await shop.paymentMethodExport(), {
      otherId: await shop.paymentMethodExport(),
    }),
  ),
  rest('createDomain', async () => ({
    input: { domain_name: newDomain() },
    otherInput: { domain_name: newDomain() },
    rejected: [{ input: { domain_name: 'com' }, code: INVALID }],
  })),
  rest('verifyDomain', async (shop) =>
    on((id) => `/domains/${id}/verify`, await shop.domain(), {
      otherId: await shop.domain(),
    }),
  ),
  rest('deleteDomain', async (shop) =>
    on((id) => `/domains/${id}`, await shop.domain(), {
      otherId: await shop.domain(),
    }),
  ),
  rest('createReportSchedule', async () => {
    const input = { name: 'Monthly', list: 'refunds', period: 'monthly', time_zone: 'Europe/Berlin' };
    return {
      input,
      otherInput: { ...input, hour: 7 },
      rejected: [{ input: { ...input, time_zone: 'Mars/Base' }, code: INVALID }],
    };
  }),
  rest('updateReportSchedule', async (shop) =>
    on((id) => `/report_schedules/${id}`, await shop.reportSchedule(), {
      input: { name: 'one' },
      other: { name: 'two' },
    }),
  ),
  rest('deleteReportSchedule', async (shop) =>
    on((id) => `/report_schedules/${id}`, await shop.reportSchedule(), {
      otherId: await shop.reportSchedule(),
    }),
  ),
  rest('deletePaymentMethod', async (shop) =>
    on((id) => `/payment_methods/${id}`, await savedCard(shop), { otherId: await savedCard(shop) }),
  ),
  rest('revokeMandate', async (shop) =>
    on((id) => `/mandates/${id}/revoke`, await mandateOf(shop), { otherId: await mandateOf(shop) }),
  ),
  rest('createPayout', async ({ payout, profileId: profile_id }) => ({
    input: { amount: 100, currency: 'USD', profile_id },
    otherInput: { amount: 101, currency: 'USD', profile_id },
    rejected: [
      { input: { amount: 100, currency: 'XXQ', profile_id }, code: INVALID },
      { input: { amount: 100, currency: 'USD', profile_id, payout_id: await payout() }, code: TAKEN },
    ],
  })),
  rest('confirmPayout', async (shop) => {
    await shop.connector({
      connector_type: 'payout_processor',
      connector_name: 'sandbox',
      test_mode: true,
      connector_label: fresh('l'),
      payment_methods_enabled: [{ payment_method: 'card' }],
    });
    const path = (id: string) => `/payouts/${id}/confirm`;
    const payout_method_data = {
      card: { card_number: card.card_number, expiry_month: '12', expiry_year: '2039' },
    };
    return on(path, await openPayout(shop), {
      input: { payout_method_data },
      rejected: [{ path: path(await openPayout(shop)), input: {}, code: 'missing_parameter' }],
    });
  }),
  rest('cancelPayout', async (shop) =>
    on((id) => `/payouts/${id}/cancel`, await openPayout(shop), {
      otherId: await openPayout(shop),
      input: { cancellation_reason: 'A' },
      other: { cancellation_reason: 'B' },
    }),
  ),
  rest('mailPayoutLink', async (shop) => {
    const path = (id: string) => `/payouts/${id}/mail_link`;
    return on(path, await payoutWithLink(shop), {
      other: { locale: 'de' },
      rejected: [{ path: path(await openPayout(shop)), input: {}, code: STATE }],
    });
  }),
  rest('redeliverEvent', async (shop) => {
    const profile_id = await profileWithEndpoint(shop);
    const path = (id: string) => `/events/${id}/redeliver`;
    return on(path, await shop.event({ profile_id }), {
      otherId: await shop.event({ profile_id }),
      rejected: [{ path: path(await shop.event()), input: {}, code: STATE }],
    });
  }),
  rest('sendTestWebhook', async (shop) => {
    const profile_id = await profileWithEndpoint(shop);
    return {
      input: { profile_id },
      otherInput: { profile_id, event_type: 'refund_failed' },
      rejected: [
        { input: { profile_id: 'none' }, code: NONE },
        { input: { profile_id: shop.profileId }, code: STATE },
      ],
    };
  }),
  rest('checkEligibility', async (shop) => {
    const profile_id = await profileWithCards(shop);
    const payment_id = fresh('pay');
    const client_secret = `${payment_id}_secret_abcdefghijklmnopqrst`;
    await openPayment(shop, { payment_id, profile_id, client_secret });
    const path = payment('eligibility')(payment_id);
    const input = { client_secret, payment_method_data: { card } };
    return {
      path,
      input,
      otherInput: { ...input, payment_method_type: 'card' },
      rejected: [
        { path, input: { ...input, payment_method_type: 'wallet' }, code: INVALID },
        {
          path,
          input: { ...input, client_secret: `${payment_id}_secret_x` },
          code: 'client_secret_invalid',
        },
      ],
    };
  }),
  rest('checkGiftCardBalance', async (shop) => {
    const profile_id = await profileWithGiftCards(shop);
    const payment_id = await openPayment(shop, { payment_id: fresh('pay'), profile_id });
    const path = payment('gift_card_balance')(payment_id);
    const input = { payment_method_data: { gift_card: giftCard } };
    const wrongPin = { givex: { ...giftCard.givex, cvc: '1' } };
    return {
      path,
      input,
      otherInput: { payment_method_data: { gift_card: wrongPin } },
      rejected: [
        { path, input: { payment_method_data: { gift_card: {} } }, code: 'missing_parameter' },
        { path, input: { ...input, client_secret: 'none' }, code: 'client_secret_invalid' },
        { path: payment('gift_card_balance')('none'), input, code: NONE },
      ],
    };
  }),
  rest('createEphemeralKey', async (shop) => ({
    input: { customer_id: await shop.customer() },
    otherInput: { customer_id: await shop.customer() },
    rejected: [{ input: { customer_id: 'none' }, code: NONE }],
  })),
  rest('deleteEphemeralKey', async (shop) => {
    const customer = await shop.customer();
    return on((id) => `/ephemeral_keys/${id}`, await shop.customersKey(customer), {
      otherId: await shop.customersKey(customer),
    });
  }),
  rest('createNote', async (shop) => {
    const path = payment('notes')(await shop.payment());
    const input = { text: 'The customer called.' };
    return {
      path,
      input,
      otherInput: { text: 'The customer called again.' },
      rejected: [
        { path, input: { text: ' ' }, code: INVALID },
        { path, input: { text: 'They paid with 4242-4242-4242-4242.' }, code: INVALID },
        { path: payment('notes')('none'), input, code: NONE },
      ],
    };
  }),
  rest('deleteNote', async (shop) => {
    const paymentId = await shop.payment();
    return on((id) => `/notes/${id}`, await shop.note(paymentId), { otherId: await shop.note(paymentId) });
  }),
  rest('markNotificationRead', async (shop) =>
    on((id) => `/notifications/${id}/read`, await shop.notification(), {
      otherId: await shop.notification(),
    }),
  ),
  rest('markAllNotificationsRead', async (shop) => {
    await shop.notification();
    return {
      input: { kind: 'dispute_due' },
      otherInput: {},
      rejected: [{ input: { kind: 'lottery_won' }, code: INVALID }],
    };
  }),
  rest('saveEvidenceDraft', async (shop) => {
    const path = `/disputes/${await disputeOf(shop)}/evidence/draft`;
    const closed = await shop.dispute(await shop.payment(), { dispute_status: 'dispute_lost' });
    return {
      path,
      input: { evidence: 'Delivered on Monday.' },
      otherInput: { evidence: 'Delivered on Tuesday.' },
      rejected: [
        { path, input: { evidence_fields: { receipt: 1 } }, code: INVALID },
        { path: `/disputes/${closed}/evidence/draft`, input: {}, code: STATE },
      ],
    };
  }),
  rest('addToBlocklist', async () => ({
    input: { type: 'card_bin', data: '400000' },
    otherInput: { type: 'extended_card_bin', data: '40000000' },
    rejected: [
      { input: { type: 'card_bin', data: '4000' }, code: INVALID },
      { input: { type: 'fingerprint', data: '4242424242424242' }, code: INVALID },
    ],
  })),
  rest('removeFromBlocklist', async (shop) => ({
    input: { type: 'fingerprint', data: await shop.blocklistEntry() },
    otherInput: { type: 'fingerprint', data: await shop.blocklistEntry() },
    rejected: [{ input: { type: 'fingerprint', data: 'none' }, code: NONE }],
  })),
  rest('advanceTestClock', async (shop) => {
    await shop.testOnly();
    const path = `/accounts/${shop.merchantId}/test_clock/advance`;
    return {
      path,
      input: { seconds: 60 },
      otherInput: { seconds: 120 },
      rejected: [
        { path: '/accounts/none/test_clock/advance', input: { seconds: 60 }, code: NONE },
        { path, input: { seconds: 0 }, code: INVALID },
      ],
    };
  }),
  rest('confirmFinanceImport', async (shop) => {
    await shop.reconciles();
    const refused = await shop.financeImport({ lines_read: 1 });
    return on((id) => `/settlements/imports/${id}/confirm`, await shop.financeImport(), {
      otherId: await shop.financeImport(),
      rejected: [{ path: `/settlements/imports/${refused}/confirm`, input: {}, code: STATE }],
    });
  }),
  rest('undoFinanceImport', async (shop) => {
    const failed = await shop.financeImport({ status: 'failed' });
    return on((id) => `/settlements/imports/${id}/undo`, await shop.financeImport(), {
      otherId: await shop.financeImport(),
      rejected: [{ path: `/settlements/imports/${failed}/undo`, input: {}, code: STATE }],
    });
  }),
  rest('createValueList', async () => ({
    input: { name: fresh('values'), kind: 'bin' },
    otherInput: { name: fresh('values'), kind: 'email' },
    rejected: [{ input: { name: 'list_one', kind: 'bin' }, code: INVALID }],
  })),
  rest('addListEntries', async (shop) => {
    const list = await shop.valueList();
    const path = `/lists/${list}/entries`;
    return {
      path,
      input: { entries: [{ value: '424242' }] },
      otherInput: { entries: [{ value: '400000' }] },
      rejected: [
        { path, input: { entries: [{ value: '4' }] }, code: INVALID },
        { path: '/lists/none/entries', input: { entries: [{ value: '424242' }] }, code: NONE },
      ],
    };
  }),
  rest('deleteValueList', async (shop) => ({
    path: `/lists/${await shop.valueList()}`,
    input: {},
    otherInput: {},
    otherPath: `/lists/${await shop.valueList()}`,
    rejected: [{ path: '/lists/none', input: {}, code: NONE }],
  })),
  rest('deleteListEntry', async (shop) => {
    const list = await shop.valueList();
    const other = await shop.valueList();
    const pathOf = async () => `/lists/${list}/entries/${await shop.listEntry(list)}`;
    return {
      path: await pathOf(),
      input: {},
      otherInput: {},
      otherPath: await pathOf(),
      rejected: [{ path: `/lists/${other}/entries/${await shop.listEntry(list)}`, input: {}, code: NONE }],
    };
  }),
  rest('toggleBlocklist', async () => ({
    path: '/blocklist/toggle?status=false',
    input: {},
    otherInput: {},
    otherPath: '/blocklist/toggle?status=true',
    rejected: [{ path: '/blocklist/toggle?status=maybe', input: {}, code: INVALID }],
  })),
  rest('createRoutingConfiguration', async (shop) => {
    const input = {
      profile_id: shop.profileId,
      name: 'one',
      algorithm: { type: 'single', data: 'scripted' },
    };
    return {
      input,
      otherInput: { ...input, name: 'two' },
      rejected: [
        { input: { ...input, algorithm: { type: 'single', data: 'elsewhere' } }, code: INVALID },
        { input: { ...input, profile_id: 'none' }, code: NONE },
      ],
    };
  }),
  rest('createRuleset', async (shop) => {
    const rules = [{ name: 'always', then: { connectors: ['scripted'] } }];
    const input = { profile_id: shop.profileId, name: 'one', decision: 'payment_routing', rules };
    return {
      input,
      otherInput: { ...input, name: 'two' },
      rejected: [
        { input: { ...input, rules: [{ name: 'a', then: { connectors: ['elsewhere'] } }] }, code: INVALID },
        { input: { ...input, rules: [{ name: 'always' }] }, code: 'missing_parameter' },
        { input: { ...input, profile_id: 'none' }, code: NONE },
      ],
    };
  }),
  rest('activateRuleset', async (shop) => {
    const rules = [{ name: 'always', then: { connectors: ['scripted'] } }];
    return on((id) => `/rulesets/${id}/activate`, await shop.ruleset({ rules }), {
      otherId: await shop.ruleset({ rules }),
    });
  }),
  rest('deactivateRuleset', async (shop) => {
    const active = async () =>
      shop.ruleset({ profile_id: await shop.profile(), status: 'active', activated_at: new Date() });
    return on((id) => `/rulesets/${id}/deactivate`, await active(), { otherId: await active() });
  }),
  rest('replayRuleset', async (shop) => {
    const rules = [{ name: 'always', then: { connectors: ['scripted'] } }];
    const input = { created_gte: '2026-01-01T00:00:00Z', created_lt: '2026-01-02T00:00:00Z' };
    return on((id) => `/rulesets/${id}/replay`, await shop.ruleset({ rules }), {
      input,
      other: { created_lt: '2026-01-03T00:00:00Z' },
      rejected: [
        { input: { ...input, created_lt: input.created_gte }, code: INVALID },
        { input: { created_gte: input.created_gte }, code: 'missing_parameter' },
      ],
    });
  }),
  rest('evaluateRules', async (shop) => {
    const payment = { amount: 100, currency: 'USD', payment_method: 'card' };
    const input = { profile_id: shop.profileId, payment };
    return {
      input,
      otherInput: { ...input, payment: { ...payment, amount: 101 } },
      rejected: [
        { input: { ...input, payment: { amount: 1, currency: 'USD' } }, code: 'missing_parameter' },
        { input: { ...input, payment: { ...payment, country: 'Germany' } }, code: INVALID },
        { input: { ...input, ruleset_id: 'none' }, code: NONE },
      ],
    };
  }),
  rest('setThreeDsRules', async (shop) => {
    const algorithm = { rules: [], defaultSelection: { override_3ds: 'three_ds' } };
    const input = { name: 'one', profile_id: await shop.profile(), algorithm };
    return {
      path: '/routing/decision',
      input,
      otherInput: { ...input, name: 'two' },
      rejected: [
        { input: { ...input, algorithm: { rules: [] } }, code: 'missing_parameter' },
        {
          input: { ...input, algorithm: { rules: [], defaultSelection: { override_3ds: 1 } } },
          code: INVALID,
        },
        { input: { ...input, profile_id: 'none' }, code: NONE },
      ],
    };
  }),
  rest('deleteThreeDsRules', async (shop) => {
    const active = async () => {
      const profile_id = await shop.profile();
      const rules = { decision: 'three_ds', rules: [], default: { three_ds: 'challenge' } };
      await shop.ruleset({ ...rules, profile_id, status: 'active', activated_at: new Date() });
      return `/routing/decision?profile_id=${profile_id}`;
    };
    return {
      path: await active(),
      input: {},
      otherPath: await active(),
      otherInput: {},
      rejected: [{ input: {}, path: `/routing/decision?profile_id=${await shop.profile()}`, code: NONE }],
    };
  }),
  rest('setSurchargeRules', async (shop) => {
    const algorithm = { rules: [], defaultSelection: { surcharge_details: null } };
    const input = { name: 'one', profile_id: await shop.profile(), algorithm };
    return {
      path: '/routing/decision/surcharge',
      input,
      otherInput: { ...input, name: 'two' },
      rejected: [
        { input: { ...input, algorithm: { rules: [] } }, code: 'missing_parameter' },
        {
          input: { ...input, merchant_surcharge_configs: { show_surcharge_breakup_screen: false } },
          code: INVALID,
        },
        { input: { ...input, profile_id: 'none' }, code: NONE },
      ],
    };
  }),
  rest('deleteSurchargeRules', async (shop) => {
    const active = async () => {
      const profile_id = await shop.profile();
      const rules = { decision: 'surcharge', rules: [], default: { surcharge: null } };
      await shop.ruleset({ ...rules, profile_id, status: 'active', activated_at: new Date() });
      return `/routing/decision/surcharge?profile_id=${profile_id}`;
    };
    return {
      path: await active(),
      input: {},
      otherPath: await active(),
      otherInput: {},
      rejected: [
        { input: {}, path: `/routing/decision/surcharge?profile_id=${await shop.profile()}`, code: NONE },
      ],
    };
  }),
  rest('executeThreeDsRules', async (shop) => {
    const decided = { decision: 'three_ds', rules: [], default: { three_ds: 'challenge' } };
    const payment = { amount: 100, currency: 'USD' };
    const input = { routing_id: await shop.ruleset(decided), payment };
    return {
      input,
      otherInput: { ...input, payment: { ...payment, amount: 101 } },
      rejected: [
        { input: { ...input, payment: { amount: 1 } }, code: 'missing_parameter' },
        { input: { ...input, issuer: { country: 'Atlantis' } }, code: INVALID },
        { input: { ...input, routing_id: 'none' }, code: NONE },
      ],
    };
  }),
  rest('activateRoutingConfiguration', async (shop) => {
    const algorithm = { type: 'single', data: 'scripted' };
    return on((id) => `/routing/${id}/activate`, await shop.routingConfiguration({ algorithm }), {
      otherId: await shop.routingConfiguration({ algorithm }),
    });
  }),
  rest('deactivateRouting', async (shop) => {
    const profiles = [await shop.profile(), await shop.profile()];
    for (const profile_id of profiles) await shop.routingConfiguration({ profile_id, active: true });
    return {
      input: { profile_id: profiles[0] },
      otherInput: { profile_id: profiles[1] },
      rejected: [
        { input: { profile_id: await shop.profile() }, code: STATE },
        { input: { profile_id: 'none' }, code: NONE },
      ],
    };
  }),
  rest('evaluateRouting', async (shop) => {
    const parameters = { amount: 100, currency: 'USD', payment_method: 'card' };
    const input = { profile_id: shop.profileId, parameters };
    return {
      input,
      otherInput: { ...input, parameters: { ...parameters, amount: 101 } },
      rejected: [
        { input: { ...input, parameters: { amount: 1, currency: 'USD' } }, code: 'missing_parameter' },
        { input: { ...input, routing_id: 'none' }, code: NONE },
      ],
    };
  }),
  rest('createWebhookEndpoint', async (shop) => ({
    path: '/webhook_endpoints',
    input: { url: 'https://shop.example/one', profile_id: shop.profileId },
    otherInput: { url: 'https://shop.example/two', profile_id: shop.profileId },
    rejected: [
      {
        path: '/webhook_endpoints',
        input: { url: 'https://10.0.0.1/', profile_id: shop.profileId },
        code: INVALID,
      },
    ],
  })),
  rest('updateWebhookEndpoint', async (shop) =>
    on((id) => `/webhook_endpoints/${id}`, await shop.webhookEndpoint(), {
      input: { description: 'one' },
      other: { description: 'two' },
    }),
  ),
  rest('rotateWebhookSecret', async (shop) =>
    on((id) => `/webhook_endpoints/${id}/rotate_secret`, await shop.webhookEndpoint(), {
      input: { overlap_seconds: 60 },
      other: { overlap_seconds: 0 },
    }),
  ),
  rest('deleteWebhookEndpoint', async (shop) =>
    on((id) => `/webhook_endpoints/${id}`, await shop.webhookEndpoint(), {
      otherId: await shop.webhookEndpoint(),
    }),
  ),
  rest('replayWebhooks', async (shop) => {
    const profile_id = await profileWithEndpoint(shop);
    await shop.event({ profile_id });
    const created_from = '2020-01-01T00:00:00Z';
    return {
      path: '/events/replay',
      input: { profile_id, created_from },
      otherInput: { profile_id, created_from, event_types: ['refund_failed'] },
      rejected: [
        { input: { profile_id: 'none', created_from }, code: NONE },
        { input: { profile_id: shop.profileId, created_from }, code: STATE },
        { input: { profile_id, created_from, created_to: created_from }, code: INVALID },
      ],
    };
  }),
  rest('redeliverWebhook', async (shop) => {
    const profile_id = await profileWithEndpoint(shop);
    const delivery = async () => shop.webhookDelivery(await shop.event({ profile_id }), { status: 'failed' });
    return on((id) => `/webhook_deliveries/${id}/redeliver`, await delivery(), { otherId: await delivery() });
  }),
  rest('updateMerchantAccount', async ({ merchantId }) =>
    on((id) => `/accounts/${id}`, merchantId, {
      input: { merchant_name: fresh('Acme') },
      rejected: [{ path: `/accounts/${merchantId}`, input: { merchant_name: 5 }, code: INVALID }],
    }),
  ),
  rest('createApiKey', async ({ merchantId, keyId }) => {
    const path = `/api_keys/${merchantId}`;
    return {
      path,
      input: { name: 'one' },
      otherInput: { name: 'two' },
      rejected: [
        { path: '/api_keys/none', input: { name: 'one' }, code: NONE },
        { path, input: {}, code: 'missing_parameter' },
        { path, input: { name: 'one', key_id: keyId }, code: TAKEN },
      ],
    };
  }),
  rest('updateApiKey', async (shop) => {
    const key_id = fresh('key');
    await shop.apiKey({ key_id });
    return on((id) => `/api_keys/${shop.merchantId}/${id}`, key_id, {
      input: { name: 'renamed' },
      other: { name: 'otherwise' },
    });
  }),
  rest(
    'rotatePublishableKey',
    async (shop) =>
      on((id) => `/accounts/${id}/rotate_publishable_key`, await shop.anotherAccount(), {
        other: { grace_period_seconds: 60 },
      }),
    true,
  ),
  rest(
    'suspendMerchantAccount',
    async (shop) =>
      on((id) => `/accounts/${id}/suspend`, await shop.anotherAccount(), {
        input: { reason: 'Chargebacks' },
        other: { reason: 'Fraud' },
      }),
    true,
  ),
  rest(
    'deleteMerchantAccount',
    async (shop) =>
      on((id) => `/accounts/${id}`, await shop.anotherAccount(), { otherId: await shop.anotherAccount() }),
    true,
  ),
  rest('setDefaultPaymentMethod', async (shop) => {
    const customerId = await shop.customer();
    const [method, otherId] = [await shop.paymentMethod(customerId), await shop.paymentMethod(customerId)];
    return on((id) => `/customers/${customerId}/payment_methods/${id}/default`, method, { otherId });
  }),
  rest(
    'resumeMerchantAccount',
    async (shop) =>
      on((id) => `/accounts/${id}/resume`, await shop.anotherAccount(), {
        otherId: await shop.anotherAccount(),
      }),
    true,
  ),
  rest(
    'backfillBalanceEntries',
    async (shop) =>
      on((id) => `/accounts/${id}/balance_entries/backfill`, await shop.anotherAccount(reconciling), {
        otherId: await shop.anotherAccount(reconciling),
        rejected: [
          {
            path: `/accounts/${await shop.anotherAccount()}/balance_entries/backfill`,
            input: {},
            code: STATE,
          },
        ],
      }),
    true,
  ),
  rest('revokeApiKey', async (shop) => {
    const [key_id, otherId] = [fresh('key'), fresh('key')];
    await shop.apiKey({ key_id });
    await shop.apiKey({ key_id: otherId });
    return on((id) => `/api_keys/${shop.merchantId}/${id}`, key_id, { otherId });
  }),
  rest('inviteMember', async ({ merchantId }) => {
    const path = `/invitations/${merchantId}`;
    const input = { email: `${fresh('guest')}@example.com`, role: 'analyst' };
    return {
      path,
      input,
      otherInput: { ...input, role: 'operator' },
      rejected: [
        { path: '/invitations/none', input, code: NONE },
        { path, input: { ...input, email: 'guest' }, code: INVALID },
      ],
    };
  }),
  rest('revokeInvitation', async (shop) => {
    const [one, otherId] = [await shop.invitation(), await shop.invitation()];
    return on((id) => `/invitations/${shop.merchantId}/${id}`, one, { otherId });
  }),
  rest('changeMemberRole', async (shop) =>
    on((id) => `/team_members/${shop.merchantId}/${id}`, await shop.teamMember(), {
      input: { role: 'operator' },
      other: { role: 'developer' },
    }),
  ),
  rest('removeMember', async (shop) => {
    const [one, otherId] = [await shop.teamMember(), await shop.teamMember()];
    return on((id) => `/team_members/${shop.merchantId}/${id}`, one, { otherId });
  }),
  rest('createBusinessProfile', async ({ merchantId, profileId: profile_id }) => {
    const path = `/account/${merchantId}/business_profile`;
    return {
      path,
      input: { profile_name: fresh('profile') },
      otherInput: { profile_name: fresh('profile') },
      rejected: [
        { path: '/account/none/business_profile', input: { profile_name: 'x' }, code: NONE },
        { path, input: { profile_name: 'x', profile_id }, code: TAKEN },
      ],
    };
  }),
  rest('updateBusinessProfile', async (shop) =>
    on(
      (id) => `/account/${shop.merchantId}/business_profile/${id}`,
      await shop.profile({ profile_name: fresh('p') }),
      { input: { session_expiry: 900 } },
    ),
  ),
  rest('createConnectorAccount', async ({ account, merchantId, profileId: profile_id }) => {
    const path = `/accounts/${merchantId}/connectors`;
    const input = {
      connector_type: 'payment_processor',
      connector_name: 'sandbox',
      connector_label: fresh('label'),
      profile_id,
      connector_account_details: { connector_account_details: { api_key: 'secret' } },
    };
    return {
      path,
      input,
      otherInput: { ...input, disabled: true },
      rejected: [{ path, input: { ...input, merchant_connector_id: account }, code: TAKEN }],
    };
  }),
  rest('updateConnectorAccount', async (shop) =>
    on(
      (id) => `/accounts/${shop.merchantId}/connectors/${id}`,
      await shop.connector({ connector_label: fresh('l') }),
      { input: { metadata: { a: 1 } } },
    ),
  ),
  rest('testConnectorWebhook', async (shop) => {
    const path = (id: string) => `/accounts/${shop.merchantId}/connectors/${id}/test_webhook`;
    const atSandbox = () => shop.connector({ connector_name: 'sandbox', connector_label: fresh('l') });
    return on(path, await atSandbox(), {
      otherId: await atSandbox(),
      rejected: [
        { path: path('mca_none'), input: {}, code: NONE },
        { path: path(shop.account), input: {}, code: STATE },
      ],
    });
  }),
  rest('deleteConnectorAccount', async (shop) =>
    on((id) => `/accounts/${shop.merchantId}/connectors/${id}`, await shop.connector(), {
      otherId: await shop.connector(),
    }),
  ),
  rest('deleteBusinessProfile', async (shop) =>
    on((id) => `/account/${shop.merchantId}/business_profile/${id}`, await shop.profile(), {
      otherId: await shop.profile(),
    }),
  ),
  rest(
    'createAdminKey',
    async () => ({
      path: '/admin_keys',
      input: { name: 'one' },
      otherInput: { name: 'one', organization_id: 'org_one' },
      rejected: [{ path: '/admin_keys', input: {}, code: 'missing_parameter' }],
    }),
    true,
  ),
  rest(
    'revokeAdminKey',
    async (shop) =>
      on((id) => `/admin_keys/${id}`, await shop.adminKey(), { otherId: await shop.adminKey() }),
    true,
  ),
  rest(
    'appointOperator',
    async (shop) => ({
      path: '/operators',
      input: { email: (await shop.person()).email },
      otherInput: { email: (await shop.person()).email },
      rejected: [{ path: '/operators', input: { email: 'nobody@people.test' }, code: NONE }],
    }),
    true,
  ),
  rest(
    'removeOperator',
    async (shop) => on((id) => `/operators/${id}`, await shop.operator(), { otherId: await shop.operator() }),
    true,
  ),
  rest(
    'updateErrorMapping',
    async (shop) => {
      const path = (id: string) => `/gsm/${id}`;
      return on(path, await shop.errorMapping(gsm()), {
        input: { decision: 'requeue' },
        other: { router_error: 'r' },
      });
    },
    true,
  ),
  rest(
    'deleteErrorMapping',
    async (shop) =>
      on((id) => `/gsm/${id}`, await shop.errorMapping(gsm()), { otherId: await shop.errorMapping(gsm()) }),
    true,
  ),
];
