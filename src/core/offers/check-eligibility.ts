import { cardFingerprints, displayOfNumber } from '../cards/card.ts';
import { Payment } from '../entities/payment.ts';
import { PaymentMethodDataInput, PaymentMethodKind } from '../entities/values/payment-method-data.ts';
import type { Context, WritingContext } from '../foundation/context.ts';
import { invalidParameter, Problem } from '../foundation/errors.ts';
import * as f from '../model/fields.ts';
import { enumeration, Input, ValueObject, type ValueOf } from '../model/index.ts';
import { SurchargeQuote } from '../payment-methods/customer-payment-method.ts';
import { detailsGiven, kindOfData, shownData } from '../payment-methods/method-details.ts';
import type { QuotedTotal } from '../payment-methods/quote-surcharge.ts';
import { isOnBlocklist, namesOfNumber } from '../payments/authorize/card-testing-guard.ts';
import { brandOf } from '../payments/method/method-data.ts';
import { paidWith, payableOf } from '../wallets/payable.ts';
import { paymentOfSecret } from '../wallets/payment-of-secret.ts';
import { inTransaction, lock } from '../writes/transactions.ts';

@Input({ about: 'A payment method to check before a payment is confirmed with it.' })
export class EligibilityRequest {
  @f.Text("The payment's client secret.", { required: true, max: 256, holds: 'token' })
  client_secret!: string;
  @f.Enumeration(() => PaymentMethodKind, 'Kind of payment method, the same as in `payment_method_data`.')
  payment_method_type?: ValueOf<typeof PaymentMethodKind> | null;
  @f.Text(
    'Type of a card, such as `credit`, as the confirmation will give it in `payment_method_type`; the details of other methods have their type.',
    { holds: 'code' },
  )
  payment_method_subtype?: string | null;
  @f.NestedObject(() => PaymentMethodDataInput, 'The payment method, under the name of its kind.', {
    required: true,
    redirectsNothing: 'of_customer',
  })
  payment_method_data!: PaymentMethodDataInput;
}

export const EligibilityAction = enumeration('EligibilityAction', 'Action of a page with a payment method.', {
  confirm: 'Confirm the payment with it.',
  deny: 'Ask for another: confirming would be refused.',
});

@ValueObject({ about: 'Next action of the page.' })
export class EligibilityNextAction {
  @f.Enumeration(() => EligibilityAction, 'The action.', { required: true })
  next_action!: ValueOf<typeof EligibilityAction>;
  @f.Text('Reason for the refusal, for the customer; null if the payment may be confirmed.') message?:
    | string
    | null;
}

@ValueObject({ about: 'Whether a payment can be paid with a payment method.' })
export class PaymentEligibility {
  @f.Id('The payment.', { required: true }) payment_id!: string;
  @f.NestedObject(() => EligibilityNextAction, 'Next action of the page.', { required: true })
  sdk_next_action!: EligibilityNextAction;
  @f.NestedObject(() => SurchargeQuote, 'Surcharge with the method; null without one, or if it is denied.')
  surcharge_details?: SurchargeQuote | null;
  @f.Amount(
    'Total with the method, in minor units: send it as `net_amount` in the confirmation. Null if it is denied.',
    { example: 6540 },
  )
  net_amount?: number | null;
}

/**
 * Whether a method can pay the payment of a client secret, by the checks of a confirmation.
 *
 * @throws {Problem} `resource_not_found`; `client_secret_invalid`, `client_secret_expired`; `unexpected_state` for a
 *   payment that can no longer be confirmed; `invalid_parameter` if `payment_method_type` differs from the data's kind.
 */
export function checkEligibility(
  ctx: Context,
  paymentId: string,
  request: EligibilityRequest,
): Promise<PaymentEligibility> {
  const { client_secret: secret, payment_method_data: data, payment_method_type: kind } = request;
  return inTransaction(ctx, async (tx) => {
    await lock(tx, Payment, paymentId, 'payment_id');
    const payment = await paymentOfSecret(tx, secret);
    if (payment.payment_id !== paymentId) {
      const message = 'The client secret does not match the object.';
      throw new Problem('client_secret_invalid', message, { param: 'client_secret' });
    }
    const method = methodOf(request);
    if (kind && kind !== method.payment_method) {
      throw invalidParameter(
        'payment_method_type',
        `payment_method_type must be ${method.payment_method}, as in payment_method_data, or be left out.`,
      );
    }
    const { fingerprint, names, ...known } = numberOf(tx, payment, data);
    if (await isOnBlocklist(tx, payment.merchant_id, names)) {
      return answer(paymentId, 'This payment method is blocked.');
    }
    const payable = await payableOf(tx, payment);
    const paid = paidWith(payment, { ...method, fingerprint });
    const asked = { paid, network: brandOf(paid), ...known };
    const [total = null] = payable ? await payable.quotes.known([asked]) : [];
    const takers = total && (await payable!.takers(paid));
    if (takers?.length) return answer(paymentId, null, total);
    return answer(paymentId, 'This payment cannot be paid with this payment method.');
  });
}

/** What the number of a card or gift card is found by: on the blocklist, and in the counts and lists of rules. */
function numberOf(tx: WritingContext, { merchant_id }: Payment, data: PaymentMethodDataInput) {
  const card = data.card?.card_number;
  const number = card ?? data.gift_card?.givex?.number;
  const fingerprints = number ? cardFingerprints(tx.ports, merchant_id, number) : [];
  return {
    names: card ? namesOfNumber(tx, merchant_id, card) : fingerprints,
    fingerprint: fingerprints[0] ?? null,
    ...(card && { fingerprints }),
  };
}

const answer = (
  payment_id: string,
  message: string | null,
  total: QuotedTotal | null = null,
): PaymentEligibility => ({
  payment_id,
  sdk_next_action: { next_action: message === null ? 'confirm' : 'deny', message },
  surcharge_details: total?.surcharge_details ?? null,
  net_amount: total?.net_amount ?? null,
});

/** @throws {Problem} `missing_parameter` without any details. */
function methodOf({
  payment_method_data: data,
  payment_method_subtype: subtype = null,
}: EligibilityRequest): Partial<Payment> & { payment_method: string } {
  const { billing = null, card } = data;
  if (card) {
    const { card_exp_month: month, card_exp_year: year, card_holder_name: holder = null } = card;
    const shown = displayOfNumber(card.card_number, month, year, holder);
    return {
      payment_method: 'card',
      payment_method_type: subtype,
      payment_method_data: { card: shown, billing },
    };
  }
  const details = detailsGiven(data);
  if (!details) {
    const param = 'payment_method_data';
    throw new Problem('missing_parameter', `${param} must have the details of a payment method.`, { param });
  }
  const { kind, type } = kindOfData(details);
  const shown = { card: null, billing, ...shownData(details) };
  return { payment_method: kind, payment_method_type: type, payment_method_data: shown };
}
