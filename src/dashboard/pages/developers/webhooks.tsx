import { Button } from '@mantine/core';
import { useState } from 'react';
import { Link } from 'wouter';
import { SendWebhookNow } from '../../act/send-webhook-now.tsx';
import { pagePath, pagePathByType } from '../../data/page-paths.ts';
import { asWords } from '../../data/words.ts';
import { useSession } from '../../session/session.tsx';
import { Section } from '../../show/facts.tsx';
import { LoadMore } from '../../show/load-more.tsx';
import { SmallTable } from '../../show/small-table.tsx';
import { deliveryStatus, Status } from '../../show/status.tsx';
import { DueTime, Time } from '../../show/time.tsx';
import type { DevelopersQuery } from './developers.documents.ts';

type Delivery = NonNullable<DevelopersQuery['webhookDeliveries']>['nodes'][number];
type EventConnection = NonNullable<DevelopersQuery['events']>;

interface DeliveriesProps {
  readonly deliveries: readonly Delivery[];
  readonly onChange: () => unknown;
}

const againOf = ({ status }: Delivery) => (status === 'pending' ? 'Send now' : 'Redeliver');

/** The latest webhooks and their delivery. Each can be sent again. */
export function Deliveries({ deliveries, onChange }: DeliveriesProps) {
  const { can } = useSession();
  const [again, setAgain] = useState<Delivery | null>(null);
  return (
    <Section title="Webhooks" actions={<Link href="/dashboard/webhooks">All webhooks</Link>}>
      <SmallTable
        label="Webhooks"
        rows={deliveries}
        keyOf={({ id }) => id}
        whenEmpty="No webhooks yet. Set a webhook URL on a profile."
        columns={[
          {
            header: 'Event',
            cell: ({ deliveryId, eventType, redelivery }) => (
              <Link href={pagePath.webhook(deliveryId)}>
                {asWords(eventType)}
                {redelivery ? ', sent again' : ''}
              </Link>
            ),
          },
          { header: 'Status', cell: (delivery) => <Status of={deliveryStatus(delivery)} /> },
          { header: 'Attempts', isNumber: true, cell: ({ attemptCount }) => attemptCount },
          {
            header: 'Response',
            cell: ({ errorMessage, statusCode }) =>
              [statusCode, errorMessage].filter(Boolean).join(': ') || '–',
          },
          { header: 'Next attempt', cell: ({ nextAttemptAt }) => <DueTime at={nextAttemptAt} /> },
          { header: 'Recorded', cell: ({ createdAt }) => <Time at={createdAt} precise /> },
          {
            header: 'Send',
            cell: (delivery) =>
              can('WEBHOOKS_WRITE') && (
                <Button
                  size="compact-xs"
                  variant="default"
                  onClick={() => setAgain(delivery)}
                  aria-label={`${againOf(delivery)} ${delivery.deliveryId}`}
                >
                  {againOf(delivery)}
                </Button>
              ),
          },
          { header: 'To', cell: ({ url }) => <span className="identifier">{url ?? '–'}</span> },
        ]}
      />
      {again && <SendWebhookNow delivery={again} onClose={() => setAgain(null)} onDone={onChange} />}
    </Section>
  );
}

interface EventsProps {
  readonly connection: EventConnection;
  readonly onMore: (after: string) => Promise<unknown>;
}

/** The latest events. */
export function Events({ connection, onMore }: EventsProps) {
  return (
    <Section title="Events">
      <SmallTable
        label="Events"
        rows={connection.edges.map(({ node }) => node)}
        keyOf={({ id }) => id}
        whenEmpty="No activity yet"
        columns={[
          {
            header: 'Event',
            cell: ({ eventType, test }) => `${asWords(eventType)}${test ? ' (a test)' : ''}`,
          },
          { header: 'Identifier', cell: ({ eventId }) => <span className="identifier">{eventId}</span> },
          {
            header: 'Object',
            cell: ({ objectId, objectType }) => {
              const page = pagePathByType[objectType.toLowerCase()];
              return page ? (
                <Link href={page(objectId)} className="identifier">
                  {objectId}
                </Link>
              ) : (
                <span className="identifier">{objectId}</span>
              );
            },
          },
          { header: 'Recorded', cell: ({ createdAt }) => <Time at={createdAt} precise /> },
        ]}
      />
      <LoadMore pageInfo={connection.pageInfo} onMore={onMore} />
    </Section>
  );
}
