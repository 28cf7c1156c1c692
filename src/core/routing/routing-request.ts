import type { ConnectorAccount } from '../entities/connector-account.ts';
import type { Payment } from '../entities/payment.ts';
import type { CaptureMethod } from '../entities/payment-enumerations.ts';
import type { Payout } from '../entities/payout.ts';
import type { PaymentMethodKind } from '../entities/values/payment-method-kind.ts';
import type { Ability } from '../foundation/connector.ts';
import type { ValueOf } from '../model/index.ts';
import type { RoutingFacts } from './routing-condition.ts';

/** What a connector account is wanted for. */
export interface RoutingRequest extends RoutingFacts {
  readonly connectorType: ConnectorAccount['connector_type'] & ('payment_processor' | 'payout_processor');
  /** What its connector must be able to do. */
  readonly abilities: readonly Ability[];
  /** Whether the method is charged, or will be, without the customer. */
  readonly recurring: boolean;
}

const abilitiesByCapture: Readonly<Record<ValueOf<typeof CaptureMethod>, readonly Ability[]>> = {
  automatic: ['authorize'],
  manual: ['authorize', 'capture'],
  manual_multiple: ['authorize', 'capture', 'multiple_captures'],
  sequential_automatic: ['authorize', 'capture'],
};

/** What a payment wants of an account. Its country is that of the method's own billing contact, where there is one. */
export function paymentAsk(payment: Payment, cardNetwork: string | null): RoutingRequest {
  const country = payment.payment_method_data?.billing?.address?.country ?? payment.billing?.address?.country;
  return {
    connectorType: 'payment_processor',
    abilities: abilitiesByCapture[payment.capture_method ?? 'automatic'],
    recurring: payment.off_session === true || payment.setup_future_usage === 'off_session',
    amount: payment.net_amount,
    currency: payment.currency,
    country: country ?? null,
    card_network: cardNetwork,
    payment_method: payment.payment_method ?? null,
    payment_method_type: payment.payment_method_type ?? null,
  };
}

/** Accounts list what they take in the words of payments, in which a bank account is reached by a transfer. */
const kindByPayoutType: Readonly<
  Record<NonNullable<Payout['payout_type']>, ValueOf<typeof PaymentMethodKind>>
> = { card: 'card', bank: 'bank_transfer', wallet: 'wallet' };

/** What a payout wants of an account. */
export function payoutAsk(payout: Payout): RoutingRequest {
  return {
    connectorType: 'payout_processor',
    abilities: ['payout'],
    recurring: false,
    amount: payout.amount,
    currency: payout.currency,
    country: payout.billing?.address?.country ?? null,
    card_network: payout.payout_method_data?.card?.card_network ?? null,
    payment_method: payout.payout_type ? kindByPayoutType[payout.payout_type] : null,
    payment_method_type: null,
  };
}
