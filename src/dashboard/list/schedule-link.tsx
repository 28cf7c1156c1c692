import { Button } from '@mantine/core';
import { Link, useSearchParams } from 'wouter';
import type { ListVariables } from './definition.ts';
import { type ExportedColumn, exportColumns } from './export-columns.ts';

interface ScheduleLinkProps {
  readonly path: string;
  readonly columns: readonly ExportedColumn[];
  readonly variables: ListVariables;
}

/** Link to a new report schedule with the list's filter and columns; the period replaces its time filters. */
export function ScheduleLink({ columns, path, variables }: ScheduleLinkProps) {
  const [params] = useSearchParams();
  const [list] = path.split('/').at(-1)!.split('.') as [string];
  const {
    created: _,
    createdAt: __,
    ...filter
  } = { ...(variables.filter as Record<string, unknown> | null) };
  const parameters = new URLSearchParams({
    list,
    columns: exportColumns(columns, params.get('columns')),
    filter: Object.keys(filter).length > 0 ? JSON.stringify(filter) : '',
  });
  return (
    <Button component={Link} href={`/dashboard/reports?${parameters}`} variant="default" size="xs">
      Schedule…
    </Button>
  );
}
