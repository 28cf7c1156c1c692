import { addressesOf, attachCustomer, noteAddress } from '../customers/attach-customer.ts';
import { Payment } from '../entities/payment.ts';
import { paymentStates } from '../entities/states/payment-states.ts';
import type { Context, WritingContext } from '../foundation/context.ts';
import { Problem } from '../foundation/errors.ts';
import { requireState } from '../foundation/state-machine.ts';
import { detailsGiven } from '../payment-methods/method-details.ts';
import { applyChanges } from '../writes/apply-changes.ts';
import { inTransaction, lock } from '../writes/transactions.ts';
import { confirmLocked, runConfirmation } from './authorize/confirm-payment.ts';
import { requireSession } from './customer/customer-session.ts';
import type { PaymentUpdate } from './payment-inputs.ts';
import { copied, preparePayment } from './prepare-payment.ts';

/**
 * When a parameter of an update may change a payment: `always`; `once`, for what a payment has none of yet; or
 * `before_charge`, while nothing of it is charged or being charged.
 */
type Changeable = 'always' | 'once' | 'before_charge';

/** Every parameter of an update, with when it may change a payment. */
export const updateTimes: Readonly<Record<keyof PaymentUpdate, Changeable>> = {
  description: 'always',
  metadata: 'always',
  feature_metadata: 'always',
  merchant_order_reference_id: 'always',
  customer_id: 'once',
  customer: 'once',
  amount: 'before_charge',
  currency: 'before_charge',
  shipping_cost: 'before_charge',
  order_tax_amount: 'before_charge',
  surcharge_details: 'before_charge',
  email: 'before_charge',
  name: 'before_charge',
  phone: 'before_charge',
  billing: 'before_charge',
  shipping: 'before_charge',
  frm_metadata: 'before_charge',
  connector_metadata: 'before_charge',
  return_url: 'before_charge',
  authentication_type: 'before_charge',
  capture_method: 'before_charge',
  capture_on: 'before_charge',
  setup_future_usage: 'before_charge',
  off_session: 'before_charge',
  payment_channel: 'before_charge',
  statement_descriptor_name: 'before_charge',
  statement_descriptor_suffix: 'before_charge',
  order_details: 'before_charge',
  payment_method: 'before_charge',
  payment_method_type: 'before_charge',
  payment_method_data: 'before_charge',
  payment_method_id: 'before_charge',
  payment_token: 'before_charge',
  card_cvc: 'before_charge',
  payment_experience: 'before_charge',
  allowed_payment_method_types: 'before_charge',
  browser_info: 'before_charge',
  mandate_id: 'before_charge',
  mandate_data: 'before_charge',
  split_payments: 'before_charge',
  business_country: 'before_charge',
  business_label: 'before_charge',
  business_sub_label: 'before_charge',
  force_3ds_challenge: 'before_charge',
  psd2_sca_exemption_type: 'before_charge',
  is_iframe_redirection_enabled: 'before_charge',
  request_external_three_ds_authentication: 'before_charge',
  request_incremental_authorization: 'before_charge',
  request_extended_authorization: 'before_charge',
  session_expiry: 'before_charge',
  payment_link: 'before_charge',
  payment_link_config: 'before_charge',
  payment_link_config_id: 'before_charge',
  confirm: 'before_charge',
};

/**
 * Updates a payment. What describes it may change in every status, and a customer be attached where it has none; all else
 * before it is charged. With `confirm: true` it is confirmed in the same transaction, as `confirmPayment` does; if that
 * fails, nothing changes. A failed payment that may be retried takes another method, and then waits to be confirmed; one
 * whose challenge is open takes one with `confirm: true`, which replaces the challenge. Specification: endpoint 1.
 *
 * @throws {Problem} `resource_not_found` for the payment, customer or saved method; `unexpected_state`, whose `param` is the
 * first parameter that cannot change in the payment's status, also once it has expired; `invalid_parameter` and
 * `parameters_exclusive` for conflicting values; and, with `confirm: true`, everything `confirmPayment` throws.
 */
export async function updatePayment(ctx: Context, paymentId: string, changes: PaymentUpdate): Promise<void> {
  const calls = await inTransaction(ctx, async (tx) => {
    const payment = await lock(tx, Payment, paymentId);
    requireState('payment', paymentStates, 'update', payment.status);
    // A request with the admin key may name no merchant: scope it to the payment's.
    const own = { ...tx, merchantId: payment.merchant_id };
    const [other] = beyondDescribing(payment, changes);
    payment.updated = tx.ports.now();
    if (!other) {
      await describe(own, payment, changes);
      return null;
    }
    requireChangeable(payment, changes, other);
    const confirms = changes.confirm === true;
    requireSession(tx, payment, confirms ? 'confirmed' : 'updated');
    const isOpen = (paymentStates.initial as readonly string[]).includes(payment.status);
    if (confirms) return confirmLocked(own, payment, changes, isOpen ? 'update' : 'confirm');
    await preparePayment(own, payment, changes, 'update');
    return null;
  });
  if (calls) await runConfirmation(ctx, calls, changes);
}

/** The parameters of a request that change more of a payment than its description. */
function beyondDescribing(payment: Payment, changes: PaymentUpdate): (keyof PaymentUpdate)[] {
  const names = Object.keys(changes) as (keyof PaymentUpdate)[];
  return names.filter((name) => {
    if (changes[name] === undefined || updateTimes[name] === 'always') return false;
    if (name === 'confirm') return changes.confirm === true;
    return updateTimes[name] !== 'once' || Boolean(payment.customer_id);
  });
}

/** Changes a payment's description, and attaches its customer. Its money, method and status do not change. */
async function describe(tx: WritingContext, payment: Payment, changes: PaymentUpdate): Promise<void> {
  const { confirm: _confirm, customer, customer_id, ...fields } = changes;
  const addresses = addressesOf(payment);
  applyChanges(tx, payment, fields);
  const chosen = { customer, customer_id };
  const ofCustomer = await attachCustomer(tx, payment, chosen, copied);
  noteAddress(tx, payment, addresses, chosen, { isNew: false, ofCustomer });
}

/**
 * Checks that a payment's status permits a request that changes more than its description.
 *
 * @throws {Problem} `unexpected_state` for `param`; `parameters_exclusive` for what a redirect brought back.
 */
function requireChangeable(payment: Payment, changes: PaymentUpdate, param: keyof PaymentUpdate): void {
  const { manual_retry_allowed, status } = payment;
  const confirms = changes.confirm === true;
  switch (status) {
    case 'requires_payment_method':
    case 'requires_confirmation':
      return;
    case 'failed':
      if (!manual_retry_allowed) throw refused(payment, param, 'and the payment cannot be retried');
      if (!confirms && !givesMethod(changes))
        throw refused(payment, param, 'unless the request also gives a payment method, or has confirm true');
      return;
    case 'requires_customer_action':
      if (!confirms)
        throw refused(
          payment,
          param,
          'unless the request has confirm true, which replaces the open challenge',
        );
      if (changes.feature_metadata?.redirect_response) throw completes();
      return;
    default:
      throw refused(payment, param, updateTimes[param] === 'once' ? 'and the payment has a customer' : null);
  }
}

const always = Object.entries(updateTimes).flatMap(([name, time]) => (time === 'always' ? [name] : []));

const refused = ({ status }: Payment, param: string, why: string | null): Problem =>
  new Problem(
    'unexpected_state',
    `The payment is in status ${status}: ${param} cannot be changed any more${why ? `, ${why}` : ''}. Leave it out; ${always.join(', ')} may change in every status.`,
    { param },
  );

/** Confirming would end the challenge that the customer came back from. */
const completes = (): Problem =>
  new Problem(
    'parameters_exclusive',
    'Give either confirm or feature_metadata.redirect_response, not both. To complete the payment with the parameters of the redirect, confirm it (POST /payments/{payment_id}/confirm).',
    { param: 'feature_metadata.redirect_response' },
  );

/** Whether a request gives a complete payment method. */
const givesMethod = (given: PaymentUpdate): boolean =>
  Boolean(
    given.payment_method_data?.card ||
      detailsGiven(given.payment_method_data) ||
      given.payment_token ||
      given.payment_method_id ||
      given.mandate_id,
  );
