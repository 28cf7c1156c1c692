import { pageOf } from '../../app/navigation.ts';
import type { ResultOf } from '../../data/result-of.ts';
import { asWords } from '../../data/words.ts';
import { exportedAmount, type ListDefinition, methods } from '../../list/definition.ts';
import { ListPage } from '../../list/list-page.tsx';
import { TODAY } from '../../list/presets.tsx';
import { Money } from '../../show/money.tsx';
import { Status } from '../../show/status.tsx';
import { Time } from '../../show/time.tsx';
import { AttemptsDocument } from './attempts.documents.ts';

type Row = ResultOf<typeof AttemptsDocument>['rows']['nodes'][number];

const definition: ListDefinition<Row> = {
  list: 'attempts',
  title: 'Attempts',
  noun: 'attempt',
  document: AttemptsDocument,
  sortedBy: 'created_at',
  presets: [
    ['Approved', 'decision=approved'],
    ['Declined', 'decision=declined'],
    ['Waiting', 'status=pending,authentication_pending'],
    ['Today', `created=${TODAY}..`],
  ],
  idOf: ({ attemptId }) => attemptId,
  hrefOf: ({ paymentId }) => pageOf.payment(paymentId),
  columns: [
    {
      id: 'amount',
      header: 'Amount',
      exports: exportedAmount('amount'),
      isNumber: true,
      cell: ({ amount, currency }) => <Money amount={amount} currency={currency} />,
    },
    { id: 'status', header: 'Status', cell: ({ status }) => <Status of={status} /> },
    {
      id: 'created_at',
      header: 'Made',
      orderBy: 'CREATED_AT',
      cell: ({ createdAt }) => <Time at={createdAt} />,
    },
    { id: 'connector', header: 'Connector', cell: ({ connector }) => connector ?? '–' },
    { id: 'error_code', header: 'Code', cell: ({ errorCode }) => errorCode ?? '–' },
    {
      id: 'issuer_error_code',
      header: 'Issuer’s code',
      cell: ({ issuerErrorCode }) => issuerErrorCode ?? '–',
    },
    {
      id: 'attempt_id',
      header: 'Attempt',
      cell: ({ attemptId }) => <span className="identifier">{attemptId}</span>,
    },
    {
      id: 'unified_code',
      header: 'Unified code',
      isOptional: true,
      cell: ({ unifiedCode }) => unifiedCode ?? '–',
    },
    {
      id: 'payment_method',
      header: 'Method',
      isOptional: true,
      cell: ({ paymentMethod, paymentMethodType }) =>
        paymentMethod
          ? asWords(paymentMethodType && paymentMethod !== 'card' ? paymentMethodType : paymentMethod)
          : '–',
    },
    {
      id: 'card_network',
      header: 'Card network',
      isOptional: true,
      cell: ({ cardNetwork }) => cardNetwork ?? '–',
    },
    {
      id: 'billing_country',
      header: 'Country',
      isOptional: true,
      cell: ({ billingCountry }) => billingCountry ?? '–',
    },
    {
      id: 'authentication_type',
      header: '3-D Secure',
      isOptional: true,
      cell: ({ authenticationType }) => (authenticationType ? asWords(authenticationType) : '–'),
    },
    { id: 'profile_id', header: 'Profile', isOptional: true, cell: ({ profileId }) => profileId ?? '–' },
  ],
  filters: [
    { kind: 'time', name: 'created', label: 'Made', field: 'createdAt' },
    {
      kind: 'choice',
      name: 'status',
      label: 'Status',
      field: 'status',
      options: [
        'charged',
        'authorized',
        'partial_charged',
        'partial_charged_and_chargeable',
        'authentication_pending',
        'pending',
        'unresolved',
        'failure',
        'authorization_failed',
        'authentication_failed',
        'router_declined',
        'capture_failed',
        'void_failed',
        'voided',
      ],
    },
    {
      kind: 'choice',
      name: 'decision',
      label: 'Connector’s decision',
      field: 'connectorDecision',
      options: ['approved', 'declined'],
    },
    { kind: 'choice', name: 'connector', label: 'Connector', field: 'connector', options: 'connectors' },
    { kind: 'text', name: 'error', label: 'Code', field: 'errorCode', from: 'codes' },
    { kind: 'text', name: 'issuer_error', label: 'Issuer’s code', field: 'issuerErrorCode' },
    { kind: 'text', name: 'unified', label: 'Unified code', field: 'unifiedCode' },
    { kind: 'choice', name: 'method', label: 'Method', field: 'paymentMethod', options: methods },
    { kind: 'text', name: 'network', label: 'Card network', field: 'cardNetwork', from: 'networks' },
    { kind: 'text', name: 'country', label: 'Billing country', field: 'billingCountry' },
    {
      kind: 'choice',
      name: 'authentication',
      label: '3-D Secure',
      field: 'authenticationType',
      options: ['three_ds', 'no_three_ds'],
    },
    { kind: 'text', name: 'currency', label: 'Currency', field: 'currency' },
    { kind: 'text', name: 'profile', label: 'Profile', field: 'profileId', from: 'profiles' },
    { kind: 'text', name: 'payment', label: 'Payment', field: 'paymentId' },
  ],
};

/** The list of attempts, which the figures of Analytics lead to. */
export default function Attempts() {
  return <ListPage definition={definition} />;
}
