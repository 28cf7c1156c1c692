import { useMutation, useQuery } from '@apollo/client/react';
import { Alert, Button, Group, Progress, Text } from '@mantine/core';
import { useEffect, useState } from 'react';
import { errorSaid } from '../../act/setting-labels.ts';
import { makeKey } from '../../data/idempotency.ts';
import { problemOf } from '../../data/problem.ts';
import { formatSpan } from '../../data/time.ts';
import { useSession } from '../../session/session.tsx';
import { Failure } from '../../show/states.tsx';
import { lastDays, periodOf, ReplayPeriod } from './replay-period.tsx';
import { type FoundReplay, ReplayResults } from './replay-results.tsx';
import { ReplayRulesetDocument, ReplaysDocument } from './replays.documents.ts';
import type { RulesetQuery } from './ruleset.documents.ts';
import type { RuleNames } from './sentences.ts';

type Ruleset = NonNullable<RulesetQuery['ruleset']>;

interface ReplayProps {
  readonly ruleset: Ruleset;
  readonly names: RuleNames;
  /** Distinguishes the tables of several replays on a page. */
  readonly label: string;
}

/** The interval between two looks at a replay that runs. */
const LOOK_MS = 1_000;

/** Whether the person may replay rules over payments, or payouts. */
export function useMayReplay(decision: Ruleset['decision']): boolean {
  const { can } = useSession();
  const mayRead = can('PAYMENTS_READ') && (decision !== 'payout_routing' || can('PAYOUTS_READ'));
  return can('SETTINGS_WRITE') && mayRead;
}

/** Replays a version over the payments of a period, and shows the latest replay. Nothing is changed. */
export function Replay({ label, names, ruleset: { decision, rulesetId } }: ReplayProps) {
  const [days, setDays] = useState(() => lastDays(7));
  const [problems, setProblems] = useState<readonly string[]>([]);
  const { data, error, refetch, startPolling, stopPolling } = useQuery(ReplaysDocument, {
    variables: { rulesetId },
    fetchPolicy: 'cache-and-network',
  });
  const [replay, { loading }] = useMutation(ReplayRulesetDocument);
  const latest = data?.ruleReplays.nodes[0];
  const isPending = latest?.status === 'pending';
  useEffect(() => {
    if (!isPending) return;
    startPolling(LOOK_MS);
    return stopPolling;
  }, [isPending, startPolling, stopPolling]);
  const run = async () => {
    setProblems([]);
    try {
      const input = { rulesetId, ...periodOf(days), idempotencyKey: makeKey() };
      const { userErrors } = (await replay({ variables: { input } })).data!.replayRuleset;
      setProblems(userErrors.map((one) => errorSaid(one)));
      await refetch();
    } catch (failure) {
      setProblems([problemOf(failure).message]);
    }
  };
  const noun = decision === 'payout_routing' ? 'payout' : 'payment';
  return (
    <>
      <Text size="sm" mb="xs">
        Decides about past {noun}s again, as if this version were active. Nothing is changed.
      </Text>
      <Group align="end" gap="xs">
        <ReplayPeriod days={days} onChange={setDays} />
        <Button
          type="button"
          variant="default"
          loading={loading}
          disabled={isPending}
          onClick={() => void run()}
        >
          Replay
        </Button>
      </Group>
      {problems.length > 0 && (
        <Alert color="red" variant="outline" role="alert" mt="xs">
          {problems.map((problem) => (
            <div key={problem}>{problem}</div>
          ))}
        </Alert>
      )}
      {error && !data && <Failure error={error} onRetry={() => refetch()} />}
      {data && !latest && (
        <Text size="sm" mt="xs">
          Not replayed yet: the effect on past {noun}s is unknown.
        </Text>
      )}
      {latest && <Latest label={label} names={names} noun={noun} replay={latest} />}
    </>
  );
}

interface LatestProps {
  readonly label: string;
  readonly names: RuleNames;
  readonly noun: 'payment' | 'payout';
  readonly replay: FoundReplay;
}

function Latest({ label, names, noun, replay }: LatestProps) {
  const { createdGte, createdLt, failureReason, progress, status } = replay;
  const span = formatSpan(new Date(createdGte), new Date(createdLt), 'DAY');
  if (status === 'pending') {
    return (
      <div role="status">
        <Text size="sm" mt="sm" mb={4}>
          Replaying {span}: {progress}%
        </Text>
        <Progress value={progress} aria-label="Progress of the replay" />
      </div>
    );
  }
  if (status === 'failed') {
    return (
      <Alert color="red" variant="outline" mt="sm" title="The replay failed">
        {failureReason}
      </Alert>
    );
  }
  return <ReplayResults label={label} names={names} noun={noun} replay={replay} span={span} />;
}
