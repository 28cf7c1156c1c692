import { displayOfNumber } from '../../cards/card.ts';
import { ConnectorAccount } from '../../entities/connector-account.ts';
import type { Payment } from '../../entities/payment.ts';
import type {
  LimitedCardInput,
  NetworkTransactionCardInput,
  RecurringDetailsInput,
} from '../../entities/values/recurring-details.ts';
import type { WritingContext } from '../../foundation/context.ts';
import { invalidParameter, notFound, Problem } from '../../foundation/errors.ts';
import { detailsGiven } from '../../payment-methods/method-details.ts';
import { sealBrought } from '../../payment-methods/sealed-data.ts';
import type { PaymentUpdate } from '../payment-inputs.ts';
import {
  attachCardNumber,
  attachTypedCard,
  clearMethod,
  type MethodChoice,
} from './attach-payment-method.ts';

/** A request's choice of a method, and of a mandate to charge under. */
type Choice = MethodChoice & Pick<PaymentUpdate, 'mandate_id'>;

/**
 * Replaces a payment's method with another service's stored method: a card with its network transaction or only its number,
 * or a processor's token, which only that processor's account can charge.
 *
 * @throws {Problem} `parameters_exclusive` beside another method; `resource_not_found` for an account that the payment's
 * profile does not have; `invalid_parameter` for an expired card, or another kind of method than it is.
 */
export async function attachRecurringDetails(
  ctx: WritingContext,
  payment: Payment,
  details: RecurringDetailsInput,
  input: Choice,
): Promise<void> {
  requireAlone(input);
  const {
    card_with_limited_data: limited,
    network_transaction_id_and_card_details: card,
    processor_payment_token: token,
  } = details;
  if (card) {
    const { network_transaction_id: networkTransactionId, ...typed } = card;
    const path = 'recurring_details.network_transaction_id_and_card_details';
    attachTypedCard(ctx, payment, typed, input, path);
    showIssuer(payment, card);
    payment.recurring_source = { type: 'network_transaction_id_and_card_details' };
    sealBrought(ctx, payment, { networkTransactionId });
  } else if (limited) {
    attachLimitedCard(ctx, payment, limited, input);
    payment.recurring_source = { type: 'card_with_limited_data' };
  } else if (token) {
    const { merchant_connector_id, processor_payment_token: processorToken } = token;
    await requireAccount(ctx, payment, merchant_connector_id);
    clearMethod(payment, input);
    payment.payment_method = input.payment_method ?? 'card';
    payment.recurring_source = { type: 'processor_payment_token', merchant_connector_id };
    sealBrought(ctx, payment, { processorToken });
  }
  const billing = input.payment_method_data?.billing;
  if (billing !== undefined)
    payment.payment_method_data = { card: null, ...payment.payment_method_data, billing };
}

/** @throws {Problem} `parameters_exclusive` if a request names another method too. */
function requireAlone({
  mandate_id,
  payment_method_data: data,
  payment_method_id,
  payment_token,
}: Choice): void {
  const others = {
    mandate_id,
    payment_method_id,
    payment_token,
    payment_method_data: data?.card ?? detailsGiven(data),
  };
  const [other] = Object.entries(others).find(([, value]) => value) ?? [];
  if (!other) return;
  const message = `Give either recurring_details or ${other}, not both.`;
  throw new Problem('parameters_exclusive', message, { param: 'recurring_details' });
}

/** Shows the merchant's details of a card. The number identifies the network if possible. */
function showIssuer(payment: Payment, known: NetworkTransactionCardInput): void {
  const data = payment.payment_method_data!;
  const card = data.card!;
  payment.payment_method_data = {
    ...data,
    card: {
      ...card,
      card_network: card.card_network ?? known.card_network ?? null,
      card_issuer: known.card_issuer ?? null,
      card_type: known.card_type ?? null,
      card_issuing_country: known.card_issuing_country ?? null,
    },
  };
}

/** A given expiry date must not have passed. The issuer decides on a card without one. */
function attachLimitedCard(
  ctx: WritingContext,
  payment: Payment,
  { card_exp_month, card_exp_year, card_holder_name, card_number: number }: LimitedCardInput,
  input: Choice,
): void {
  const path = 'recurring_details.card_with_limited_data';
  const [month, year, holder] = [card_exp_month ?? null, card_exp_year ?? null, card_holder_name ?? null];
  if (month !== null && year !== null) {
    const card = {
      card_number: number,
      card_exp_month: month,
      card_exp_year: year,
      card_holder_name: holder,
    };
    attachTypedCard(ctx, payment, card, input, path);
    return;
  }
  if (month !== null || year !== null) {
    const [absent, given] = month ? ['card_exp_year', 'card_exp_month'] : ['card_exp_month', 'card_exp_year'];
    throw invalidParameter(
      `${path}.${absent}`,
      `${path}.${absent} is required with ${given}. Send both, or neither.`,
    );
  }
  attachCardNumber(ctx, payment, number, displayOfNumber(number, null, null, holder), input);
}

async function requireAccount(ctx: WritingContext, payment: Payment, id: string): Promise<void> {
  const { merchant_id, profile_id } = payment;
  const key = { merchant_id, merchant_connector_id: id };
  const account = await ctx.transaction.em.findOne(ConnectorAccount, key);
  if (account && (!profile_id || account.profile_id === profile_id)) return;
  throw notFound('connector account', 'recurring_details.processor_payment_token.merchant_connector_id');
}
