import { Attempt } from '../entities/attempt.ts';
import { Dispute } from '../entities/dispute.ts';
import { Payment } from '../entities/payment.ts';
import { Payout } from '../entities/payout.ts';
import { Refund } from '../entities/refund.ts';
import { type DescribedClass, resourceOf } from '../model/index.ts';
import { PaymentSums } from '../payments/capture/payment-sums.ts';
import { handledOperation, operationsByName } from './operation.ts';

/** @param rules Definition of success and failure. */
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
      'Sums the payments that match a filter, by currency, without a limit: captured and refunded amounts, reported fees, and the net amount. Amounts are never added up across currencies.',
    only: { face: 'rest', because: 'The query `paymentStats` sums them.' },
  }),
  retrievePaymentStats: statsOperation(
    Payment,
    'payments',
    'A payment counts once, regardless of its number of attempts. It succeeded once any amount was captured, and failed in status `failed`; cancelled, expired and open payments are undecided.',
  ),
  retrieveAttemptStats: statsOperation(
    Attempt,
    'attempts',
    'Every attempt of a payment counts for its connector. It succeeded once the connector approved it, even if it was voided later, and failed in status `failure` or `authorization_failed`; an attempt that ended before the connector decided, by a failed authentication, a fraud check or a cancellation, is undecided.',
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
    'A dispute succeeded if it was won or withdrawn, and failed if it was lost, accepted or expired; others are undecided.',
  ),
});
