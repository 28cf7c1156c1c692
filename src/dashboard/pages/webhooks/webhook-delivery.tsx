import { useQuery } from '@apollo/client/react';
import { Button, Code, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { Link } from 'wouter';
import { urlPath } from '../../../core/foundation/url-path.ts';
import { ProfileName } from '../../act/profile-field.tsx';
import { SendWebhookNow } from '../../act/send-webhook-now.tsx';
import { useLive } from '../../data/live.ts';
import { formatMilliseconds } from '../../data/locale.ts';
import { pagePathByType } from '../../data/page-paths.ts';
import { asWords } from '../../data/words.ts';
import { useSession } from '../../session/session.tsx';
import { Facts, Section } from '../../show/facts.tsx';
import { CopyText, Identifier } from '../../show/identifier.tsx';
import { OneHead } from '../../show/one-head.tsx';
import { Raw } from '../../show/raw.tsx';
import { ShowOne } from '../../show/show-one.tsx';
import { deliveryStatus, Status } from '../../show/status.tsx';
import { DueTime, Time } from '../../show/time.tsx';
import {
  WebhookDeliveryChangeDocument,
  WebhookDeliveryDocument,
  type WebhookDeliveryQuery,
} from './webhook-delivery.documents.ts';

type Delivery = NonNullable<WebhookDeliveryQuery['webhookDelivery']>;

/** One webhook: the request, and the endpoint's response to each attempt. */
export default function WebhookDeliveryPage({ id }: { id: string }) {
  const result = useQuery(WebhookDeliveryDocument, {
    variables: { deliveryId: id },
    fetchPolicy: 'cache-and-network',
  });
  useLive(WebhookDeliveryChangeDocument, {}, result.refetch);
  return (
    <ShowOne
      result={result}
      found={result.data?.webhookDelivery}
      noun="webhook"
      listPath="/dashboard/webhooks"
      restPath={urlPath`/webhook_deliveries/${id}`}
    >
      {(delivery) => <Shown delivery={delivery} onChange={result.refetch} />}
    </ShowOne>
  );
}

function Shown({ delivery, onChange }: { delivery: Delivery; onChange: () => unknown }) {
  const { can } = useSession();
  const [isSending, setSending] = useState(false);
  return (
    <Stack>
      <OneHead
        identifier={delivery.deliveryId}
        actions={can('WEBHOOKS_WRITE') && <Button onClick={() => setSending(true)}>Send now</Button>}
      >
        {asWords(delivery.eventType)} <Status of={deliveryStatus(delivery)} />
      </OneHead>
      <Overview delivery={delivery} />
      <Request delivery={delivery} />
      <Section title="Attempts">
        {delivery.attempts.length === 0 && (
          <Text size="sm" c="dimmed">
            Not sent yet
          </Text>
        )}
        <Stack gap="lg">
          {delivery.attempts.toReversed().map((attempt) => (
            <Try key={attempt.attemptNumber} attempt={attempt} />
          ))}
        </Stack>
      </Section>
      <Raw value={delivery} restPath={urlPath`/webhook_deliveries/${delivery.deliveryId}`} />
      {isSending && (
        <SendWebhookNow delivery={delivery} onClose={() => setSending(false)} onDone={onChange} />
      )}
    </Stack>
  );
}

function Overview({ delivery }: { delivery: Delivery }) {
  const { event, objectId } = delivery;
  const page = pagePathByType[(event?.objectType ?? '').toLowerCase()];
  return (
    <Section title="Overview">
      <Facts
        of={[
          ['To', delivery.url && <Identifier value={delivery.url} />],
          [
            'Object',
            page ? (
              <Link key="object" href={page(objectId)} className="identifier">
                {objectId}
              </Link>
            ) : (
              <span key="object" className="identifier">
                {objectId}
              </span>
            ),
          ],
          ['Recorded', <Time key="created" at={delivery.createdAt} precise />],
          [
            'Next attempt',
            delivery.nextAttemptAt && <DueTime key="next" at={delivery.nextAttemptAt} precise />,
          ],
          ['Ended', delivery.completedAt && <Time at={delivery.completedAt} precise />],
          ['Attempts', delivery.attemptCount],
          ['Sent again', delivery.redelivery ? 'Yes' : null],
          ['Test', event?.test ? 'Yes' : null],
          ['Event', <Identifier key="event" value={delivery.eventId} />],
          ['Caused by the request', event?.requestId && <Identifier value={event.requestId} />],
          ['Profile', delivery.profileId && <ProfileName id={delivery.profileId} />],
          ['Endpoint', delivery.endpointId === delivery.profileId ? null : delivery.endpointId],
        ]}
      />
    </Section>
  );
}

/** The body, indented for reading; the copy is verbatim. */
function Request({ delivery: { event } }: { delivery: Delivery }) {
  if (!event) {
    return (
      <Section title="Request">
        <Text size="sm">The event was deleted after its retention period.</Text>
      </Section>
    );
  }
  return (
    <Section title="Request" actions={<CopyText label="Copy the raw body" text={event.body} />}>
      <Text size="sm" mb="xs">
        POST, with this body and the headers <Code>webhook-id</Code>, <Code>webhook-timestamp</Code> and{' '}
        <Code>webhook-signature</Code>.
      </Text>
      <Body label="Request body" text={indented(event.body)} />
    </Section>
  );
}

function Try({ attempt }: { attempt: Delivery['attempts'][number] }) {
  const { answer, attemptNumber, durationMs, error, errorMessage, startedAt, statusCode } = attempt;
  const isDelivered = statusCode != null && statusCode >= 200 && statusCode < 300;
  return (
    <section aria-label={`Attempt ${attemptNumber}`}>
      <Facts
        of={[
          ['Try', attemptNumber],
          ['Sent', <Time key="sent" at={startedAt} precise />],
          ['Outcome', <Status key="outcome" of={isDelivered ? 'delivered' : 'failed'} />],
          ['HTTP status', statusCode],
          ['Took', durationMs != null && formatMilliseconds(durationMs)],
          ['Why', isDelivered ? null : [error && asWords(error), errorMessage].filter(Boolean).join(': ')],
        ]}
      />
      {answer ? (
        <Body label={`Response to attempt ${attemptNumber}`} text={answer} />
      ) : (
        statusCode != null && (
          <Text size="sm" c="dimmed" mt="xs">
            The response had no body
          </Text>
        )
      )}
    </section>
  );
}

function Body({ label, text }: { label: string; text: string }) {
  return (
    // A scrolling region must be reachable by keyboard.
    <Code block className="json" mt="xs" tabIndex={0} aria-label={label} role="region">
      {text}
    </Code>
  );
}

function indented(json: string): string {
  try {
    return JSON.stringify(JSON.parse(json), null, 2);
  } catch {
    return json;
  }
}
