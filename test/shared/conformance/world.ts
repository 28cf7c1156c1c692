import { Attempt } from '../../../src/core/entities/attempt.ts';
import { BusinessProfile } from '../../../src/core/entities/business-profile.ts';
import { Capture } from '../../../src/core/entities/capture.ts';
import { ConnectorAccount } from '../../../src/core/entities/connector-account.ts';
import { Customer } from '../../../src/core/entities/customer.ts';
import { Dispute } from '../../../src/core/entities/dispute.ts';
import { MerchantAccount } from '../../../src/core/entities/merchant-account.ts';
import { Payment } from '../../../src/core/entities/payment.ts';
import { PaymentMethod } from '../../../src/core/entities/payment-method.ts';
import { Payout } from '../../../src/core/entities/payout.ts';
import { PayoutAttempt } from '../../../src/core/entities/payout-attempt.ts';
import { Refund } from '../../../src/core/entities/refund.ts';
import type { DescribedClass } from '../../../src/core/model/index.ts';
import { insertRow, type Values } from '../../kit/insert.ts';
import { type SeededMerchant, seedMerchant } from '../../kit/seed.ts';
import type { TestService } from '../../kit/service.ts';
import { fullRow } from './rows.ts';

/** A merchant with one object of each kind, and their identifiers. */
export interface World {
  readonly shop: SeededMerchant;
  readonly customerId: string;
  readonly profileId: string;
  readonly connectorId: string;
  readonly methodId: string;
  /** A succeeded payment; in the full world with a refund, dispute, attempt and capture. */
  readonly refundId: string;
  /** A new payment that can be updated. */
  readonly openPaymentId: string;
  readonly clientSecret: string;
  readonly openPayoutId: string;
  readonly confirmedPayoutId: string;
  /** A payment that waits for authentication. */
  readonly waitingPaymentId: string;
}

/** A merchant whose rows have a value in every visible column. */
export const fullWorld = (service: TestService): Promise<World> => world(service, fullRow);

/** A merchant whose rows have only required columns. */
export const sparseWorld = (service: TestService): Promise<World> =>
  world(service, (_target, values) => values);

type MakeRow = (target: DescribedClass, values: Values) => Values;

/** Names for a world's merchant and objects; unique by default. */
interface Naming {
  readonly merchantId?: string;
  /** The end of every object's identifier. */
  readonly suffix?: string;
}

/** Draft evidence. */
const draft = {
  evidence: 'something',
  evidence_fields: { receipt: 'something' },
  evidence_files: [{ field: 'receipt', file_id: 'evf_1' }],
  defence_reason: 'something',
  ...{ author_type: 'person', author_id: 'per_1', author_name: 'something' },
  saved_at: '2026-01-31T09:30:00.000Z',
};

/** A merchant whose rows get their values from the caller's function. */
export async function world(service: TestService, make: MakeRow, naming: Naming = {}): Promise<World> {
  const { merchant_id: _, publishable_key: __, ...account } = make(MerchantAccount, {});
  const active = {
    ...{ suspended_at: null, suspension_reason: null, previous_publishable_key: null },
    ...{ is_recon_enabled: true, recon_status: 'active' },
  };
  const { merchantId } = naming;
  const named = merchantId === undefined ? {} : { merchant_id: merchantId };
  const shop = await seedMerchant(service, { ...account, ...active, ...named });
  const own = { merchant_id: shop.merchantId };
  const add = async (target: DescribedClass, values: Values) =>
    insertRow(service, target, make(target, { ...own, ...values }));
  const now = new Date();
  const sessionEnd = new Date(now.getTime() + 900_000);
  const suffix = naming.suffix ?? shop.merchantId.slice(-12);
  const clientSecret = `pay_open_${suffix}_secret_${'x'.repeat(20)}`;

  const profileId = shop.profileId;
  const fullProfile = `pro_full_${suffix}`;
  await shop.profile(make(BusinessProfile, { ...own, profile_id: fullProfile }));
  const connectorId = await shop.connector(
    make(ConnectorAccount, {
      ...own,
      merchant_connector_id: `mca_${suffix}`,
      profile_id: profileId,
      disabled: false,
      status: 'active',
      connector_name: 'sandbox',
    }),
  );
  const customerId = await shop.customer(
    make(Customer, { ...own, customer_id: `cus_${suffix}`, deleted_at: null }),
  );
  const methodId = await shop.paymentMethod(
    customerId,
    make(PaymentMethod, {
      ...own,
      payment_method_id: `pm_${suffix}`,
      customer_id: customerId,
      status: 'active',
    }),
  );

  const paid = {
    customer_id: customerId,
    profile_id: profileId,
    amount: 1000,
    net_amount: 1000,
    amount_refunded: 0,
    currency: 'USD',
  };
  const paymentId = await shop.payment(
    make(Payment, {
      ...own,
      ...paid,
      payment_id: `pay_done_${suffix}`,
      status: 'succeeded',
      amount_capturable: 0,
      amount_received: 1000,
    }),
  );
  const attemptId = `${paymentId}_1`;
  await shop.attempt(paymentId, make(Attempt, { ...own, payment_id: paymentId, attempt_id: attemptId }));
  await shop.capture(
    paymentId,
    attemptId,
    make(Capture, {
      ...own,
      payment_id: paymentId,
      authorized_attempt_id: attemptId,
      capture_id: `cap_${suffix}`,
    }),
  );
  const refundId = await shop.refund(
    paymentId,
    make(Refund, { ...own, payment_id: paymentId, refund_id: `ref_${suffix}` }),
  );
  await shop.dispute(
    paymentId,
    make(Dispute, { ...own, payment_id: paymentId, dispute_id: `dsp_${suffix}`, evidence_draft: draft }),
  );
  const openPaymentId = await shop.payment(
    make(Payment, {
      ...own,
      ...paid,
      payment_id: `pay_open_${suffix}`,
      status: 'requires_payment_method',
      amount_capturable: 0,
      amount_received: 0,
      client_secret: clientSecret,
      created: now,
      expires_on: sessionEnd,
    }),
  );

  let accounts = 0;
  const authenticating = `pro_auth_${suffix}`;
  const authentication_connector_details = {
    authentication_connectors: ['sandbox'],
    three_ds_requestor_url: 'https://shop.example',
    three_ds_requestor_app_url: 'shop://back',
  };
  await shop.profile({ profile_id: authenticating, authentication_connector_details });
  const tested = {
    connector_name: 'sandbox',
    test_mode: true,
    disabled: false,
    status: 'active',
    metadata: {},
  };
  const fullAccount = (values: Values) => {
    accounts += 1;
    return make(ConnectorAccount, { ...own, merchant_connector_id: `mca_${accounts}_${suffix}`, ...values });
  };
  const authenticator = { connector_type: 'authentication_processor', profile_id: authenticating };
  await shop.connector(fullAccount({ ...tested, ...authenticator }));
  const waitingPaymentId = await shop.payment({
    ...paid,
    payment_id: `pay_waits_${suffix}`,
    profile_id: authenticating,
    status: 'requires_customer_action',
    amount_received: 0,
    attempt_count: 1,
    next_action: { type: 'three_ds_invoke' },
    request_external_three_ds_authentication: true,
    payment_method: 'card',
    payment_method_data: { card: { last4: '4242', card_exp_month: '12', card_exp_year: '2039' } },
    card_number: '4242424242424242',
    client_secret: clientSecret,
  });
  const waitingAttempt = { attempt_id: `${waitingPaymentId}_1`, status: 'authentication_pending' };
  const through = { connector: 'sandbox', merchant_connector_id: connectorId };
  await shop.attempt(waitingPaymentId, { ...waitingAttempt, ...through });

  const sender = await shop.connector(
    fullAccount({
      ...tested,
      connector_type: 'payout_processor',
      profile_id: profileId,
      // Complete, like every object compared with the specification, and wide enough to send the payouts.
      payment_methods_enabled: [
        {
          payment_method: 'card',
          payment_method_types: ['credit', 'debit'],
          payment_method_issuers: ['something'],
          payment_schemes: ['Visa'],
          accepted_currencies: { type: 'enable_only', list: ['USD'] },
          accepted_countries: { type: 'disable_only', list: ['FR'] },
          minimum_amount: 1,
          maximum_amount: 100_000,
          recurring_enabled: true,
          installment_payment_enabled: true,
        },
      ],
    }),
  );
  // Its routing and destination, so that it can be fulfilled.
  const sendable = {
    payout_type: 'card',
    payout_method_data: {
      card: {
        card_issuer: 'Bank',
        card_network: 'Visa',
        card_type: 'CREDIT',
        card_issuing_country: 'US',
        bank_code: 'something',
        last4: '4242',
        card_isin: '424242',
        card_extended_bin: '42424242',
        card_exp_month: '12',
        card_exp_year: '2039',
        card_holder_name: 'Ann Example',
      },
    },
    card_number: '4242424242424242',
    routing: { type: 'single', data: { connector: 'sandbox', merchant_connector_id: sender } },
  };
  const payout = async (name: string, status: string) => {
    const payoutId = `po_${name}_${suffix}`;
    const required = { amount: 1000, currency: 'USD', created: now, updated: now, expires_on: sessionEnd };
    await add(Payout, {
      ...required,
      payout_id: payoutId,
      customer_id: customerId,
      profile_id: profileId,
      merchant_connector_id: sender,
      status,
      ...sendable,
    });
    const attempt = {
      attempt_id: `${payoutId}_1`,
      payout_id: payoutId,
      status,
      amount: 1000,
      currency: 'USD',
    };
    await add(PayoutAttempt, { ...attempt, created_at: now, modified_at: now });
    return payoutId;
  };
  return {
    shop,
    customerId,
    profileId: fullProfile,
    connectorId,
    methodId,
    refundId,
    openPaymentId,
    clientSecret,
    openPayoutId: await payout('open', 'requires_confirmation'),
    confirmedPayoutId: await payout('confirmed', 'requires_fulfillment'),
    waitingPaymentId,
  };
}
