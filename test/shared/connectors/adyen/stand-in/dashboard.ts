import type { Dashboard } from '../../conformance/harness.ts';
import type { Desk } from './desk.ts';
import { cancel, capture, refund } from './modifications.ts';
import { MERCHANT_ACCOUNT } from './notifications.ts';
import type { StoredPayment } from './state.ts';

/**
 * A person's actions in Adyen's Customer Area. Its notifications have the payment's reference: Webhooks-v1 says of
 * `merchantReference` "a reference to uniquely identify the payment", and a modification has none.
 */
export function dashboardOf(desk: Desk): Dashboard {
  const paymentOf = (id: string): StoredPayment => desk.state.payments.get(id)!;
  const body = (id: string, value: number) => ({
    merchantAccount: MERCHANT_ACCOUNT,
    amount: { currency: paymentOf(id).amount.currency, value },
  });
  return {
    capture: async (id, amount, isFinal) => {
      const { authorised, captured, status } = paymentOf(id);
      // Several partial captures are enabled: "any unclaimed amount after a partial capture gets cancelled. This does not
      // apply if you enabled multiple partial captures" (CheckoutService-v71). So no capture of a part is final.
      if (status !== 'authorised' || amount > authorised - captured) return false;
      if (isFinal && amount < authorised - captured) return false;
      capture(desk, id, body(id, amount));
      return true;
    },
    refund: async (id, amount) => {
      const { captured, refunded } = paymentOf(id);
      if (amount > captured - refunded) return false;
      refund(desk, id, body(id, amount));
      return true;
    },
    void: async (id) => {
      const { captured, status } = paymentOf(id);
      // "Cancels the authorisation on a payment that has not yet been captured" (CheckoutService-v71).
      if (status !== 'authorised' || captured > 0) return false;
      cancel(desk, id, { merchantAccount: MERCHANT_ACCOUNT });
      return true;
    },
    books: async (id) => {
      const { authorised, captured, refunded, status } = paymentOf(id);
      return { captured, refunded, capturable: status === 'authorised' ? authorised - captured : 0 };
    },
  };
}
