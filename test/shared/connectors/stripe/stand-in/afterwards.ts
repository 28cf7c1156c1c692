import type Stripe from 'stripe';
import type { CardScenario } from '../../conformance/harness.ts';
import { LATER_MS, receive } from './intents.ts';
import { newDispute, newRefund } from './objects.ts';
import type { State } from './state.ts';

/** Later events of some cards' payments, without a request to the stand-in. */
export function happenLater(
  state: State,
  intent: Stripe.PaymentIntent,
  made: Stripe.Charge,
  scenario: CardScenario,
): void {
  const later = { afterMs: LATER_MS };
  switch (scenario) {
    case 'disputed': {
      const dispute = newDispute(state, made);
      state.disputes.set(dispute.id, dispute);
      state.plan('charge.dispute.created', dispute, later);
      return;
    }
    case 'fraud_warning':
      state.plan(
        'radar.early_fraud_warning.created',
        {
          ...{ id: state.id('issfr'), object: 'radar.early_fraud_warning', actionable: true },
          ...{
            charge: made.id,
            created: state.seconds(),
            fraud_type: 'made_with_stolen_card',
            livemode: false,
          },
          payment_intent: intent.id,
        },
        later,
      );
      return;
    case 'captured_elsewhere':
      afterwards.set(intent, () => {
        receive(state, intent, intent.amount_capturable);
        Object.assign(intent, { status: 'succeeded', amount_capturable: 0 });
        state.plan('payment_intent.succeeded', intent, later);
      });
      return;
    case 'voided_elsewhere':
    case 'expires':
      afterwards.set(intent, () => {
        const cancellation_reason = scenario === 'expires' ? 'automatic' : 'requested_by_customer';
        Object.assign(intent, { status: 'canceled', amount_capturable: 0, cancellation_reason });
        state.plan('payment_intent.canceled', intent, later);
      });
      return;
    case 'refunded_elsewhere': {
      const refund = newRefund(state, intent, { amount: intent.amount });
      state.refunds.set(refund.id, refund);
      made.amount_refunded = intent.amount;
      state.plan('refund.created', refund, later);
      return;
    }
    default:
  }
}

/** A person's action on a payment in the dashboard, after the response. */
const afterwards = new WeakMap<Stripe.PaymentIntent, () => void>();

/** Runs the later events of payments. */
export function finishAnswer(state: State): void {
  for (const intent of state.intents.values()) {
    afterwards.get(intent)?.();
    afterwards.delete(intent);
  }
}
