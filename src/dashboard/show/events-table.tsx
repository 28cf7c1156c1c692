import { Link } from 'wouter';
import { pagePath } from '../data/page-paths.ts';
import { asWords } from '../data/words.ts';
import { Section } from './facts.tsx';
import { SmallTable } from './small-table.tsx';
import { deliveryStatus, Status } from './status.tsx';
import { Time } from './time.tsx';

interface EventsTableProps {
  readonly events: readonly {
    readonly id: string;
    readonly eventId: string;
    readonly eventType: string;
    readonly createdAt: string;
    readonly deliveries: readonly {
      readonly id: string;
      readonly deliveryId: string;
      readonly status: string;
      readonly attemptCount: number;
      readonly statusCode?: number | null;
      readonly errorMessage?: string | null;
    }[];
  }[];
}

/** An object's events and the delivery of their webhooks. */
export function EventsTable({ events }: EventsTableProps) {
  return (
    <Section title="Events and webhooks">
      <SmallTable
        label="Events and webhooks"
        rows={events}
        keyOf={({ id }) => id}
        whenEmpty="No events yet"
        columns={[
          { header: 'Event', cell: ({ eventType }) => asWords(eventType) },
          { header: 'Identifier', cell: ({ eventId }) => <span className="identifier">{eventId}</span> },
          { header: 'Recorded', cell: ({ createdAt }) => <Time at={createdAt} precise /> },
          {
            header: 'Webhook',
            cell: ({ deliveries }) =>
              deliveries.length === 0
                ? 'No endpoint subscribed'
                : deliveries.map(({ attemptCount, deliveryId, errorMessage, id, status, statusCode }) => (
                    <div key={id}>
                      <Link href={pagePath.webhook(deliveryId)}>
                        <Status of={deliveryStatus({ status, attemptCount })} />
                      </Link>{' '}
                      · {attemptCount} {attemptCount === 1 ? 'attempt' : 'attempts'}
                      {statusCode ? ` · HTTP ${statusCode}` : ''}
                      {errorMessage ? ` · ${errorMessage}` : ''}
                    </div>
                  )),
          },
        ]}
      />
    </Section>
  );
}
