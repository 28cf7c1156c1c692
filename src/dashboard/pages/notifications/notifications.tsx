import { useMutation } from '@apollo/client/react';
import { Button } from '@mantine/core';
import { makeKey } from '../../data/idempotency.ts';
import { pagePath } from '../../data/page-paths.ts';
import type { ResultOf } from '../../data/result-of.ts';
import { UnreadDocument } from '../../data/unread.documents.ts';
import { asWords } from '../../data/words.ts';
import type { ListDefinition } from '../../list/definition.ts';
import { ListPage } from '../../list/list-page.tsx';
import { Status } from '../../show/status.tsx';
import { Time } from '../../show/time.tsx';
import { MarkAllReadDocument, NotificationsDocument } from './notifications.documents.ts';

type Row = ResultOf<typeof NotificationsDocument>['rows']['nodes'][number];

const pages: Readonly<Record<Row['kind'], (id: string) => string>> = {
  success_rate_fell: () => '/dashboard/analytics',
  webhooks_failing: () => '/dashboard/developers',
  dispute_due: pagePath.dispute,
  circuit_open: pagePath.account,
  payout_failed: pagePath.payout,
  redirect_changed: () => '/dashboard/audit-log',
  host_changed: () => '/dashboard/audit-log',
  vault_export: () => '/dashboard/reports',
  key_expires: () => '/dashboard/developers',
  key_loosened: () => '/dashboard/developers',
  approver_made: () => '/dashboard/team',
  domain_failed: () => '/dashboard/domains',
  proof_needed: () => '/dashboard/domains',
  second_factor_off: () => '/dashboard/settings',
};

/** The finding and its rule, for kinds without a message. */
const facts: Readonly<Partial<Record<Row['kind'], (row: Row) => string>>> = {
  success_rate_fell: ({ threshold, value }) => `${value} % approved, below ${threshold} %`,
  webhooks_failing: ({ value }) => `Failing for ${value} min, or disabled`,
  dispute_due: ({ threshold }) => `Evidence is due within ${threshold} days`,
  circuit_open: ({ value }) => `${value} calls without a response`,
  payout_failed: ({ errorCode }) => errorCode ?? '–',
};

const definition: ListDefinition<Row> = {
  title: 'Notifications',
  noun: 'notification',
  document: NotificationsDocument,
  sortedBy: 'created_at',
  idOf: ({ notificationId }) => notificationId,
  hrefOf: ({ kind, objectId }) => pages[kind](objectId),
  presets: [['Unread', 'read=no']],
  action: MarkAllRead,
  columns: [
    { id: 'kind', header: 'Notification', cell: ({ kind }) => asWords(kind) },
    {
      id: 'state',
      header: 'State',
      cell: ({ message, resolvedAt }) => (
        <Status of={message ? 'reported' : resolvedAt ? 'resolved' : 'needs_attention'} />
      ),
    },
    {
      id: 'facts',
      header: 'Finding',
      isSentence: true,
      cell: (row) => row.message ?? facts[row.kind]?.(row) ?? '–',
    },
    {
      id: 'object_id',
      header: 'About',
      cell: ({ objectId }) => <span className="identifier">{objectId}</span>,
    },
    { id: 'connector', header: 'Connector', cell: ({ connector }) => connector ?? '–', isOptional: true },
    { id: 'read', header: 'Read', cell: ({ read }) => (read ? 'Yes' : 'No') },
    {
      id: 'created_at',
      header: 'Time',
      orderBy: 'CREATED_AT',
      cell: ({ createdAt }) => <Time at={createdAt} />,
    },
  ],
  filters: [
    { kind: 'choice', name: 'kind', label: 'Kind', field: 'kind', options: Object.keys(pages) },
    { kind: 'flag', name: 'read', label: 'Read', field: 'read' },
    { kind: 'time', name: 'created', label: 'Time', field: 'createdAt' },
  ],
};

/** Marks all notifications as read, for the merchant's whole team. */
function MarkAllRead() {
  const [mark, { loading }] = useMutation(MarkAllReadDocument, {
    refetchQueries: [NotificationsDocument, UnreadDocument],
  });
  return (
    <Button
      variant="default"
      size="xs"
      loading={loading}
      onClick={() => void mark({ variables: { input: { idempotencyKey: makeKey() } } })}
    >
      Mark all as read
    </Button>
  );
}

/** The notifications, newest first, each linked to its object. */
export default function Notifications() {
  return <ListPage definition={definition} />;
}
