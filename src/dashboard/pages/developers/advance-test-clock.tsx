import { useApolloClient, useMutation, useQuery } from '@apollo/client/react';
import { Group, Radio, Stack, Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import { ActionDialog } from '../../act/action-dialog.tsx';
import type { Outcome } from '../../act/outcome.ts';
import { formatCount } from '../../data/locale.ts';
import { problemOf } from '../../data/problem.ts';
import type { DueKind } from '../../data/schema-types.ts';
import { formatTime, monthAfter } from '../../data/time.ts';
import { timeAhead } from '../../data/words.ts';
import { useClockAdvancedBy } from '../../session/session.tsx';
import { Facts } from '../../show/facts.tsx';
import { Loading } from '../../show/states.tsx';
import { AdvanceTestClockDocument, TestClockDocument, type TestClockQuery } from './test-clock.documents.ts';

const HOUR_S = 3_600;

const steps = { hour: '1 hour', day: '1 day', month: '1 month', date: 'To a time' } as const;
type Step = keyof typeof steps;

/** The kinds of due objects, in display order. */
const kinds: Readonly<Record<DueKind, string>> = {
  scheduled_capture: 'Scheduled captures',
  payment_retry: 'Retries of declined charges',
  authorization: 'Expiring authorizations',
  payment_session: 'Expiring payments',
  payout: 'Expiring payouts',
  connector_event: 'Sandbox decisions and reports',
  connector_look_up: 'Status checks at connectors',
  settlement: 'Money becoming available',
  settlement_report: 'Settlements and their reports',
  dispute_deadline: 'Dispute deadlines',
  mandate_start: 'Starting mandates',
  mandate_end: 'Ending mandates',
  webhook_attempt: 'Webhook deliveries',
  collect_link: 'Expiring links',
  payment_token: 'Expiring tokens of saved methods',
  extended_card_info: 'Expiring card details',
};

/** The variables of an advance; null without a time. */
type Advance = { readonly seconds: number } | { readonly to: string };

function advanceBy(step: Step, date: string, shown: Date): Advance | null {
  if (step === 'hour') return { seconds: HOUR_S };
  if (step === 'day') return { seconds: 24 * HOUR_S };
  if (step === 'month') {
    return { seconds: Math.round((monthAfter(shown).getTime() - shown.getTime()) / 1000) };
  }
  const time = new Date(date);
  return Number.isNaN(time.getTime()) ? null : { to: time.toISOString() };
}

/** Advances the merchant account's test clock, after a preview of the objects that become due. */
export default function AdvanceTestClock({ onClose }: { onClose: () => void }) {
  const [step, setStep] = useState<Step>('day');
  const [date, setDate] = useState('');
  const client = useApolloClient();
  const advancedBy = useClockAdvancedBy();
  const [openedAt] = useState(Date.now);
  const advance = advanceBy(step, date, new Date(openedAt + advancedBy * 1000));
  const { data, error, previousData } = useQuery(TestClockDocument, {
    variables: advance ?? {},
    fetchPolicy: 'no-cache',
  });
  const clock = (data ?? previousData)?.testClock;
  const [run] = useMutation(AdvanceTestClockDocument, { fetchPolicy: 'no-cache' });
  const perform = async (idempotencyKey: string): Promise<Outcome> => {
    const answer = await run({ variables: { input: { ...advance, idempotencyKey } } });
    const { testClock, userErrors } = answer.data!.advanceTestClock;
    return { userErrors, done: `The test clock is ${timeAhead(testClock?.advancedBy ?? 0)} ahead.` };
  };
  return (
    <ActionDialog
      title="Advance the test clock"
      confirm="Advance"
      explanation={
        <>
          It moves due dates closer, and everything then due runs at once. It never goes back. New objects
          start at the real time.
        </>
      }
      isDisabled={!advance}
      run={perform}
      onClose={onClose}
      onDone={() => client.refetchQueries({ include: 'active' })}
    >
      {clock && (
        <Text size="sm">
          It shows {formatTime(clock.time)}
          {clock.advancedBy > 0 ? `, ${timeAhead(clock.advancedBy)} ahead.` : ', the present.'}
        </Text>
      )}
      <Radio.Group label="By" value={step} onChange={(chosen) => setStep(chosen as Step)}>
        <Group gap="md" mt={4}>
          {Object.entries(steps).map(([value, label]) => (
            <Radio key={value} value={value} label={label} />
          ))}
        </Group>
      </Radio.Group>
      {step === 'date' && (
        <TextInput
          label="Time"
          description="On the test clock, in your time zone."
          type="datetime-local"
          value={date}
          onChange={(event) => setDate(event.currentTarget.value)}
        />
      )}
      {advance && error && <Text size="sm">{problemOf(error).message}</Text>}
      {advance && !error && !data && <Loading />}
      {advance && !error && data && <Preview becomesDue={data.testClock.becomesDue} />}
    </ActionDialog>
  );
}

interface PreviewProps {
  readonly becomesDue: TestClockQuery['testClock']['becomesDue'];
}

/** A preview of the objects that an advance makes due. */
function Preview({ becomesDue }: PreviewProps) {
  const counts = new Map(becomesDue.map(({ count, kind }) => [kind, count]));
  const due = (Object.keys(kinds) as DueKind[]).flatMap((kind) => {
    const count = counts.get(kind);
    return count ? [[kinds[kind], formatCount(count)] as const] : [];
  });
  return (
    <Stack gap={4} aria-live="polite">
      <Text size="sm" fw={600}>
        Becomes due
      </Text>
      {due.length > 0 ? <Facts of={due} /> : <Text size="sm">Nothing.</Text>}
    </Stack>
  );
}
