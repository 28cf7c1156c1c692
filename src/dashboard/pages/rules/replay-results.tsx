import { Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { urlPath } from '../../../core/foundation/url-path.ts';
import { formatCount } from '../../data/locale.ts';
import { formatMoney } from '../../data/money.ts';
import { pagePath } from '../../data/page-paths.ts';
import { counted } from '../../data/words.ts';
import { LinkedCount } from '../../show/linked-count.tsx';
import { Money } from '../../show/money.tsx';
import { SmallTable } from '../../show/small-table.tsx';
import { factName, factOf } from './facts.ts';
import { NO_ACCOUNT, replayEffects } from './replay-effects.ts';
import type { ReplaysQuery } from './replays.documents.ts';
import type { RuleNames } from './sentences.ts';

export type FoundReplay = ReplaysQuery['ruleReplays']['nodes'][number];

interface ReplayResultsProps {
  readonly replay: FoundReplay;
  readonly noun: 'payment' | 'payout';
  readonly names: RuleNames;
  readonly label: string;
  /** The days of the replay in words. */
  readonly span: string;
}

/** What a replay found: the effects, the moves between accounts, and the expected approvals and fees. */
export function ReplayResults({ label, names, noun, replay, span }: ReplayResultsProps) {
  const { expected, moved, payments, replayId, unknownFacts } = replay;
  // Payouts of a replay are counted only.
  const numberOf = (count: number, query: string): ReactNode =>
    count === 0 || noun === 'payout' ? (
      formatCount(count)
    ) : (
      <LinkedCount count={count} href={`${pagePath.ruleReplay(replayId)}?${query}`} />
    );
  const account = (id: string | null | undefined, none: string) => (id ? (names.get(id) ?? id) : none);
  const effects = [
    ['moved', 'Moved to another account', moved.reduce((sum, { count }) => sum + count, 0)] as const,
    ...replayEffects.map(([name, words]) => [name, words, replay[name]] as const),
  ].filter(([name]) => noun === 'payment' || name === 'moved');
  return (
    <div role="status" className="replay-results">
      <Text size="sm" mt="sm" mb="xs">
        {counted(payments, noun)}, {span}. With this version:
      </Text>
      <SmallTable
        label={`${label}: effects`}
        rows={effects}
        keyOf={([name]) => name}
        whenEmpty=""
        columns={[
          { header: 'Effect', cell: ([, words]) => words },
          {
            header: noun === 'payment' ? 'Payments' : 'Payouts',
            isNumber: true,
            cell: ([name, , count]) => numberOf(count, `${name}=yes`),
          },
        ]}
      />
      {moved.length > 0 && (
        <SmallTable
          label={`${label}: moves`}
          rows={moved}
          keyOf={({ currency, from, to }) => `${from} ${to} ${currency}`}
          whenEmpty=""
          columns={[
            { header: 'From', cell: ({ from }) => account(from, 'No account') },
            { header: 'To', cell: ({ to }) => account(to, 'No account') },
            {
              header: noun === 'payment' ? 'Payments' : 'Payouts',
              isNumber: true,
              cell: ({ count, currency, from, to }) =>
                numberOf(
                  count,
                  urlPath`moved=yes&from=${from ?? NO_ACCOUNT}&to=${to ?? NO_ACCOUNT}&currency=${currency}`,
                ),
            },
            {
              header: 'Amount',
              isNumber: true,
              cell: ({ amount, currency }) => <Money amount={amount} currency={currency} />,
            },
          ]}
        />
      )}
      {expected && <Expected expected={expected} isMoving={moved.length > 0} label={label} noun={noun} />}
      {unknownFacts.length > 0 && (
        <Text size="sm" mt="xs" className="rule-warning">
          Not known of past {noun}s:{' '}
          {unknownFacts.map((name) => (factOf(name) ? factName(name) : name)).join(', ')}. Conditions on them
          were evaluated as unknown.
        </Text>
      )}
    </div>
  );
}

/** What the estimate is based on, in a sentence. */
function basisOf(observations: number, isMoving: boolean, noun: string): string {
  if (observations > 0) {
    return `Estimated from ${counted(observations, 'decided first attempt')} at the accounts that ${noun}s move to.`;
  }
  return isMoving
    ? `No decided first attempts at the accounts that ${noun}s move to: the approval rate of the profile is assumed.`
    : `No ${noun} moves to another account, so the results stay.`;
}

interface ExpectedProps {
  readonly expected: NonNullable<FoundReplay['expected']>;
  readonly label: string;
  readonly noun: string;
  /** Whether payments would move to another account. */
  readonly isMoving: boolean;
}

const UNKNOWN = 'Unknown';

function Expected({ expected, isMoving, label, noun }: ExpectedProps) {
  const { approvalsNow, approvalsThen, costNow, costThen, currency, interval, observations } = expected;
  const money = (amount: number | null | undefined) =>
    currency && typeof amount === 'number' ? formatMoney(amount, currency) : UNKNOWN;
  const approvals = typeof approvalsThen === 'number' ? formatCount(approvalsThen) : UNKNOWN;
  const range = interval ? `${formatCount(interval.low)} to ${formatCount(interval.high)}` : '–';
  return (
    <>
      <SmallTable
        label={`${label}: expected results`}
        rows={[
          ['Approved first attempts', formatCount(approvalsNow), approvals, range] as const,
          ['Fees', money(costNow), money(costThen), '–'] as const,
        ]}
        keyOf={([name]) => name}
        whenEmpty=""
        columns={[
          { header: 'Expected', cell: ([name]) => name },
          { header: 'Now', isNumber: true, cell: ([, now]) => now },
          { header: 'With this version', isNumber: true, cell: ([, , then]) => then },
          { header: '95% interval', isNumber: true, cell: ([, , , of]) => of },
        ]}
      />
      <Text size="xs" c="dimmed">
        {basisOf(observations, isMoving, noun)}
      </Text>
    </>
  );
}
