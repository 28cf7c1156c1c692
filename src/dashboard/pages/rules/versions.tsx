import { useQuery } from '@apollo/client/react';
import { Button, Text } from '@mantine/core';
import { Link } from 'wouter';
import { pagePath } from '../../data/page-paths.ts';
import type { RuleDecision } from '../../data/schema-types.ts';
import { Author } from '../../show/author.tsx';
import { Section } from '../../show/facts.tsx';
import { SmallTable } from '../../show/small-table.tsx';
import { Failure, Loading } from '../../show/states.tsx';
import { Status } from '../../show/status.tsx';
import { Time } from '../../show/time.tsx';
import { type RulesetAct, useAuthors } from './context.ts';
import { RuleVersionsDocument } from './rule-versions.documents.ts';

interface VersionsProps {
  readonly profileId: string;
  readonly decision: RuleDecision;
}

/** All versions of a decision's rules, newest first, with who created and activated them. */
export function Versions({ decision, profileId }: VersionsProps) {
  const { data, error, fetchMore, loading, refetch } = useQuery(RuleVersionsDocument, {
    variables: { profileId, decision, after: null },
    fetchPolicy: 'cache-and-network',
    notifyOnNetworkStatusChange: true,
  });
  const versions = data?.rulesets.nodes ?? [];
  const authorOf = useAuthors(versions.map(({ rulesetId }) => rulesetId).slice(0, 100));
  const after = data?.rulesets.pageInfo.endCursor ?? null;
  const more = () =>
    fetchMore({
      variables: { profileId, decision, after },
      updateQuery: (before, { fetchMoreResult }) => ({
        rulesets: {
          ...fetchMoreResult.rulesets,
          nodes: [...before.rulesets.nodes, ...fetchMoreResult.rulesets.nodes],
        },
      }),
    });
  return (
    <Section title="Versions">
      {error && !data && <Failure error={error} onRetry={() => refetch()} />}
      {!error && !data && <Loading lines={3} />}
      {data && (
        <SmallTable
          label="Versions"
          rows={versions}
          keyOf={({ id }) => id}
          whenEmpty="No versions yet"
          columns={[
            {
              header: 'Name',
              cell: ({ name, rulesetId }) => <Link href={pagePath.ruleset(rulesetId)}>{name}</Link>,
            },
            { header: 'Version', isNumber: true, cell: ({ version }) => version },
            { header: 'Status', cell: ({ status }) => <Status of={status} /> },
            {
              header: 'Created',
              cell: ({ createdAt, rulesetId }) => (
                <Done at={createdAt} by={authorOf('createRuleset', rulesetId)} />
              ),
            },
            {
              header: 'Last activated',
              cell: ({ activatedAt, rulesetId }) =>
                activatedAt ? <Done at={activatedAt} by={authorOf('activateRuleset', rulesetId)} /> : 'Never',
            },
          ]}
        />
      )}
      {data?.rulesets.pageInfo.hasNextPage && (
        <Button variant="default" size="xs" mt="xs" loading={loading} onClick={() => void more()}>
          Load more
        </Button>
      )}
    </Section>
  );
}

/** When and by whom something was done. */
export function Done({ at, by }: { at: string; by: RulesetAct | null }) {
  return (
    <>
      <Time at={at} />
      {by && (
        <Text size="xs" c="dimmed">
          <Author of={{ authorType: by.actorType, authorId: by.actorId, authorName: by.actorName }} />
        </Text>
      )}
    </>
  );
}
