import { useQuery } from '@apollo/client/react';
import { Text } from '@mantine/core';
import { useMemo } from 'react';
import { Link } from 'wouter';
import { urlPath } from '../../../core/foundation/url-path.ts';
import { pagePath } from '../../data/page-paths.ts';
import type { ResultOf } from '../../data/result-of.ts';
import { formatSpan } from '../../data/time.ts';
import type { ListDefinition } from '../../list/definition.ts';
import { ListPage } from '../../list/list-page.tsx';
import { Money } from '../../show/money.tsx';
import { ShowOne } from '../../show/show-one.tsx';
import { Time } from '../../show/time.tsx';
import { useRuleContext } from './context.ts';
import { NO_ACCOUNT, replayEffects } from './replay-effects.ts';
import { ReplayPaymentsDocument } from './replay-payments.documents.ts';
import { ReplayedRulesetDocument, type ReplayedRulesetQuery } from './replayed-ruleset.documents.ts';
import type { RuleNames } from './sentences.ts';

type Row = ResultOf<typeof ReplayPaymentsDocument>['rows']['nodes'][number];
type Replayed = NonNullable<ReplayedRulesetQuery['ruleReplay']>;

const effectsOf = (row: Row): string =>
  [row.moved ? 'Moved' : null, ...replayEffects.map(([name, words]) => (row[name] ? words : null))]
    .filter(Boolean)
    .join(', ');

function definitionOf(replayId: string, names: RuleNames): ListDefinition<Row> {
  const account = (id: string) => (id === NO_ACCOUNT ? 'No account' : (names.get(id) ?? id));
  return {
    title: 'Payments of a replay',
    noun: 'payment',
    document: ReplayPaymentsDocument,
    where: { replayId: { eq: replayId } },
    sortedBy: 'created_at',
    presets: [
      ['Moved', 'moved=yes'],
      ...replayEffects.map(([name, words]) => [words, `${name}=yes`] as const),
    ],
    idOf: ({ paymentId }) => paymentId,
    hrefOf: ({ paymentId }) => pagePath.payment(paymentId),
    columns: [
      {
        id: 'amount',
        header: 'Amount',
        isNumber: true,
        cell: ({ amount, currency }) => <Money amount={amount} currency={currency} />,
      },
      { id: 'effects', header: 'With the rules', cell: effectsOf },
      { id: 'from', header: 'From', cell: ({ fromAccount }) => account(fromAccount) },
      { id: 'to', header: 'To', cell: ({ toAccount }) => account(toAccount) },
      {
        id: 'created_at',
        header: 'Created',
        orderBy: 'CREATED_AT',
        cell: ({ createdAt }) => <Time at={createdAt} />,
      },
      {
        id: 'payment_id',
        header: 'Payment',
        cell: ({ paymentId }) => <span className="identifier">{paymentId}</span>,
      },
    ],
    filters: [
      { kind: 'text', name: 'from', label: 'From', field: 'fromAccount', from: 'accounts' },
      { kind: 'text', name: 'to', label: 'To', field: 'toAccount', from: 'accounts' },
      { kind: 'text', name: 'currency', label: 'Currency', field: 'currency' },
      { kind: 'flag', name: 'moved', label: 'Moved to another account', field: 'moved' },
      ...replayEffects.map(([name, label]) => ({ kind: 'flag' as const, name, label, field: name })),
    ],
  };
}

/** The payments that a replay would change. */
export default function ReplayPaymentsPage({ id }: { id: string }) {
  const result = useQuery(ReplayedRulesetDocument, { variables: { replayId: id } });
  return (
    <ShowOne
      result={result}
      found={result.data?.ruleReplay}
      noun="replay"
      listPath="/dashboard/rules"
      restPath={urlPath`/rulesets/replays/${id}`}
    >
      {(replay) => <Shown replay={replay} />}
    </ShowOne>
  );
}

function Shown({
  replay: { createdGte, createdLt, decision, profileId, replayId, rulesetId },
}: {
  replay: Replayed;
}) {
  const { names } = useRuleContext(profileId, decision);
  // The names are a new map with each render.
  const named = JSON.stringify([...names]);
  const definition = useMemo(() => definitionOf(replayId, new Map(JSON.parse(named))), [replayId, named]);
  return (
    <>
      <ListPage definition={definition} />
      <Text size="sm" mt="md">
        Payments of {formatSpan(new Date(createdGte), new Date(createdLt), 'DAY')} that would be decided
        otherwise by <Link href={pagePath.ruleset(rulesetId)}>this version of the rules</Link>.
      </Text>
    </>
  );
}
