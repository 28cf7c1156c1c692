import { pagePath } from '../../data/page-paths.ts';
import type { ResultOf } from '../../data/result-of.ts';
import { exportedAmount, type ListDefinition, methods } from '../../list/definition.ts';
import { ListPage } from '../../list/list-page.tsx';
import { Money } from '../../show/money.tsx';
import { Status } from '../../show/status.tsx';
import { Time } from '../../show/time.tsx';
import { RefundSumsDocument } from './refund-sums.documents.ts';
import { RefundChangesDocument, RefundsDocument } from './refunds.documents.ts';

type Row = ResultOf<typeof RefundsDocument>['rows']['nodes'][number];

const definition: ListDefinition<Row> = {
  title: 'Refunds',
  list: 'refunds',
  noun: 'refund',
  document: RefundsDocument,
  changes: RefundChangesDocument,
  sortedBy: 'created_at',
  searches: 'Identifier, payment, reason',
  idOf: ({ refundId }) => refundId,
  hrefOf: ({ refundId }) => pagePath.refund(refundId),
  exportPath: '/exports/refunds.csv',
  sums: { document: RefundSumsDocument, figures: [['Amount', 'amount']] },
  presets: [
    ['Failed', 'status=failed'],
    ['Pending', 'status=pending'],
  ],
  columns: [
    {
      id: 'amount',
      header: 'Amount',
      exports: exportedAmount('amount'),
      orderBy: 'AMOUNT',
      isNumber: true,
      cell: ({ amount, currency }) => <Money amount={amount} currency={currency} />,
    },
    { id: 'status', header: 'Status', cell: ({ status }) => <Status of={status} /> },
    {
      id: 'created_at',
      header: 'Created',
      orderBy: 'CREATED_AT',
      cell: ({ createdAt }) => <Time at={createdAt} />,
    },
    {
      id: 'payment_id',
      header: 'Payment',
      cell: ({ paymentId }) => <span className="identifier">{paymentId}</span>,
    },
    { id: 'connector', header: 'Connector', cell: ({ connector }) => connector ?? '–' },
    { id: 'reason', header: 'Reason', cell: ({ reason }) => reason ?? '–' },
    {
      id: 'refund_id',
      header: 'Refund',
      cell: ({ refundId }) => <span className="identifier">{refundId}</span>,
    },
    { id: 'customer_id', header: 'Customer', isOptional: true, cell: ({ customerId }) => customerId ?? '–' },
    { id: 'error_code', header: 'Error', isOptional: true, cell: ({ errorCode }) => errorCode ?? '–' },
  ],
  filters: [
    {
      kind: 'choice',
      name: 'status',
      label: 'Status',
      field: 'status',
      options: ['pending', 'succeeded', 'failed', 'review'],
    },
    { kind: 'time', name: 'created', label: 'Created', field: 'createdAt' },
    { kind: 'text', name: 'currency', label: 'Currency', field: 'currency' },
    { kind: 'amount', name: 'amount', label: 'Amount', field: 'amount' },
    { kind: 'choice', name: 'connector', label: 'Connector', field: 'connector', options: 'connectors' },
    {
      kind: 'choice',
      name: 'method',
      label: 'Method',
      field: 'paymentMethod',
      options: methods,
    },
    { kind: 'text', name: 'payment', label: 'Payment', field: 'paymentId' },
    { kind: 'text', name: 'customer', label: 'Customer', field: 'customerId', from: 'customers' },
    { kind: 'text', name: 'profile', label: 'Profile', field: 'profileId', from: 'profiles' },
  ],
};

/** The list of refunds. */
export default function Refunds() {
  return <ListPage definition={definition} />;
}
