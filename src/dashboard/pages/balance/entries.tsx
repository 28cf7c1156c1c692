import { AccountName } from '../../act/account-name.tsx';
import { WhileReconciling } from '../../act/while-reconciling.tsx';
import { pagePath } from '../../data/page-paths.ts';
import type { ResultOf } from '../../data/result-of.ts';
import { asWords } from '../../data/words.ts';
import { exportedAmount, type ListDefinition } from '../../list/definition.ts';
import { ListPage } from '../../list/list-page.tsx';
import { Money } from '../../show/money.tsx';
import { Status } from '../../show/status.tsx';
import { Time } from '../../show/time.tsx';
import { BalanceEntriesDocument } from './balance-entries.documents.ts';

type Row = ResultOf<typeof BalanceEntriesDocument>['rows']['nodes'][number];

const types = [
  ...['capture', 'capture_failure', 'refund', 'refund_failure', 'dispute', 'dispute_reversal'],
  ...['payout', 'payout_failure', 'fee', 'adjustment', 'transfer', 'conversion'],
];

const identifier = (value: string | null | undefined) =>
  value ? <span className="identifier">{value}</span> : '–';

const definition: ListDefinition<Row> = {
  title: 'Balance entries',
  noun: 'balance entry',
  document: BalanceEntriesDocument,
  sortedBy: 'occurred_at',
  idOf: ({ entryId }) => entryId,
  hrefOf: ({ entryId }) => pagePath.entry(entryId),
  exportPath: '/exports/balance_entries.csv',
  isScheduled: false,
  presets: [
    ['Fees', 'type=fee'],
    ['Disputes', 'type=dispute,dispute_reversal'],
    ['Not settled', 'state=expected,reported'],
  ],
  columns: [
    {
      id: 'gross',
      header: 'Gross',
      exports: exportedAmount('gross'),
      isNumber: true,
      cell: ({ currency, gross }) => <Money amount={gross} currency={currency} />,
    },
    {
      id: 'fee',
      header: 'Fee',
      exports: exportedAmount('fee'),
      isNumber: true,
      cell: ({ currency, fee }) => <Money amount={fee} currency={currency} />,
    },
    {
      id: 'net',
      header: 'Net',
      exports: exportedAmount('net'),
      isNumber: true,
      cell: ({ currency, net }) => <Money amount={net} currency={currency} />,
    },
    { id: 'type', header: 'Type', cell: ({ type }) => asWords(type) },
    { id: 'state', header: 'Status', cell: ({ state }) => <Status of={state} /> },
    {
      id: 'occurred_at',
      header: 'Occurred',
      orderBy: 'OCCURRED_AT',
      cell: ({ occurredAt }) => <Time at={occurredAt} />,
    },
    {
      id: 'merchant_connector_id',
      header: 'Account',
      cell: ({ merchantConnectorId }) => <AccountName id={merchantConnectorId} />,
    },
    { id: 'payment_id', header: 'Payment', cell: ({ paymentId }) => identifier(paymentId) },
    { id: 'entry_id', header: 'Entry', cell: ({ entryId }) => identifier(entryId) },
    {
      id: 'available_on',
      header: 'Available',
      isOptional: true,
      cell: ({ availableOn }) => (availableOn ? <Time at={availableOn} /> : '–'),
    },
    {
      id: 'connector_reference',
      header: 'Connector’s reference',
      isOptional: true,
      cell: ({ connectorReference }) => identifier(connectorReference),
    },
    {
      id: 'settlement_id',
      header: 'Settlement',
      isOptional: true,
      cell: ({ settlementId }) => identifier(settlementId),
    },
  ],
  filters: [
    { kind: 'choice', name: 'type', label: 'Type', field: 'type', options: types },
    {
      kind: 'choice',
      name: 'state',
      label: 'Status',
      field: 'state',
      options: ['expected', 'reported', 'settled'],
    },
    { kind: 'time', name: 'occurred', label: 'Occurred', field: 'occurredAt' },
    { kind: 'text', name: 'currency', label: 'Currency', field: 'currency' },
    { kind: 'text', name: 'account', label: 'Account', field: 'merchantConnectorId', from: 'accounts' },
    { kind: 'text', name: 'profile', label: 'Profile', field: 'profileId', from: 'profiles' },
    { kind: 'text', name: 'payment', label: 'Payment', field: 'paymentId' },
    { kind: 'text', name: 'capture', label: 'Capture', field: 'captureId' },
    { kind: 'text', name: 'refund', label: 'Refund', field: 'refundId' },
    { kind: 'text', name: 'dispute', label: 'Dispute', field: 'disputeId' },
    { kind: 'text', name: 'payout', label: 'Payout', field: 'payoutId' },
    { kind: 'text', name: 'settlement', label: 'Settlement', field: 'settlementId' },
  ],
};

/** The list of balance entries. */
export default function BalanceEntries() {
  return (
    <WhileReconciling title={definition.title}>
      <ListPage definition={definition} />
    </WhileReconciling>
  );
}
