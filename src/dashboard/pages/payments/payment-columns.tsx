import { ProfileName } from '../../act/profile-field.tsx';
import type { ResultOf } from '../../data/result-of.ts';
import { exportedAmount, type ListColumn } from '../../list/definition.ts';
import { Method } from '../../show/method.tsx';
import { Money } from '../../show/money.tsx';
import { Status } from '../../show/status.tsx';
import { Time } from '../../show/time.tsx';
import { heldBecause } from './held.ts';
import type { PaymentsDocument } from './payments.documents.ts';

type Row = ResultOf<typeof PaymentsDocument>['rows']['nodes'][number];

/** The columns of the list of payments. */
export const paymentColumns: readonly ListColumn<Row>[] = [
  {
    id: 'net_amount',
    header: 'Amount',
    exports: exportedAmount('net_amount'),
    isNumber: true,
    cell: ({ currency, netAmount }) => <Money amount={netAmount} currency={currency} />,
  },
  { id: 'status', header: 'Status', cell: ({ status }) => <Status of={status} /> },
  {
    id: 'payment_method',
    header: 'Method',
    exports: ['payment_method', 'payment_method_type', 'payment_method_data'],
    cell: (payment) => <Method of={payment} />,
  },
  {
    id: 'merchant_order_reference_id',
    header: 'Order',
    cell: ({ merchantOrderReferenceId }) => merchantOrderReferenceId ?? '–',
  },
  {
    id: 'name',
    header: 'Customer',
    exports: ['name', 'email', 'customer_id'],
    cell: ({ customerId, email, name }) => name ?? email ?? customerId ?? '–',
  },
  { id: 'created', header: 'Created', orderBy: 'CREATED', cell: ({ created }) => <Time at={created} /> },
  { id: 'connector', header: 'Connector', cell: ({ connector }) => connector ?? '–' },
  {
    id: 'payment_id',
    header: 'Payment',
    cell: ({ paymentId }) => <span className="identifier">{paymentId}</span>,
  },
  { id: 'email', header: 'Email', isOptional: true, cell: ({ email }) => email ?? '–' },
  {
    id: 'customer_id',
    header: 'Customer’s identifier',
    isOptional: true,
    cell: ({ customerId }) => customerId ?? '–',
  },
  {
    id: 'amount',
    header: 'Before shipping and tax',
    orderBy: 'AMOUNT',
    exports: exportedAmount('amount'),
    isOptional: true,
    isNumber: true,
    cell: ({ amount, currency }) => <Money amount={amount} currency={currency} />,
  },
  {
    id: 'amount_received',
    header: 'Received',
    exports: exportedAmount('amount_received'),
    isOptional: true,
    isNumber: true,
    cell: ({ amountReceived, currency }) => <Money amount={amountReceived} currency={currency} />,
  },
  {
    id: 'amount_refunded',
    header: 'Refunded',
    exports: exportedAmount('amount_refunded'),
    isOptional: true,
    isNumber: true,
    cell: ({ amountRefunded, currency }) => <Money amount={amountRefunded} currency={currency} />,
  },
  {
    id: 'fee',
    header: 'Fee',
    exports: ['fee', 'fee_major', 'fee_currency'],
    isOptional: true,
    isNumber: true,
    cell: ({ currency, fee, feeCurrency }) =>
      fee === null ? '–' : <Money amount={fee} currency={feeCurrency ?? currency} />,
  },
  {
    id: 'net',
    header: 'After fees',
    exports: exportedAmount('net'),
    isOptional: true,
    isNumber: true,
    cell: ({ currency, net }) => (net === null ? '–' : <Money amount={net} currency={currency} />),
  },
  {
    id: 'held',
    header: 'Hold reason',
    exports: ['frm_message'],
    isOptional: true,
    isSentence: true,
    cell: ({ frmMessage }) => heldBecause(frmMessage) ?? '–',
  },
  { id: 'error_code', header: 'Error', isOptional: true, cell: ({ errorCode }) => errorCode ?? '–' },
  {
    id: 'unified_code',
    header: 'Unified code',
    isOptional: true,
    cell: ({ unifiedCode }) => unifiedCode ?? '–',
  },
  {
    id: 'description',
    header: 'Description',
    isOptional: true,
    cell: ({ description }) => description ?? '–',
  },
  {
    id: 'profile_id',
    header: 'Profile',
    isOptional: true,
    cell: ({ profileId }) => (profileId ? <ProfileName id={profileId} /> : '–'),
  },
];
