import { Attempt } from '../entities/attempt.ts';
import { Dispute } from '../entities/dispute.ts';
import { Payment } from '../entities/payment.ts';
import { Payout } from '../entities/payout.ts';
import { Refund } from '../entities/refund.ts';
import { type DescribedClass, resourceOf } from '../model/index.ts';
import { PaymentSums } from '../payments/capture/payment-sums.ts';
import { handledOperation, operationsByName } from './operation.ts';

/** @param rules Which objects succeeded and which failed. */
function statsOperation(target: DescribedClass, nouns: string, rules: string) {
  const { reach, reads: permission } = resourceOf(target);
  return handledOperation({
    permission,
    reach,
    target,
    summary: `Count and sum ${nouns}`,
    about: `Counts, sums and rates of ${nouns} per dimension and time bucket. ${rules}`,
    only: { face: 'graphql', because: 'The only statistics of REST are the sums of payments.' },
  });
}

export const statistics = operationsByName({
  sumPayments: handledOperation({
    permission: 'payments:read',
    reach: 'profile',
    target: PaymentSums,
    summary: 'Sum payments by any filter',
    about:
      'Sums the payments of a filter, however many, by currency: what was captured and refunded, the fees that connectors reported, and what is left. Amounts are never added up across currencies.',
    only: { face: 'rest', because: 'The query `paymentStats` sums them.' },
  }),
  retrievePaymentStats: statsOperation(
    Payment,
    'payments',
    'A payment counts once, however many attempts it took. It succeeded once something was captured, and failed in status `failed`; cancelled, expired and open payments are undecided.',
  ),
  retrieveAttemptStats: statsOperation(
    Attempt,
    'attempts',
    'Every attempt of a payment counts, for the connector that it was sent to. It succeeded once the connector approved it, whether it was captured or voided then, and failed in status `failure` or `authorization_failed`; one that ended before the connector decided, by a failed authentication, a fraud check or a cancellation, is undecided.',
  ),
  retrieveRefundStats: statsOperation(
    Refund,
    'refunds',
    'A refund succeeded in status `succeeded`, and failed in status `failed`; others are undecided.',
  ),
  retrievePayoutStats: statsOperation(
    Payout,
    'payouts',
    'A payout succeeded in status `success`, and failed in status `failed`, `ineligible` or `reversed`; others are undecided.',
  ),
  retrieveDisputeStats: statsOperation(
    Dispute,
    'disputes',
    'A dispute succeeded if it was won or withdrawn, and failed if it was lost, accepted or not answered in time; others are undecided.',
  ),
});
