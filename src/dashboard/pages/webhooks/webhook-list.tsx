import { pagePath } from '../../data/page-paths.ts';
import type { ResultOf } from '../../data/result-of.ts';
import { asWords } from '../../data/words.ts';
import type { ListDefinition } from '../../list/definition.ts';
import { ListPage } from '../../list/list-page.tsx';
import { deliveryStatus, Status } from '../../show/status.tsx';
import { DueTime, Time } from '../../show/time.tsx';
import { WebhookListDocument } from './webhook-list.documents.ts';

type Row = ResultOf<typeof WebhookListDocument>['rows']['nodes'][number];

const definition: ListDefinition<Row> = {
  title: 'Webhooks',
  noun: 'webhook',
  document: WebhookListDocument,
  sortedBy: 'created_at',
  idOf: ({ deliveryId }) => deliveryId,
  hrefOf: ({ deliveryId }) => pagePath.webhook(deliveryId),
  presets: [
    ['Failing', 'status=pending&tried=yes'],
    ['Given up', 'status=failed'],
    ['Pending', 'status=pending&tried=no'],
  ],
  columns: [
    {
      id: 'event_type',
      header: 'Event',
      cell: ({ eventType, redelivery }) => `${asWords(eventType)}${redelivery ? ', sent again' : ''}`,
    },
    { id: 'status', header: 'Status', cell: (delivery) => <Status of={deliveryStatus(delivery)} /> },
    { id: 'attempt_count', header: 'Attempts', isNumber: true, cell: ({ attemptCount }) => attemptCount },
    {
      id: 'answer',
      header: 'Response',
      cell: ({ errorMessage, statusCode }) => [statusCode, errorMessage].filter(Boolean).join(': ') || '–',
    },
    {
      id: 'next_attempt_at',
      header: 'Next attempt',
      cell: ({ nextAttemptAt }) => <DueTime at={nextAttemptAt} />,
    },
    {
      id: 'created_at',
      header: 'Recorded',
      orderBy: 'CREATED_AT',
      cell: ({ createdAt }) => <Time at={createdAt} precise />,
    },
    {
      id: 'object_id',
      header: 'Object',
      cell: ({ objectId }) => <span className="identifier">{objectId}</span>,
    },
    {
      id: 'url',
      header: 'To',
      isOptional: true,
      cell: ({ url }) => <span className="identifier">{url ?? '–'}</span>,
    },
  ],
  filters: [
    {
      kind: 'choice',
      name: 'status',
      label: 'Status',
      field: 'status',
      options: ['pending', 'delivered', 'failed'],
    },
    { kind: 'flag', name: 'tried', label: 'Tried', field: 'attemptCount', isCount: true },
    { kind: 'time', name: 'created', label: 'Recorded', field: 'createdAt' },
    { kind: 'text', name: 'type', label: 'Event', field: 'eventType' },
    { kind: 'text', name: 'event', label: 'Event’s identifier', field: 'eventId' },
    { kind: 'text', name: 'profile', label: 'Profile', field: 'profileId', from: 'profiles' },
    { kind: 'text', name: 'endpoint', label: 'Endpoint', field: 'endpointId' },
  ],
};

/** The list of webhooks, delivered or not. */
export default function WebhookList() {
  return <ListPage definition={definition} />;
}
