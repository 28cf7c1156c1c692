import { ProfileName } from '../../act/profile-field.tsx';
import { pagePath } from '../../data/page-paths.ts';
import type { ResultOf } from '../../data/result-of.ts';
import { asWords } from '../../data/words.ts';
import { exportedAmount, type ListDefinition } from '../../list/definition.ts';
import { ListPage } from '../../list/list-page.tsx';
import { Money } from '../../show/money.tsx';
import { Status } from '../../show/status.tsx';
import { Time } from '../../show/time.tsx';
import { CreatePayout } from './create-payout.tsx';
import { PayoutSumsDocument } from './payout-sums.documents.ts';
import { PayoutChangesDocument, PayoutsDocument } from './payouts.documents.ts';

type Row = ResultOf<typeof PayoutsDocument>['rows']['nodes'][number];

const definition: ListDefinition<Row> = {
  title: 'Payouts',
  list: 'payouts',
  noun: 'payout',
  document: PayoutsDocument,
  changes: PayoutChangesDocument,
  sortedBy: 'created',
  searches: 'Identifier, email, name, phone, description',
  idOf: ({ payoutId }) => payoutId,
  hrefOf: ({ payoutId }) => pagePath.payout(payoutId),
  create: CreatePayout,
  exportPath: '/exports/payouts.csv',
  sums: { document: PayoutSumsDocument, figures: [['Amount', 'amount']] },
  presets: [
    ['To confirm', 'status=requires_confirmation'],
    ['To send', 'status=requires_fulfillment'],
    ['Failed', 'status=failed'],
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
    { id: 'status', header: 'Status', cell: ({ status }) => <Status of={status} isPayout /> },
    { id: 'created', header: 'Created', orderBy: 'CREATED', cell: ({ created }) => <Time at={created} /> },
    { id: 'payout_type', header: 'To', cell: ({ payoutType }) => (payoutType ? asWords(payoutType) : '–') },
    { id: 'connector', header: 'Connector', cell: ({ connector }) => connector ?? '–' },
    { id: 'customer_id', header: 'Customer', cell: ({ customerId }) => customerId ?? '–' },
    {
      id: 'payout_id',
      header: 'Payout',
      cell: ({ payoutId }) => <span className="identifier">{payoutId}</span>,
    },
    { id: 'email', header: 'Email', isOptional: true, cell: ({ email }) => email ?? '–' },
    {
      id: 'description',
      header: 'Description',
      isOptional: true,
      cell: ({ description }) => description ?? '–',
    },
    { id: 'error_code', header: 'Error', isOptional: true, cell: ({ errorCode }) => errorCode ?? '–' },
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
        'success',
        'failed',
        'initiated',
        'pending',
        'requires_fulfillment',
        'requires_confirmation',
        'requires_payout_method_data',
        'cancelled',
        'expired',
        'reversed',
        'ineligible',
      ],
    },
    { kind: 'time', name: 'created', label: 'Created', field: 'created' },
    { kind: 'text', name: 'currency', label: 'Currency', field: 'currency' },
    { kind: 'amount', name: 'amount', label: 'Amount', field: 'amount' },
    { kind: 'choice', name: 'connector', label: 'Connector', field: 'connector', options: 'connectors' },
    { kind: 'choice', name: 'type', label: 'To', field: 'payoutType', options: ['card', 'bank', 'wallet'] },
    { kind: 'text', name: 'customer', label: 'Customer', field: 'customerId', from: 'customers' },
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

/** The list of payouts. */
export default function Payouts() {
  return <ListPage definition={definition} />;
}
