import type { Connector } from '../../core/foundation/ports/connector.ts';
import type { CompleteActionRequest } from '../../core/foundation/ports/connector-requests.ts';
import { askedFromText } from './asked.ts';
import { type Adyen, requestOptions } from './client.ts';
import { AdyenRefusal } from './errors.ts';
import type { Checkout } from './library.ts';
import { type PaymentAnswer, paymentOutcome } from './payment-outcome.ts';

/** The parameters of Adyen's redirects back. */
const returnedNames = ['redirectResult', 'payload', 'MD', 'PaRes', 'threeDSResult'] as const;
/** Longer than any of them is. */
const RETURNED_MAX = 20_000;

const nothingLearned = Object.freeze({ kind: 'unknown', reason: 'interrupted' } as const);

/** Continues a payment whose customer returned: Checkout's `/payments/details`. */
export const completeActionOperation =
  (adyen: Adyen): NonNullable<Connector['completeAction']> =>
  async (access, request) => {
    const details = detailsOf(request);
    if (!details) return nothingLearned;
    const options = requestOptions(request, JSON.stringify(details));
    try {
      const answer = (await adyen
        .payments(access)
        .paymentsDetails({ details } as Checkout.PaymentDetailsRequest, options)) as PaymentAnswer;
      if (!isOfPayment(answer, request)) {
        // The result of another payment must not pay for this one.
        adyen.setup.warn({ reference: request.reference }, 'The result brought back is of another payment.');
        return nothingLearned;
      }
      const { connectorTransactionId, reference } = request;
      const asked = askedFromText(request.resume) ?? { capture: true, incremental: false };
      return paymentOutcome(adyen.setup, answer, {
        ...asked,
        reference,
        connectorTransactionId,
        money: null,
      });
    } catch (error) {
      // A result unknown to Adyen proves nothing about the payment: anybody can make one up.
      if (error instanceof AdyenRefusal) return nothingLearned;
      throw error;
    }
  };

function detailsOf({ returned }: CompleteActionRequest): Record<string, string> | null {
  const entries = returnedNames
    .map((name) => [name, returned[name]] as const)
    .filter((entry): entry is [(typeof returnedNames)[number], string] => !!entry[1])
    .filter(([, value]) => value.length <= RETURNED_MAX);
  return entries.length > 0 ? Object.fromEntries(entries) : null;
}

const isOfPayment = (
  { merchantReference, pspReference }: PaymentAnswer,
  { connectorTransactionId, reference }: CompleteActionRequest,
): boolean => (merchantReference ? merchantReference === reference : pspReference === connectorTransactionId);
