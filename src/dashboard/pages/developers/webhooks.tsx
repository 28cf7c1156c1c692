import { useMutation } from '@apollo/client/react';
import { Button } from '@mantine/core';
import { useState } from 'react';
import { Link } from 'wouter';
import { ActionDialog } from '../../act/action-dialog.tsx';
import type { Outcome } from '../../act/outcome.ts';
import { pageOf } from '../../app/navigation.ts';
import { asWords } from '../../data/words.ts';
import { useSession } from '../../session/session.tsx';
import { Section } from '../../show/facts.tsx';
import { LoadMore } from '../../show/load-more.tsx';
import { SmallTable } from '../../show/small-table.tsx';
import { Status } from '../../show/status.tsx';
import { Time } from '../../show/time.tsx';
import { type DevelopersQuery, RedeliverWebhookDocument } from './developers.documents.ts';

type DeliveryConnection = NonNullable<DevelopersQuery['webhookDeliveries']>;
type Delivery = DeliveryConnection['edges'][number]['node'];
type EventConnection = NonNullable<DevelopersQuery['events']>;

interface DeliveriesProps {
  readonly connection: DeliveryConnection;
  readonly onChange: () => unknown;
  readonly onMore: (after: string) => Promise<unknown>;
}

/** The latest webhooks, as they are delivered; failed ones can be sent again. */
export function Deliveries({ connection, onChange, onMore }: DeliveriesProps) {
  const { can } = useSession();
  const [again, setAgain] = useState<Delivery | null>(null);
  const [redeliver] = useMutation(RedeliverWebhookDocument);
  const run = async (idempotencyKey: string): Promise<Outcome> => {
    const { data } = await redeliver({
      variables: { input: { deliveryId: again!.deliveryId, idempotencyKey } },
    });
    return { userErrors: data!.redeliverWebhook.userErrors, done: 'The webhook is sent again.' };
  };
  return (
    <Section title="Webhooks">
      <SmallTable
        label="Webhooks"
        rows={connection.edges.map(({ node }) => node)}
        keyOf={({ id }) => id}
        none="None was sent yet. Give a profile a webhook URL."
        columns={[
          {
            header: 'Event',
            cell: ({ eventType, redelivery }) => `${asWords(eventType)}${redelivery ? ', sent again' : ''}`,
          },
          { header: 'Status', cell: ({ status }) => <Status of={status} /> },
          { header: 'Tries', isNumber: true, cell: ({ attemptCount }) => attemptCount },
          {
            header: 'Answer',
            cell: ({ errorMessage, statusCode }) =>
              [statusCode, errorMessage].filter(Boolean).join(': ') || '–',
          },
          { header: 'Next try', cell: ({ nextAttemptAt }) => <Time at={nextAttemptAt} /> },
          { header: 'To', cell: ({ url }) => <span className="identifier">{url ?? '–'}</span> },
          { header: 'Recorded', cell: ({ createdAt }) => <Time at={createdAt} precise /> },
          {
            header: 'Again',
            cell: (delivery) =>
              can('WEBHOOKS_WRITE') &&
              delivery.status !== 'pending' && (
                <Button
                  size="compact-xs"
                  variant="default"
                  onClick={() => setAgain(delivery)}
                  aria-label={`Redeliver ${delivery.deliveryId}`}
                >
                  Redeliver
                </Button>
              ),
          },
        ]}
      />
      <LoadMore pageInfo={connection.pageInfo} onMore={onMore} />
      {again && (
        <ActionDialog
          title="Redeliver the webhook"
          confirm="Redeliver"
          explanation={`${asWords(again.eventType)} is sent once more, with the same body, to ${again.url ?? 'the endpoint'}.`}
          run={run}
          onClose={() => setAgain(null)}
          onDone={onChange}
        />
      )}
    </Section>
  );
}

interface EventsProps {
  readonly connection: EventConnection;
  readonly onMore: (after: string) => Promise<unknown>;
}

/** The objects of events that have a page. */
const pages: Readonly<Record<string, (id: string) => string>> = pageOf;

/** The latest events. */
export function Events({ connection, onMore }: EventsProps) {
  return (
    <Section title="Events">
      <SmallTable
        label="Events"
        rows={connection.edges.map(({ node }) => node)}
        keyOf={({ id }) => id}
        none="Nothing has happened yet."
        columns={[
          {
            header: 'Event',
            cell: ({ eventType, test }) => `${asWords(eventType)}${test ? ' (a test)' : ''}`,
          },
          { header: 'Identifier', cell: ({ eventId }) => <span className="identifier">{eventId}</span> },
          {
            header: 'Object',
            cell: ({ objectId, objectType }) => {
              const page = pages[objectType.toLowerCase()];
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
