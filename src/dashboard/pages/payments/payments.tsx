import { pagePath } from '../../data/page-paths.ts';
import type { ResultOf } from '../../data/result-of.ts';
import type { ListDefinition } from '../../list/definition.ts';
import { ListPage } from '../../list/list-page.tsx';
import { TODAY } from '../../list/presets.tsx';
import { soughtPayments } from '../../list/sought.ts';
import { bulkActions } from './bulk-actions.ts';
import { CreatePayment } from './create-payment.tsx';
import { paymentColumns } from './payment-columns.tsx';
import { paymentFilters } from './payment-filters.ts';
import { PaymentFeesDocument, PaymentSumsDocument } from './payment-sums.documents.ts';
import { PaymentChangesDocument, PaymentsDocument } from './payments.documents.ts';

type Row = ResultOf<typeof PaymentsDocument>['rows']['nodes'][number];

const definition: ListDefinition<Row> = {
  title: 'Payments',
  list: 'payments',
  noun: 'payment',
  document: PaymentsDocument,
  changes: PaymentChangesDocument,
  sortedBy: 'created',
  searches: 'Card’s last four, amount, order, email, name, phone',
  soughtBy: soughtPayments,
  idOf: ({ paymentId }) => paymentId,
  hrefOf: ({ paymentId }) => pagePath.payment(paymentId),
  create: CreatePayment,
  bulk: bulkActions,
  exportPath: '/exports/payments.csv',
  sums: {
    document: PaymentSumsDocument,
    fees: PaymentFeesDocument,
    figures: [
      ['Received', 'amountCaptured'],
      ['Refunded', 'amountRefunded'],
      ['After refunds', 'amountNet'],
    ],
  },
  presets: [
    ['Succeeded', 'status=succeeded'],
    ['Failed', 'status=failed'],
    ['To capture', 'status=requires_capture,partially_captured_and_capturable'],
    [
      'To review',
      'status=requires_merchant_action&columns=net_amount,status,held,payment_method,name,created',
    ],
    ['Today', `created=${TODAY}..`],
  ],
  columns: paymentColumns,
  filters: paymentFilters,
};

/** The list of payments. */
export default function Payments() {
  return <ListPage definition={definition} />;
}
