import { outcomeOf } from '../../act/outcome.ts';
import type { ResultOf } from '../../data/result-of.ts';
import type { BulkAction } from '../../list/bulk.ts';
import {
  ApprovePaymentDocument,
  CapturePaymentDocument,
  RefundPaymentDocument,
  RejectPaymentDocument,
} from './payment.documents.ts';
import type { PaymentsDocument } from './payments.documents.ts';

type Row = ResultOf<typeof PaymentsDocument>['rows']['nodes'][number];

const received = ['succeeded', 'partially_captured', 'partially_captured_and_capturable'];

/** A row's amount; null if zero. */
const some = (amount: number, { currency }: Row) => (amount > 0 ? { amount, currency } : null);
const ofHeld = (row: Row) => (row.status === 'requires_merchant_action' ? some(row.netAmount, row) : null);

/** The actions on many payments at once. */
export const bulkActions: readonly BulkAction<Row>[] = [
  {
    ...{ label: 'Capture', needs: 'PAYMENTS_CAPTURE' },
    explanation: 'Collects the authorized, uncaptured amounts from the customers.',
    amountOf: (row) =>
      row.status === 'requires_capture' || row.status === 'partially_captured_and_capturable'
        ? some(row.amountCapturable, row)
        : null,
    run: async (client, { amount, id, key }) => {
      const input = { paymentId: id, amount, finalCapture: true, idempotencyKey: key };
      const { data } = await client.mutate({ mutation: CapturePaymentDocument, variables: { input } });
      const { payment, userErrors } = data!.capturePayment;
      return outcomeOf('payment', userErrors, payment ?? undefined);
    },
  },
  {
    ...{ label: 'Refund', needs: 'REFUNDS_WRITE', isDestructive: true },
    explanation:
      'Refunds the received amounts that are not refunded yet to the original payment methods. This can’t be undone.',
    amountOf: (row) =>
      received.includes(row.status) ? some(row.amountReceived - row.amountRefunded, row) : null,
    run: async (client, { amount, id, key }) => {
      const input = { paymentId: id, amount, idempotencyKey: key };
      const { data } = await client.mutate({ mutation: RefundPaymentDocument, variables: { input } });
      const { refund, userErrors } = data!.createRefund;
      return outcomeOf('refund', userErrors, refund ?? undefined);
    },
  },
  {
    ...{ label: 'Approve', needs: 'PAYMENTS_CAPTURE' },
    explanation: 'Ends the fraud checks’ holds. Each payment is charged by its capture method.',
    amountOf: ofHeld,
    run: async (client, { id, key }) => {
      const input = { paymentId: id, idempotencyKey: key };
      const { data } = await client.mutate({ mutation: ApprovePaymentDocument, variables: { input } });
      const { payment, userErrors } = data!.approvePayment;
      return outcomeOf('payment', userErrors, payment ?? undefined);
    },
  },
  {
    ...{ label: 'Reject', needs: 'PAYMENTS_CAPTURE', isDestructive: true },
    explanation: 'Voids the authorizations. The customers are not charged.',
    amountOf: ofHeld,
    run: async (client, { id, key }) => {
      const input = { paymentId: id, idempotencyKey: key };
      const { data } = await client.mutate({ mutation: RejectPaymentDocument, variables: { input } });
      const { payment, userErrors } = data!.rejectPayment;
      return { ...outcomeOf('payment', userErrors, payment ?? undefined), isBad: false };
    },
  },
];
