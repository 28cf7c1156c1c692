import { mutate } from '../../kit/mutate.ts';
import {
  CVC,
  fresh,
  INVALID,
  NONE,
  STATE,
  TAKEN,
  type Values,
  type Write,
  type WriteRequest,
} from './write.ts';
import {
  cardInput,
  collectLink,
  declinedCharge,
  disputeOf,
  ended,
  giftCard,
  gsmInput,
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

const graphql = (name: string, selection: string, prepare: Write['prepare'], admin = false): Write => ({
  name,
  admin,
  prepare,
  send: async (service, key, { input }, idempotencyKey, place = 'input') => {
    const { userErrors, errors, headers, text } = await mutate(
      service,
      key,
      name,
      place === 'input' ? { ...input, idempotencyKey } : input,
      selection,
      place === 'input' ? {} : { headers: { 'idempotency-key': idempotencyKey } },
    );
    const [error] = [...userErrors, ...errors.map(({ extensions }) => extensions)];
    return {
      code: error?.code ?? null,
      param: error?.param ?? null,
      replayed: headers.get('idempotency-replayed') === 'true',
      text,
    };
  },
});

/** The input of a mutation that updates an object. */
const updateInput = (name: string, id: string, input: Values, otherValues: Values): WriteRequest => ({
  input: { [name]: id, ...input },
  otherInput: { [name]: id, ...input, ...otherValues },
  rejected: [{ input: { [name]: 'none', ...input }, code: NONE }],
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
const ofNote = 'note { noteId paymentId text authorType }';
const ofEntry = 'blocklistEntry { fingerprintId dataKind }';
const ofRouting = 'routingConfiguration { routingId name active }';
const ofRuleset = 'ruleset { rulesetId name status version }';
const ofKey = 'apiKey { keyId name prefix } secret';

export const graphqlWrites: readonly Write[] = [
  graphql('createApiKey', ofKey, async () => ({
    input: { name: 'one' },
    otherInput: { name: 'two' },
    rejected: [{ input: { name: 'x'.repeat(300) }, code: INVALID }],
  })),
  graphql('updateApiKey', ofKey.replace('secret', ''), async (shop) => {
    const keyId = fresh('key');
    await shop.apiKey({ key_id: keyId });
    const request = updateInput('keyId', keyId, { name: 'one' }, { name: 'two' });
    return {
      ...request,
      rejected: [...request.rejected, { input: { keyId, allowedAddresses: ['10.0.0.0/33'] }, code: INVALID }],
    };
  }),
  graphql('revokeApiKey', 'apiKey { keyId revokedAt }', async (shop) => {
    const [keyId, another] = [fresh('key'), fresh('key')];
    await shop.apiKey({ key_id: keyId });
    await shop.apiKey({ key_id: another });
    return {
      input: { keyId },
      otherInput: { keyId: another },
      rejected: [{ input: { keyId: 'none' }, code: NONE }],
    };
  }),
  graphql('createBusinessProfile', ofProfile, async (shop) => ({
    input: { profileName: fresh('profile') },
    otherInput: { profileName: fresh('profile') },
    rejected: [{ input: { profileName: 'x', profileId: shop.profileId }, code: TAKEN }],
  })),
  graphql('updateBusinessProfile', ofProfile, async (shop) =>
    updateInput(
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
      otherInput: { ...input, disabled: true },
      rejected: [{ input: { ...input, merchantConnectorId: shop.account }, code: TAKEN }],
    };
  }),
  graphql('updateConnectorAccount', ofAccount, async (shop) =>
    updateInput(
      'merchantConnectorId',
      await shop.connector({ connector_label: fresh('l') }),
      { metadata: { a: 1 } },
      { metadata: { b: 1 } },
    ),
  ),
  graphql('testConnectorWebhook', 'test { outcome httpStatus reason }', async (shop) => {
    const atSandbox = () => shop.connector({ connector_name: 'sandbox', connector_label: fresh('l') });
    return {
      input: { merchantConnectorId: await atSandbox() },
      otherInput: { merchantConnectorId: await atSandbox() },
      rejected: [
        { input: { merchantConnectorId: 'mca_none' }, code: NONE },
        { input: { merchantConnectorId: shop.account }, code: STATE },
      ],
    };
  }),
  graphql('deleteConnectorAccount', ofAccount, async (shop) => ({
    input: { merchantConnectorId: await shop.connector() },
    otherInput: { merchantConnectorId: await shop.connector() },
    rejected: [{ input: { merchantConnectorId: 'mca_none' }, code: NONE }],
  })),
  graphql('deleteBusinessProfile', ofProfile, async (shop) => ({
    input: { profileId: await shop.profile() },
    otherInput: { profileId: await shop.profile() },
    rejected: [
      { input: { profileId: 'pro_none' }, code: NONE },
      { input: { profileId: shop.profileId }, code: STATE },
    ],
  })),
  graphql('createCustomer', ofCustomer, async (shop) => ({
    input: { name: 'Alice' },
    otherInput: { name: 'Bob' },
    rejected: [{ input: { customerId: await shop.customer() }, code: TAKEN }],
  })),
  graphql('updateCustomer', ofCustomer, async (shop) =>
    updateInput('customerId', await shop.customer(), { name: 'Alice' }, { name: 'Bob' }),
  ),
  graphql('acceptDispute', ofDispute, async (shop) => {
    const [disputeId, another] = [await disputeOf(shop), await disputeOf(shop)];
    return {
      input: { disputeId },
      otherInput: { disputeId: another },
      rejected: [{ input: { disputeId: 'none' }, code: NONE }],
    };
  }),
  graphql('challengeDispute', ofDispute, async (shop) =>
    updateInput('disputeId', await disputeOf(shop), { evidence: 'Signed for.' }, { evidence: 'Seen.' }),
  ),
  graphql(
    'createAdminKey',
    'adminKey { keyId name } secret',
    async () => ({
      input: { name: 'one' },
      otherInput: { name: 'one', organizationId: 'org_one' },
      rejected: [{ input: { name: 'one', expiresAt: '2020-01-01T00:00:00Z' }, code: INVALID }],
    }),
    true,
  ),
  graphql(
    'revokeAdminKey',
    'adminKey { keyId revokedAt }',
    async (shop) => ({
      input: { keyId: await shop.adminKey() },
      otherInput: { keyId: await shop.adminKey() },
      rejected: [{ input: { keyId: 'none' }, code: NONE }],
    }),
    true,
  ),
  graphql(
    'appointOperator',
    'operator { personId email }',
    async (shop) => ({
      input: { email: (await shop.person()).email },
      otherInput: { email: (await shop.person()).email },
      rejected: [{ input: { email: 'nobody@people.test' }, code: NONE }],
    }),
    true,
  ),
  graphql(
    'removeOperator',
    'operator { personId email }',
    async (shop) => ({
      input: { personId: await shop.operator() },
      otherInput: { personId: await shop.operator() },
      rejected: [{ input: { personId: 'none' }, code: NONE }],
    }),
    true,
  ),
  graphql(
    'createErrorMapping',
    ofMapping,
    async () => {
      const input = gsmInput();
      return {
        input,
        otherInput: { ...input, decision: 'requeue' },
        rejected: [{ input: { ...input, code: 'x'.repeat(300) }, code: INVALID }],
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
        otherInput: { merchantId, merchantName: 'Acme' },
        rejected: [{ input: { merchantId: shop.merchantId }, code: TAKEN }],
      };
    },
    true,
  ),
  graphql('updateMerchantAccount', ofMerchant, async (shop) =>
    updateInput('merchantId', shop.merchantId, { merchantName: fresh('Acme') }, { merchantName: 'Other' }),
  ),
  graphql('rotatePublishableKey', `${ofMerchant.slice(0, -1)} previousPublishableKey }`, async (shop) => ({
    input: { merchantId: shop.merchantId },
    otherInput: { merchantId: shop.merchantId, gracePeriodSeconds: 0 },
    rejected: [
      { input: { merchantId: 'none' }, code: NONE },
      { input: { merchantId: shop.merchantId, gracePeriodSeconds: -1 }, code: INVALID },
    ],
  })),
  graphql('savePaymentMethod', ofMethod, async (shop) => {
    const input = { customerId: await shop.customer(), paymentMethod: 'card', card: cardInput };
    return {
      input,
      otherInput: { ...input, recurringEnabled: true },
      rejected: [{ input: { ...input, customerId: 'none' }, code: NONE }],
    };
  }),
  graphql('createCollectLink', 'collectLink { pmCollectLinkId link customerId }', async (shop) => {
    const input = { customerId: await shop.customer(), sessionExpiry: 60 };
    return {
      input,
      otherInput: { ...input, sessionExpiry: 61 },
      rejected: [{ input: { ...input, customerId: 'none' }, code: NONE }],
    };
  }),
  graphql('mailCollectLink', 'customer { customerId }', async (shop) => {
    const input = { pmCollectLinkId: await collectLink(shop) };
    return {
      input,
      otherInput: { ...input, locale: 'de' },
      rejected: [
        { input: { pmCollectLinkId: await collectLink(shop, ended) }, code: STATE },
        { input: { pmCollectLinkId: 'none' }, code: NONE },
      ],
    };
  }),
  graphql(
    'requestPaymentMethodExport',
    'paymentMethodExport { exportId status publicKey requestedBy }',
    async () => ({
      input: { publicKey: receiversKeys[0] },
      otherInput: { publicKey: receiversKeys[1] },
      rejected: [{ input: { publicKey: 'no key' }, code: 'invalid_parameter' }],
    }),
  ),
  graphql('stopPaymentMethodExport', 'paymentMethodExport { exportId status }', async (shop) => ({
    input: { exportId: await shop.paymentMethodExport() },
    otherInput: { exportId: await shop.paymentMethodExport() },
    rejected: [{ input: { exportId: 'vex_none' }, code: NONE }],
  })),
  graphql('createDomain', 'domain { domainId domainName status }', async () => ({
    input: { domainName: newDomain() },
    otherInput: { domainName: newDomain() },
    rejected: [{ input: { domainName: 'com' }, code: 'invalid_parameter' }],
  })),
  ...(['verifyDomain', 'deleteDomain'] as const).map((name) =>
    graphql(name, 'domain { domainId status }', async (shop) => ({
      input: { domainId: await shop.domain() },
      otherInput: { domainId: await shop.domain() },
      rejected: [{ input: { domainId: 'dom_none' }, code: NONE }],
    })),
  ),
  graphql('createReportSchedule', 'reportSchedule { scheduleId name list hour nextRunAt }', async () => {
    const input = { name: 'Monthly', list: 'refunds', period: 'monthly', timeZone: 'Europe/Berlin' };
    return {
      input,
      otherInput: { ...input, hour: 7 },
      rejected: [{ input: { ...input, timeZone: 'Mars/Base' }, code: 'invalid_parameter' }],
    };
  }),
  graphql('updateReportSchedule', 'reportSchedule { scheduleId name }', async (shop) =>
    updateInput('scheduleId', await shop.reportSchedule(), { name: 'one' }, { name: 'two' }),
  ),
  graphql('deleteReportSchedule', 'reportSchedule { scheduleId name }', async (shop) => ({
    input: { scheduleId: await shop.reportSchedule() },
    otherInput: { scheduleId: await shop.reportSchedule() },
    rejected: [{ input: { scheduleId: 'rps_none' }, code: NONE }],
  })),
  graphql('updatePaymentMethod', ofMethod, async (shop) =>
    updateInput(
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
      otherInput: { paymentMethodId: another },
      rejected: [{ input: { paymentMethodId: 'none' }, code: NONE }],
    };
  }),
  graphql('revokeMandate', 'mandate { mandateId status }', async (shop) => {
    const [mandateId, another] = [await mandateOf(shop), await mandateOf(shop)];
    return {
      input: { mandateId },
      otherInput: { mandateId: another },
      rejected: [{ input: { mandateId: 'none' }, code: NONE }],
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
      otherInput: { ...input, amount: 101 },
      rejected: [
        { input: { ...input, currency: 'XXQ' }, code: INVALID },
        { input: { ...input, mandateId: 'none' }, code: NONE },
      ],
    };
  }),
  graphql('updatePayment', ofPayment, async (shop) => {
    const request = updateInput('paymentId', await openPayment(shop), { amount: 5 }, { amount: 6 });
    const done = await shop.payment();
    return {
      ...request,
      rejected: [...request.rejected, { input: { paymentId: done, amount: 5 }, code: STATE }],
    };
  }),
  graphql('confirmPayment', ofPayment, async (shop) => {
    const profile_id = await profileWithCards(shop);
    const paymentId = await openPayment(shop, { profile_id });
    const input = { paymentId, paymentMethodData: { card: cardInput } };
    return {
      input,
      otherInput: { ...input, metadata: { otherInput: 1 } },
      rejected: [{ input: { paymentId }, code: 'missing_parameter' }],
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
      otherInput: { paymentId, amount: 500 },
      rejected: [{ input: { paymentId: await openPayment(shop) }, code: STATE }],
    };
  }),
  graphql('cancelPayment', ofPayment, async (shop) =>
    updateInput(
      'paymentId',
      await openPayment(shop),
      { cancellationReason: 'A' },
      { cancellationReason: 'B' },
    ),
  ),
  graphql('cancelPaymentRetry', ofPayment, async (shop) => ({
    input: { paymentId: await declinedCharge(shop) },
    otherInput: { paymentId: await declinedCharge(shop) },
    rejected: [
      { input: { paymentId: 'none' }, code: NONE },
      { input: { paymentId: await openPayment(shop) }, code: STATE },
    ],
  })),
  graphql('createPayout', ofPayout, async ({ profileId }) => ({
    input: { amount: 100, currency: 'USD', profileId },
    otherInput: { amount: 101, currency: 'USD', profileId },
    rejected: [{ input: { amount: 100, currency: 'XXQ', profileId }, code: INVALID }],
  })),
  graphql('updatePayout', ofPayout, async (shop) =>
    updateInput('payoutId', await openPayout(shop), { amount: 5 }, { amount: 6 }),
  ),
  graphql('cancelPayout', ofPayout, async (shop) => {
    const [payoutId, another] = [await openPayout(shop), await openPayout(shop)];
    return {
      input: { payoutId, cancellationReason: 'A' },
      otherInput: { payoutId: another },
      rejected: [{ input: { payoutId: 'none' }, code: NONE }],
    };
  }),
  graphql('mailPaymentLink', ofPayment, async (shop) => {
    const input = { paymentId: await paymentWithLink(shop) };
    return {
      input,
      otherInput: { ...input, locale: 'de' },
      rejected: [
        { input: { paymentId: await openPayment(shop) }, code: STATE },
        { input: { paymentId: 'none' }, code: NONE },
      ],
    };
  }),
  graphql('mailPayoutLink', ofPayout, async (shop) => {
    const input = { payoutId: await payoutWithLink(shop) };
    return {
      input,
      otherInput: { ...input, locale: 'de' },
      rejected: [{ input: { payoutId: await openPayout(shop) }, code: STATE }],
    };
  }),
  graphql('createRefund', ofRefund, async (shop) => {
    const { paymentId } = await shop.paidPayment();
    return {
      input: { paymentId, amount: 100 },
      otherInput: { paymentId, amount: 200 },
      rejected: [{ input: { paymentId, amount: 100_000 }, code: 'amount_exceeds_available' }],
    };
  }),
  graphql('updateRefund', ofRefund, async (shop) => {
    const { paymentId } = await shop.paidPayment();
    return updateInput('refundId', await shop.refund(paymentId), { reason: 'A' }, { reason: 'B' });
  }),
  graphql('redeliverWebhook', ofDelivery, async (shop) => {
    const profile_id = await profileWithEndpoint(shop);
    const [eventId, another] = [await shop.event({ profile_id }), await shop.event({ profile_id })];
    return {
      input: { eventId },
      otherInput: { eventId: another },
      rejected: [
        { input: { eventId: 'none' }, code: NONE },
        { input: { eventId: await shop.event() }, code: STATE },
      ],
    };
  }),
  graphql('checkEligibility', 'eligibility { paymentId sdkNextAction { nextAction } }', async (shop) => {
    const profile_id = await profileWithCards(shop);
    const paymentId = fresh('pay');
    const clientSecret = `${paymentId}_secret_abcdefghijklmnopqrst`;
    await openPayment(shop, { payment_id: paymentId, profile_id, client_secret: clientSecret });
    const input = { paymentId, clientSecret, paymentMethodData: { card: cardInput } };
    return {
      input,
      otherInput: { ...input, paymentMethodType: 'card' },
      rejected: [{ input: { ...input, paymentMethodType: 'wallet' }, code: INVALID }],
    };
  }),
  graphql('checkGiftCardBalance', 'giftCardBalance { paymentId last4 balance }', async (shop) => {
    const profile_id = await profileWithGiftCards(shop);
    const paymentId = await openPayment(shop, { payment_id: fresh('pay'), profile_id });
    const input = { paymentId, paymentMethodData: { giftCard } };
    const wrongPin = { givex: { ...giftCard.givex, cvc: '1' } };
    return {
      input,
      otherInput: { ...input, paymentMethodData: { giftCard: wrongPin } },
      rejected: [{ input: { ...input, paymentId: 'none' }, code: NONE }],
    };
  }),
  graphql('createEphemeralKey', 'ephemeralKey { id customerId } secret', async (shop) => ({
    input: { customerId: await shop.customer() },
    otherInput: { customerId: await shop.customer() },
    rejected: [{ input: { customerId: 'none' }, code: NONE }],
  })),
  graphql('deleteEphemeralKey', 'ephemeralKey { id customerId }', async (shop) => {
    const customer = await shop.customer();
    return {
      input: { ephemeralKeyId: await shop.customersKey(customer) },
      otherInput: { ephemeralKeyId: await shop.customersKey(customer) },
      rejected: [{ input: { ephemeralKeyId: 'none' }, code: NONE }],
    };
  }),
  graphql('createNote', ofNote, async (shop) => {
    const input = { paymentId: await shop.payment(), text: 'The customer called.' };
    return {
      input,
      otherInput: { ...input, text: 'The customer called again.' },
      rejected: [
        { input: { ...input, text: ' ' }, code: INVALID },
        { input: { ...input, text: 'They paid with 4242 4242 4242 4242.' }, code: INVALID },
        { input: { ...input, paymentId: 'none' }, code: NONE },
      ],
    };
  }),
  graphql('deleteNote', ofNote, async (shop) => {
    const paymentId = await shop.payment();
    return {
      input: { noteId: await shop.note(paymentId) },
      otherInput: { noteId: await shop.note(paymentId) },
      rejected: [{ input: { noteId: 'none' }, code: NONE }],
    };
  }),
  graphql('markNotificationRead', 'notification { notificationId read }', async (shop) => ({
    input: { notificationId: await shop.notification() },
    otherInput: { notificationId: await shop.notification() },
    rejected: [{ input: { notificationId: 'none' }, code: NONE }],
  })),
  graphql('markAllNotificationsRead', 'result { marked }', async (shop) => {
    await shop.notification();
    return { input: { kind: 'dispute_due' }, otherInput: {}, rejected: [] };
  }),
  graphql('saveEvidenceDraft', ofDispute, async (shop) => {
    const input = { disputeId: await disputeOf(shop), evidence: 'Delivered on Monday.' };
    const closed = await shop.dispute(await shop.payment(), { dispute_status: 'dispute_lost' });
    return {
      input,
      otherInput: { ...input, evidence: 'Delivered on Tuesday.' },
      rejected: [
        { input: { ...input, evidenceFiles: [{ field: 'receipt', fileId: 'evf_none' }] }, code: INVALID },
        { input: { ...input, evidenceFields: { receipt: 1 } }, code: INVALID },
        { input: { ...input, disputeId: closed }, code: STATE },
        { input: { ...input, disputeId: 'none' }, code: NONE },
      ],
    };
  }),
  graphql('addToBlocklist', ofEntry, async () => ({
    input: { type: 'card_bin', data: '400000' },
    otherInput: { type: 'extended_card_bin', data: '40000000' },
    rejected: [{ input: { type: 'card_bin', data: '4000' }, code: INVALID }],
  })),
  graphql('removeFromBlocklist', ofEntry, async (shop) => ({
    input: { type: 'fingerprint', data: await shop.blocklistEntry() },
    otherInput: { type: 'fingerprint', data: await shop.blocklistEntry() },
    rejected: [{ input: { type: 'fingerprint', data: 'none' }, code: NONE }],
  })),
  graphql('advanceTestClock', 'testClock { merchantId advancedBy }', async (shop) => {
    await shop.testOnly();
    return {
      input: { seconds: 60 },
      otherInput: { seconds: 120 },
      rejected: [{ input: { seconds: 0 }, code: INVALID }],
    };
  }),
  graphql('createValueList', 'valueList { listId name kind }', async () => ({
    input: { name: fresh('values'), kind: 'bin' },
    otherInput: { name: fresh('values'), kind: 'email' },
    rejected: [{ input: { name: 'list_one', kind: 'bin' }, code: INVALID }],
  })),
  graphql('addListEntries', 'result { added entryIds }', async (shop) => {
    const listId = await shop.valueList();
    return {
      input: { listId, entries: [{ value: '424242' }] },
      otherInput: { listId, entries: [{ value: '400000' }] },
      rejected: [
        { input: { listId, entries: [{ value: '4' }] }, code: INVALID },
        { input: { listId: 'none', entries: [{ value: '424242' }] }, code: NONE },
      ],
    };
  }),
  graphql('deleteValueList', 'valueList { listId name }', async (shop) => ({
    input: { listId: await shop.valueList() },
    otherInput: { listId: await shop.valueList() },
    rejected: [{ input: { listId: 'none' }, code: NONE }],
  })),
  graphql('deleteListEntry', 'listEntry { entryId listId hint }', async (shop) => {
    const listId = await shop.valueList();
    return {
      input: { listId, entryId: await shop.listEntry(listId) },
      otherInput: { listId, entryId: await shop.listEntry(listId) },
      rejected: [{ input: { listId: 'none', entryId: await shop.listEntry(listId) }, code: NONE }],
    };
  }),
  graphql('toggleBlocklist', 'blocklist { blocklistGuardStatus }', async () => ({
    input: { status: false },
    otherInput: { status: true },
    rejected: [],
  })),
  graphql('createRoutingConfiguration', ofRouting, async (shop) => {
    const input = { profileId: shop.profileId, name: 'one' };
    const single = { single: { account: { connector: 'scripted' } } };
    return {
      input: { ...input, routing: single },
      otherInput: { ...input, algorithm: { type: 'single', data: 'scripted' } },
      rejected: [
        { input, code: 'missing_parameter' },
        { input: { ...input, routing: single, profileId: 'none' }, code: NONE },
        {
          input: { ...input, routing: { single: { account: { connector: 'elsewhere' } } } },
          code: INVALID,
        },
      ],
    };
  }),
  graphql('createRuleset', ofRuleset, async (shop) => {
    const rules = [{ name: 'always', then: { connectors: ['scripted'] } }];
    const input = { profileId: shop.profileId, name: 'one', decision: 'payment_routing', rules };
    return {
      input,
      otherInput: { ...input, name: 'two' },
      rejected: [
        { input: { ...input, rules: [{ name: 'always' }] }, code: 'missing_parameter' },
        { input: { ...input, rules: [{ name: 'a', then: { connectors: ['elsewhere'] } }] }, code: INVALID },
        { input: { ...input, profileId: 'none' }, code: NONE },
      ],
    };
  }),
  graphql('activateRuleset', ofRuleset, async (shop) => {
    const rules = [{ name: 'always', then: { connectors: ['scripted'] } }];
    return {
      input: { rulesetId: await shop.ruleset({ rules }) },
      otherInput: { rulesetId: await shop.ruleset({ rules }) },
      rejected: [{ input: { rulesetId: 'none' }, code: NONE }],
    };
  }),
  graphql('deactivateRuleset', ofRuleset, async (shop) => {
    const active = async () =>
      shop.ruleset({ profile_id: await shop.profile(), status: 'active', activated_at: new Date() });
    return {
      input: { rulesetId: await active() },
      otherInput: { rulesetId: await active() },
      rejected: [{ input: { rulesetId: await shop.ruleset() }, code: STATE }],
    };
  }),
  graphql('replayRuleset', 'ruleReplay { replayId status }', async (shop) => {
    const rules = [{ name: 'always', then: { connectors: ['scripted'] } }];
    const rulesetId = await shop.ruleset({ rules });
    const input = { rulesetId, createdGte: '2026-01-01T00:00:00Z', createdLt: '2026-01-02T00:00:00Z' };
    return {
      input,
      otherInput: { ...input, createdLt: '2026-01-03T00:00:00Z' },
      rejected: [
        { input: { ...input, createdLt: input.createdGte }, code: INVALID },
        { input: { ...input, rulesetId: 'none' }, code: NONE },
      ],
    };
  }),
  graphql('evaluateRules', 'evaluation { results { rule why } }', async (shop) => {
    const payment = { amount: 100, currency: 'USD', payment_method: 'card' };
    const input = { profileId: shop.profileId, payment };
    return {
      input,
      otherInput: { ...input, payment: { ...payment, amount: 101 } },
      rejected: [
        { input: { profileId: shop.profileId }, code: 'missing_parameter' },
        { input: { ...input, payment: { ...payment, country: 'Germany' } }, code: INVALID },
        { input: { ...input, rulesetId: 'none' }, code: NONE },
      ],
    };
  }),
  graphql('activateRoutingConfiguration', ofRouting, async (shop) => {
    const algorithm = { type: 'single', data: 'scripted' };
    return {
      input: { routingId: await shop.routingConfiguration({ algorithm }) },
      otherInput: { routingId: await shop.routingConfiguration({ algorithm }) },
      rejected: [{ input: { routingId: 'none' }, code: NONE }],
    };
  }),
  graphql('deactivateRouting', ofRouting, async (shop) => {
    const profiles = [await shop.profile(), await shop.profile()];
    for (const profile_id of profiles) await shop.routingConfiguration({ profile_id, active: true });
    return {
      input: { profileId: profiles[0] },
      otherInput: { profileId: profiles[1] },
      rejected: [{ input: { profileId: await shop.profile() }, code: STATE }],
    };
  }),
  graphql('evaluateRouting', 'evaluation { evaluatedOutput { connector } decidedBy }', async (shop) => {
    const parameters = { amount: 100, currency: 'USD', paymentMethod: 'card' };
    const input = { profileId: shop.profileId, parameters };
    return {
      input,
      otherInput: { ...input, parameters: { ...parameters, amount: 101 } },
      rejected: [{ input: { ...input, routingId: 'none' }, code: NONE }],
    };
  }),
  graphql('createWebhookEndpoint', 'webhookEndpoint { endpointId url description } secret', async (shop) => ({
    input: { url: 'https://shop.example/one', profileId: shop.profileId },
    otherInput: { url: 'https://shop.example/two', profileId: shop.profileId },
    rejected: [{ input: { url: 'https://10.0.0.1/', profileId: shop.profileId }, code: INVALID }],
  })),
  graphql('updateWebhookEndpoint', 'webhookEndpoint { endpointId description }', async (shop) =>
    updateInput('endpointId', await shop.webhookEndpoint(), { description: 'one' }, { description: 'two' }),
  ),
  graphql('rotateWebhookSecret', 'webhookEndpoint { endpointId } secret', async (shop) =>
    updateInput('endpointId', await shop.webhookEndpoint(), { overlapSeconds: 60 }, { overlapSeconds: 0 }),
  ),
  graphql('deleteWebhookEndpoint', 'webhookEndpoint { endpointId url }', async (shop) => ({
    input: { endpointId: await shop.webhookEndpoint() },
    otherInput: { endpointId: await shop.webhookEndpoint() },
    rejected: [{ input: { endpointId: 'whe_none' }, code: NONE }],
  })),
  graphql('replayWebhooks', 'webhookReplay { profileId createdFrom createdTo eventCount }', async (shop) => {
    const profileId = await profileWithEndpoint(shop);
    await shop.event({ profile_id: profileId });
    const createdFrom = '2020-01-01T00:00:00Z';
    return {
      input: { profileId, createdFrom },
      otherInput: { profileId, createdFrom, eventTypes: ['refund_failed'] },
      rejected: [
        { input: { profileId: 'none', createdFrom }, code: NONE },
        { input: { profileId: shop.profileId, createdFrom }, code: STATE },
        { input: { profileId, createdFrom, createdTo: createdFrom }, code: INVALID },
      ],
    };
  }),
  graphql('sendTestWebhook', ofDelivery, async (shop) => {
    const profileId = await profileWithEndpoint(shop);
    return {
      input: { profileId },
      otherInput: { profileId, eventType: 'refund_failed' },
      rejected: [
        { input: { profileId: 'none' }, code: NONE },
        { input: { profileId: shop.profileId }, code: STATE },
      ],
    };
  }),
];
