import type { Dashboard } from '../../conformance/harness.ts';
import { intentOf } from './intents.ts';
import { cancelIntent, captureIntent } from './modifications.ts';
import { createRefund } from './refunds.ts';
import { Refusal } from './refusal.ts';
import type { State } from './state.ts';

/** A person's actions in Stripe's dashboard: the API's own requests, without our metadata. */
export function dashboardOf(state: State): Dashboard {
  const done = async (act: () => unknown): Promise<boolean> => {
    try {
      act();
      return true;
    } catch (error) {
      if (error instanceof Refusal) return false;
      throw error;
    }
  };
  return {
    capture: (id, amount, isFinal) =>
      done(() => captureIntent(state, id, { amount_to_capture: amount, final_capture: String(isFinal) })),
    refund: (id, amount) => done(() => createRefund(state, { payment_intent: id, amount })),
    // Stripe's reference of cancel describes the rest, but not the status of a partially captured payment.
    void: async (id) =>
      intentOf(state, id).amount_received === 0 && (await done(() => cancelIntent(state, id, {}))),
    books: async (id) => {
      const { amount_capturable: capturable, amount_received: captured, latest_charge } = intentOf(state, id);
      const refunded = state.charges.get(String(latest_charge))?.amount_refunded ?? 0;
      return { captured, refunded, capturable };
    },
  };
}
