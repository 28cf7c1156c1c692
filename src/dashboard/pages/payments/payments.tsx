import { ProfileName } from '../../act/profile-field.tsx';
import { pagePath } from '../../data/page-paths.ts';
import type { ResultOf } from '../../data/result-of.ts';
import { exportedAmount, type ListDefinition, methods } from '../../list/definition.ts';
import { ListPage } from '../../list/list-page.tsx';
import { TODAY } from '../../list/presets.tsx';
import { soughtPayments } from '../../list/sought.ts';
import { Method } from '../../show/method.tsx';
import { Money } from '../../show/money.tsx';
import { Status } from '../../show/status.tsx';
import { Time } from '../../show/time.tsx';
import { bulkActions } from './bulk-actions.ts';
import { CreatePayment } from './create-payment.tsx';
import { heldBecause } from './held.ts';
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
  columns: [
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
      header: 'Held because',
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
  ],
  filters: [
    {
      kind: 'choice',
      name: 'status',
      label: 'Status',
      field: 'status',
      options: [
        'succeeded',
        'failed',
        'requires_capture',
        'requires_customer_action',
        'requires_merchant_action',
        'processing',
        'partially_captured',
        'partially_captured_and_capturable',
        'requires_payment_method',
        'requires_confirmation',
        'cancelled',
        'expired',
      ],
    },
    { kind: 'time', name: 'created', label: 'Created', field: 'created' },
    { kind: 'text', name: 'currency', label: 'Currency', field: 'currency' },
    { kind: 'amount', name: 'amount', label: 'Amount', field: 'netAmount' },
    { kind: 'text', name: 'last4', label: 'Card’s last four', field: 'cardLast4' },
    { kind: 'text', name: 'order', label: 'Order', field: 'merchantOrderReferenceId' },
    { kind: 'choice', name: 'connector', label: 'Connector', field: 'connector', options: 'connectors' },
    {
      kind: 'choice',
      name: 'method',
      label: 'Method',
      field: 'paymentMethod',
      options: methods,
    },
    { kind: 'text', name: 'customer', label: 'Customer', field: 'customerId', from: 'customers' },
    { kind: 'text', name: 'error', label: 'Error code', field: 'errorCode', from: 'codes' },
    { kind: 'flag', name: 'first_failed', label: 'First attempt failed', field: 'firstAttemptFailed' },
    { kind: 'flag', name: 'confirmed', label: 'Confirmed', field: 'confirmed' },
    { kind: 'flag', name: 'challenged', label: 'Challenged', field: 'challenged' },
    { kind: 'flag', name: 'authorized', label: 'Authorized', field: 'authorized' },
    { kind: 'text', name: 'unified', label: 'Unified code', field: 'unifiedCode' },
    { kind: 'text', name: 'network', label: 'Card network', field: 'cardNetwork', from: 'networks' },
    { kind: 'text', name: 'issuer', label: 'Issuing bank', field: 'cardIssuer' },
    {
      kind: 'text',
      name: 'declined_with',
      label: 'First decline: code',
      field: 'declineCode',
      from: 'codes',
    },
    {
      kind: 'text',
      name: 'issuer_declined_with',
      label: 'First decline: issuer’s code',
      field: 'issuerDeclineCode',
    },
    {
      kind: 'choice',
      name: 'authentication',
      label: '3-D Secure',
      field: 'authenticationType',
      options: ['three_ds', 'no_three_ds'],
    },
    { kind: 'text', name: 'country', label: 'Billing country', field: 'billingCountry' },
    { kind: 'text', name: 'profile', label: 'Profile', field: 'profileId', from: 'profiles' },
    {
      kind: 'text',
      name: 'account',
      label: 'Connector account',
      field: 'merchantConnectorId',
      from: 'accounts',
    },
  ],
};

/** The list of payments. */
export default function Payments() {
  return <ListPage definition={definition} />;
}
