import { useQuery } from '@apollo/client/react';
import { Group, Select, Stack, TextInput } from '@mantine/core';
import { type ReactNode, useEffect, useState } from 'react';
import { useSearchParams } from 'wouter';
import { asWords } from '../../data/words.ts';
import { withChanges } from '../../list/address.ts';
import { listOf } from '../../list/listed.ts';
import { useSession } from '../../session/session.tsx';
import { Author } from '../../show/author.tsx';
import { Section } from '../../show/facts.tsx';
import { LoadMore } from '../../show/load-more.tsx';
import { SmallTable } from '../../show/small-table.tsx';
import { Failure, Loading, PageHead } from '../../show/states.tsx';
import { Time } from '../../show/time.tsx';
import { AuditLogDocument, type AuditLogQuery } from './audit-log.documents.ts';

type Entry = AuditLogQuery['auditLog']['edges'][number]['node'];

/** The filter conditions, each a URL parameter. */
const conditions = [
  { name: 'action', label: 'Action', field: 'action' },
  { name: 'actor', label: 'Who', field: 'actorId' },
  { name: 'object', label: 'What', field: 'objectId' },
  { name: 'request', label: 'Request', field: 'requestId' },
] as const;

/** The audit log: each change with its actor, object, time and origin. */
export default function AuditLog() {
  const [params, setParams] = useSearchParams();
  const { can } = useSession();
  const filter = Object.fromEntries(
    conditions
      .map(({ field, name }) => [field, listOf(params.get(name))] as const)
      .filter(([, values]) => values.length > 0)
      .map(([field, values]) => [field, { in: values }]),
  );
  const { data, error, fetchMore, loading, previousData, refetch } = useQuery(AuditLogDocument, {
    variables: { filter, withPeople: can('TEAM_READ'), withKeys: can('KEYS_READ') },
    fetchPolicy: 'cache-and-network',
  });
  const shown = (data ?? (loading ? previousData : undefined)) as AuditLogQuery | undefined;
  const names = namesIn(shown);
  return (
    <Stack>
      <PageHead title="Audit log" />
      <Group gap="xs" align="flex-end">
        {conditions.map(({ label, name }) =>
          name === 'actor' ? (
            <WhoCondition key={name} names={names} />
          ) : (
            <Condition key={name} label={label} name={name} />
          ),
        )}
      </Group>
      {!shown && error && <Failure error={error} onRetry={() => refetch()} onClear={() => setParams({})} />}
      {!shown && !error && <Loading />}
      {shown && (
        <Section title="Changes">
          <Entries entries={shown.auditLog.edges.map(({ node }) => node)} names={names} />
          <LoadMore
            pageInfo={shown.auditLog.pageInfo}
            onMore={(after) => fetchMore({ variables: { filter, after } })}
          />
        </Section>
      )}
    </Stack>
  );
}

/** The names of people and keys, by their identifiers. */
const namesIn = (shown: AuditLogQuery | undefined): ReadonlyMap<string, string> =>
  new Map([
    ...(shown?.teamMembers?.nodes ?? []).map(({ name, personId }) => [personId, name] as const),
    ...(shown?.apiKeys?.nodes ?? []).map(({ keyId, name }) => [keyId, name] as const),
  ]);

interface NamesProps {
  readonly names: ReadonlyMap<string, string>;
}

/** The actor, picked by name. The URL has the identifier, also of a former member. */
function WhoCondition({ names }: NamesProps) {
  const [params, setParams] = useSearchParams();
  const value = params.get('actor');
  const known = value && !names.has(value) ? new Map([...names, [value, value]]) : names;
  return (
    <Select
      label="Who"
      size="xs"
      placeholder="Any"
      data={[...known].map(([id, name]) => ({ value: id, label: name }))}
      value={value}
      onChange={(actor) => setParams(withChanges(params, { actor }))}
      searchable
      clearable
      clearButtonProps={{ 'aria-label': 'Clear Who' }}
    />
  );
}

function Condition({ label, name }: { label: string; name: string }) {
  const [params, setParams] = useSearchParams();
  const inAddress = params.get(name) ?? '';
  const [typed, setTyped] = useState(inAddress);
  useEffect(() => setTyped(inAddress), [inAddress]);
  const set = () => typed.trim() !== inAddress && setParams(withChanges(params, { [name]: typed.trim() }));
  return (
    <TextInput
      label={label}
      size="xs"
      placeholder="Any"
      value={typed}
      onChange={(event) => setTyped(event.currentTarget.value)}
      onBlur={set}
      onKeyDown={(event) => event.key === 'Enter' && set()}
    />
  );
}

/** A stored value as text; `none` for null. */
const textOf = (value: unknown): string =>
  value === null || value === undefined ? 'none' : typeof value === 'string' ? value : JSON.stringify(value);

/** A name above its identifier, without a link: the object may be gone. */
function Named({ children, id }: { children: ReactNode; id: string | null }) {
  return (
    <>
      {children}
      {id && <div className="identifier">{id}</div>}
    </>
  );
}

function Entries({ entries, names }: NamesProps & { readonly entries: readonly Entry[] }) {
  return (
    <SmallTable
      label="Changes"
      rows={entries}
      keyOf={({ id }) => id}
      whenEmpty="No changes match these filters"
      columns={[
        { header: 'Time', cell: ({ createdAt }) => <Time at={createdAt} precise /> },
        { header: 'Action', cell: ({ action }) => asWords(action) },
        {
          header: 'Who',
          cell: ({ actorId, actorName, actorType }) => (
            <Named id={actorId}>
              <Author
                of={{
                  authorType: actorType,
                  authorId: actorId,
                  authorName: actorName ?? names.get(actorId ?? '') ?? null,
                }}
              />
            </Named>
          ),
        },
        { header: 'From', cell: ({ address }) => address ?? '–' },
        {
          header: 'What',
          cell: ({ objectId, objectType }) => (
            <Named id={objectId}>{names.get(objectId) ?? asWords(objectType)}</Named>
          ),
        },
        {
          header: 'Changed',
          cell: ({ changes }) =>
            changes.map(({ after, before, concealed, field }) => (
              <div key={field}>
                {asWords(field)}
                {concealed
                  ? ' (values withheld)'
                  : before == null
                    ? ` set to ${textOf(after)}`
                    : `: ${textOf(before)} → ${textOf(after)}`}
              </div>
            )),
        },
      ]}
    />
  );
}
