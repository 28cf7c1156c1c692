import { pagePath } from '../../data/page-paths.ts';
import type { ResultOf } from '../../data/result-of.ts';
import { asWords } from '../../data/words.ts';
import { exportedAmount, type ListDefinition, methods } from '../../list/definition.ts';
import { ListPage } from '../../list/list-page.tsx';
import { Deadline } from '../../show/deadline.tsx';
import { Money } from '../../show/money.tsx';
import { Status } from '../../show/status.tsx';
import { Time } from '../../show/time.tsx';
import { DisputeSumsDocument } from './dispute-sums.documents.ts';
import { DisputeChangesDocument, DisputesDocument } from './disputes.documents.ts';

type Row = ResultOf<typeof DisputesDocument>['rows']['nodes'][number];

const definition: ListDefinition<Row> = {
  title: 'Disputes',
  list: 'disputes',
  noun: 'dispute',
  document: DisputesDocument,
  changes: DisputeChangesDocument,
  sortedBy: 'created_at',
  searches: 'Identifier, payment',
  idOf: ({ disputeId }) => disputeId,
  hrefOf: ({ disputeId }) => pagePath.dispute(disputeId),
  exportPath: '/exports/disputes.csv',
  sums: { document: DisputeSumsDocument, figures: [['Amount', 'amount']] },
  presets: [
    ['Open', 'status=dispute_opened&sort=challenge_required_by'],
    ['Challenged', 'status=dispute_challenged'],
    ['Lost', 'status=dispute_lost'],
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
    { id: 'dispute_status', header: 'Status', cell: ({ disputeStatus }) => <Status of={disputeStatus} /> },
    {
      id: 'challenge_required_by',
      header: 'Respond by',
      orderBy: 'DEADLINE',
      cell: ({ challengeRequiredBy, disputeStatus }) => (
        <Deadline by={challengeRequiredBy} isOpen={disputeStatus === 'dispute_opened'} />
      ),
    },
    { id: 'dispute_stage', header: 'Stage', cell: ({ disputeStage }) => asWords(disputeStage) },
    { id: 'connector_reason', header: 'Reason', cell: ({ connectorReason }) => connectorReason ?? '–' },
    {
      id: 'created_at',
      header: 'Opened',
      orderBy: 'CREATED_AT',
      cell: ({ createdAt }) => <Time at={createdAt} />,
    },
    {
      id: 'payment_id',
      header: 'Payment',
      cell: ({ paymentId }) => <span className="identifier">{paymentId}</span>,
    },
    {
      id: 'dispute_id',
      header: 'Dispute',
      cell: ({ disputeId }) => <span className="identifier">{disputeId}</span>,
    },
    { id: 'connector', header: 'Connector', isOptional: true, cell: ({ connector }) => connector ?? '–' },
    {
      id: 'connector_reason_code',
      header: 'Reason code',
      isOptional: true,
      cell: ({ connectorReasonCode }) => connectorReasonCode ?? '–',
    },
  ],
  filters: [
    {
      kind: 'choice',
      name: 'status',
      label: 'Status',
      field: 'disputeStatus',
      options: [
        'dispute_opened',
        'dispute_challenged',
        'dispute_accepted',
        'dispute_won',
        'dispute_lost',
        'dispute_expired',
        'dispute_cancelled',
      ],
    },
    {
      kind: 'choice',
      name: 'stage',
      label: 'Stage',
      field: 'disputeStage',
      options: ['pre_dispute', 'dispute', 'pre_arbitration'],
    },
    { kind: 'time', name: 'created', label: 'Opened', field: 'createdAt' },
    { kind: 'time', name: 'deadline', label: 'Respond by', field: 'challengeRequiredBy' },
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
    { kind: 'text', name: 'profile', label: 'Profile', field: 'profileId', from: 'profiles' },
  ],
};

/** The list of disputes. */
export default function Disputes() {
  return <ListPage definition={definition} />;
}
