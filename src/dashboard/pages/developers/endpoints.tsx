import { useMutation } from '@apollo/client/react';
import { Button } from '@mantine/core';
import { useState } from 'react';
import { ActionDialog } from '../../act/action-dialog.tsx';
import type { Outcome } from '../../act/outcome.ts';
import { counted } from '../../data/words.ts';
import { useSession } from '../../session/session.tsx';
import { Section } from '../../show/facts.tsx';
import { SmallTable } from '../../show/small-table.tsx';
import { Time } from '../../show/time.tsx';
import { type DevelopersQuery, SendTestWebhookDocument } from './developers.documents.ts';
import { SigningKey } from './signing-key.tsx';

type Profile = NonNullable<DevelopersQuery['businessProfiles']>['nodes'][number];

/** Each profile's webhook URL and delivery state. */
export function Endpoints({ onChange, profiles }: { profiles: readonly Profile[]; onChange: () => unknown }) {
  const { can } = useSession();
  const [tested, setTested] = useState<Profile | null>(null);
  const [signed, setSigned] = useState<Profile | null>(null);
  return (
    <Section title="Webhook endpoints">
      <SmallTable
        label="Webhook endpoints"
        rows={profiles}
        keyOf={({ id }) => id}
        whenEmpty="No business profiles"
        columns={[
          { header: 'Profile', cell: ({ profileName }) => profileName },
          {
            header: 'URL',
            cell: ({ webhookDetails }) =>
              webhookDetails?.webhookUrl ? (
                <span className="identifier">{webhookDetails.webhookUrl}</span>
              ) : (
                'Account URL, if set'
              ),
          },
          {
            header: 'State',
            cell: ({ webhookEndpoint }) => <EndpointState of={webhookEndpoint} />,
          },
          ...(can('SETTINGS_WRITE')
            ? [
                {
                  header: 'Signing key',
                  cell: (profile: Profile) => (
                    <Button
                      size="compact-xs"
                      variant="default"
                      onClick={() => setSigned(profile)}
                      aria-label={`Show the signing key of ${profile.profileName}`}
                    >
                      Show
                    </Button>
                  ),
                },
              ]
            : []),
          ...(can('WEBHOOKS_WRITE')
            ? [
                {
                  header: 'Test',
                  cell: (profile: Profile) =>
                    profile.webhookDetails?.webhookUrl && (
                      <Button
                        size="compact-xs"
                        variant="default"
                        onClick={() => setTested(profile)}
                        aria-label={`Send a test event to ${profile.profileName}`}
                      >
                        Send a test event
                      </Button>
                    ),
                },
              ]
            : []),
        ]}
      />
      {signed && <SigningKey profile={signed} onClose={() => setSigned(null)} />}
      {tested && <TestEvent profile={tested} onClose={() => setTested(null)} onDone={onChange} />}
    </Section>
  );
}

/** An endpoint's delivery state. */
export function EndpointState({
  of: { failures, restingUntil, stoppedAt },
}: {
  of: Profile['webhookEndpoint'];
}) {
  if (stoppedAt) {
    return (
      <>
        Stopped <Time at={stoppedAt} />: it answered 410
      </>
    );
  }
  if (!restingUntil) return 'Healthy';
  return (
    <>
      Retrying at <Time at={restingUntil} />, after {counted(failures, 'failure')}
    </>
  );
}

interface TestEventProps {
  readonly profile: Profile;
  readonly onClose: () => void;
  readonly onDone: () => unknown;
}

/** Sends a sample event to a profile's endpoint. */
function TestEvent({ onClose, onDone, profile }: TestEventProps) {
  const [send] = useMutation(SendTestWebhookDocument);
  const { profileId, webhookDetails } = profile;
  const run = async (idempotencyKey: string): Promise<Outcome> => {
    const { data } = await send({ variables: { input: { profileId, idempotencyKey } } });
    return {
      userErrors: data!.sendTestWebhook.userErrors,
      done: 'Test event sent. Its webhook shows the response.',
    };
  };
  return (
    <ActionDialog
      title="Send a test event"
      confirm="Send"
      explanation={`A signed sample event, “Payment succeeded”, is sent to ${webhookDetails?.webhookUrl}. The identifiers in it begin with test_.`}
      run={run}
      onClose={onClose}
      onDone={onDone}
    />
  );
}
