import type { Payment } from '../entities/payment.ts';
import type { Payout } from '../entities/payout.ts';
import type { Subject } from '../rules/rule-conditions.ts';
import { paymentRoutingRequest, payoutRoutingRequest } from './routing-request.ts';

/** The domain of an e-mail address; null without one. */
const domainOf = (email: string | null | undefined): string | null => email?.split('@').at(-1) ?? null;

/** The facts about a payment that rules compare. */
export function paymentSubject(payment: Payment, cardNetwork: string | null, at: Date): Subject {
  const { capture_method, customer, metadata, off_session, setup_future_usage, shipping } = payment;
  const { card } = payment.payment_method_data ?? {};
  const { surcharge_amount, tax_amount } = payment.surcharge_details ?? {};
  const email = payment.email ?? customer?.email ?? null;
  const { authentication_type, country, currency, payment_method, payment_method_type } =
    paymentRoutingRequest(payment, cardNetwork);
  return {
    at,
    metadata: metadata ?? null,
    facts: {
      amount: payment.net_amount - (surcharge_amount ?? 0) - (tax_amount ?? 0),
      currency,
      country,
      shipping_country: shipping?.address?.country ?? null,
      card_issuing_country: card?.card_issuing_country ?? null,
      card_network: cardNetwork,
      card_type: card?.card_type ?? null,
      card_isin: card?.card_extended_bin ?? card?.card_isin ?? null,
      card_issuer: card?.card_issuer ?? null,
      payment_method,
      payment_method_type,
      saved_method: Boolean(payment.payment_method_id || payment.payment_token),
      customer_known: Boolean(payment.customer_id),
      email,
      email_domain: domainOf(email),
      phone: payment.phone ?? customer?.phone ?? null,
      capture_method: capture_method ?? 'automatic',
      setup_future_usage: setup_future_usage ?? null,
      off_session: off_session === true,
      authentication_type,
    },
  };
}

/** The facts about a payout that rules compare. */
export function payoutSubject(payout: Payout, at: Date): Subject {
  const { card } = payout.payout_method_data ?? {};
  const email = payout.email ?? payout.customer?.email ?? null;
  const { amount, card_network, country, currency, payment_method, payment_method_type, payout_type } =
    payoutRoutingRequest(payout);
  return {
    at,
    metadata: payout.metadata ?? null,
    facts: {
      ...{ amount, currency, country, card_network, payment_method, payment_method_type, payout_type },
      card_issuing_country: card?.card_issuing_country ?? null,
      card_type: card?.card_type ?? null,
      card_isin: card?.card_extended_bin ?? card?.card_isin ?? null,
      card_issuer: card?.card_issuer ?? null,
      customer_known: Boolean(payout.customer_id),
      email,
      email_domain: domainOf(email),
      phone: payout.phone ?? payout.customer?.phone ?? null,
    },
  };
}
