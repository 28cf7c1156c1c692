import { Section } from '../../show/facts.tsx';
import { SmallTable } from '../../show/small-table.tsx';
import { Time } from '../../show/time.tsx';
import type { DevelopersQuery } from './developers.documents.ts';

type Profile = NonNullable<DevelopersQuery['businessProfiles']>['nodes'][number];

/** Where each profile's webhooks go, and whether they arrive. */
export function Endpoints({ profiles }: { profiles: readonly Profile[] }) {
  return (
    <Section title="Webhook endpoints">
      <SmallTable
        label="Webhook endpoints"
        rows={profiles}
        keyOf={({ id }) => id}
        none="There is no business profile."
        columns={[
          { header: 'Profile', cell: ({ profileName }) => profileName },
          {
            header: 'URL',
            cell: ({ webhookDetails }) =>
              webhookDetails?.webhookUrl ? (
                <span className="identifier">{webhookDetails.webhookUrl}</span>
              ) : (
                'The merchant account’s, if it has one'
              ),
          },
          {
            header: 'State',
            cell: ({ webhookEndpoint: { failures, restingUntil, stoppedAt } }) =>
              stoppedAt ? (
                <>
                  Stopped <Time at={stoppedAt} />: it answered 410
                </>
              ) : restingUntil ? (
                <>
                  Rests until <Time at={restingUntil} /> after {failures} failures
                </>
              ) : (
                'Takes webhooks'
              ),
          },
        ]}
      />
    </Section>
  );
}
