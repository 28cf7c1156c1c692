import type { TypedDocumentNode } from '@apollo/client';
import { useQuery } from '@apollo/client/react';
import { Button, Group, Paper, Text } from '@mantine/core';
import { useMemo, useState } from 'react';
import { useSearchParams } from 'wouter';
import { viewerZone } from '../data/time.ts';
import { counted, pluralOf } from '../data/words.ts';
import { useSession } from '../session/session.tsx';
import { Empty, Failure, Loading, PageHead } from '../show/states.tsx';
import { variablesOf, withChanges, zoneOf } from './address.ts';
import { BulkBar } from './bulk-bar.tsx';
import { ColumnsMenu } from './columns-menu.tsx';
import type { ListAnswer, ListDefinition, ListRow, ListVariables } from './definition.ts';
import { ExportButton } from './export-button.tsx';
import { FilterBar } from './filter-bar.tsx';
import { NewRows } from './new-rows.tsx';
import { Pager } from './pager.tsx';
import { Presets } from './presets.tsx';
import { RowsTable } from './rows-table.tsx';
import { ScheduleLink } from './schedule-link.tsx';
import { Sums, SumsButton } from './sums.tsx';
import { ViewsMenu } from './views-menu.tsx';

/** Names the time zone of the filter's days, if it is not the viewer's. */
function OtherZone<Row extends ListRow>({ definition }: { definition: ListDefinition<Row> }) {
  const [params, setParams] = useSearchParams();
  const zone = zoneOf(params);
  const isDated = definition.filters.some(({ kind, name }) => kind === 'time' && params.has(name));
  if (zone === viewerZone || !isDated) return null;
  return (
    <Text size="sm" mb="xs" role="note">
      Days in {zone}, as the link has them; times are in your zone, {viewerZone}.{' '}
      <Button
        variant="default"
        size="compact-xs"
        onClick={() => setParams(withChanges(params, { zone: viewerZone }))}
      >
        Use my days
      </Button>
    </Text>
  );
}

/** A list of one kind of object: filters, search, sort, columns and page, all stored in the URL. */
export function ListPage<Row extends ListRow>({ definition }: { definition: ListDefinition<Row> }) {
  const [params, setParams] = useSearchParams();
  const { can } = useSession();
  const variables = useMemo(() => variablesOf(definition, params), [definition, params]);
  const document = definition.document as TypedDocumentNode<ListAnswer<Row>, ListVariables>;
  const { data, error, loading, previousData, refetch } = useQuery(document, {
    variables,
    fetchPolicy: 'cache-and-network',
    notifyOnNetworkStatusChange: true,
  });
  // The old rows stay until the new ones have arrived.
  const shown = (data ?? (loading ? previousData : undefined)) as ListAnswer<Row> | undefined;
  const [selected, setSelected] = useState<ReadonlyMap<string, Row>>(() => new Map());
  const bulk = definition.bulk?.filter(({ needs }) => can(needs)) ?? [];
  const isFiltered = Object.keys(variables.filter).length > Object.keys(definition.where ?? {}).length;
  const clear = () => setParams({});

  return (
    <>
      <PageHead
        title={definition.title}
        actions={
          <>
            {definition.list && <ViewsMenu list={definition.list} />}
            {definition.create && <definition.create />}
            {definition.action && <definition.action />}
            <ColumnsMenu columns={definition.columns} />
            {definition.exportPath && can('EXPORTS_CREATE') && (
              <>
                <ExportButton
                  path={definition.exportPath}
                  columns={definition.columns}
                  variables={variables}
                  noun={definition.noun}
                />
                {definition.isScheduled !== false && (
                  <ScheduleLink
                    path={definition.exportPath}
                    columns={definition.columns}
                    variables={variables}
                  />
                )}
              </>
            )}
          </>
        }
      />
      {definition.presets && <Presets of={definition.presets} />}
      <OtherZone definition={definition} />
      <FilterBar definition={definition} connectors={shown?.connectors?.map(({ name }) => name) ?? []} />
      {error && !loading ? (
        <Failure error={error} onRetry={() => refetch()} onClear={clear} />
      ) : !shown ? (
        <Loading lines={12} />
      ) : (
        <>
          <NewRows
            definition={definition}
            document={document}
            variables={variables}
            firstCursor={shown.rows.pageInfo.startCursor ?? null}
            isFirstPage={!params.has('after') && !params.has('before')}
            onShow={() => refetch()}
          />
          {bulk.length > 0 && (
            <BulkBar
              actions={bulk}
              noun={definition.noun}
              selected={[...selected.values()].map((row) => ({ id: definition.idOf?.(row) ?? row.id, row }))}
              onClear={() => setSelected(new Map())}
              onDone={refetch}
            />
          )}
          {shown.rows.nodes.length === 0 ? (
            <Paper withBorder>
              {isFiltered ? (
                <Empty
                  title={`No ${definition.noun} matches`}
                  action={
                    <Button variant="default" onClick={clear}>
                      Clear the filters
                    </Button>
                  }
                >
                  Widen the time or remove a condition.
                </Empty>
              ) : (
                <Empty title={`No ${pluralOf(definition.noun)} yet`}>
                  Your first {definition.noun} will appear here.
                </Empty>
              )}
            </Paper>
          ) : (
            <Paper withBorder className={loading && !data ? 'stale' : undefined}>
              <RowsTable
                definition={definition}
                rows={shown.rows.nodes}
                selection={bulk.length > 0 ? { selected, onChange: setSelected } : undefined}
              />
            </Paper>
          )}
          <Pager pageInfo={shown.rows.pageInfo}>
            <Group gap="md">
              <Text size="sm" c="dimmed" role="status">
                {shown.rows.count.precision === 'EXACT'
                  ? counted(shown.rows.count.count, definition.noun)
                  : `More than ${counted(shown.rows.count.count, definition.noun)}`}
              </Text>
              {definition.sums && <SumsButton />}
            </Group>
          </Pager>
          {definition.sums && <Sums of={definition.sums} filter={variables.filter} />}
        </>
      )}
    </>
  );
}
