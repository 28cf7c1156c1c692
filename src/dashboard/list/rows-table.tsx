import { Checkbox, ScrollArea, Table, VisuallyHidden } from '@mantine/core';
import { type ColumnDef, columnVisibilityFeature, tableFeatures, useTable } from '@tanstack/react-table';
import { useMemo } from 'react';
import { Link, useSearchParams } from 'wouter';
import { AscendingIcon, DescendingIcon } from '../show/icons.tsx';
import { columnsOf, sortOf, withChanges } from './address.ts';
import type { ListColumn, ListDefinition, ListRow } from './definition.ts';

const features = tableFeatures({ columnVisibilityFeature });

interface RowsTableProps<Row extends ListRow> {
  readonly definition: ListDefinition<Row>;
  readonly rows: readonly Row[];
  /** The selected rows by identifier, and how they change; absent where rows are not selected. */
  readonly selection?: Selection<Row> | undefined;
}

export interface Selection<Row> {
  readonly selected: ReadonlyMap<string, Row>;
  readonly onChange: (selected: ReadonlyMap<string, Row>) => void;
}

/** The rows of a page. Each one's first cell links to its own page. */
export function RowsTable<Row extends ListRow>({ definition, rows, selection }: RowsTableProps<Row>) {
  const [params] = useSearchParams();
  const { columns, hrefOf, idOf } = definition;
  const byId = useMemo(() => new Map(columns.map((column) => [column.id, column])), [columns]);
  const shown = columnsOf(columns, params);
  const table = useTable({
    features,
    data: rows as Row[],
    columns: useMemo(
      () =>
        columns.map(({ header, id }): ColumnDef<typeof features, Row> => ({ id, header, cell: () => null })),
      [columns],
    ),
    getRowId: (row) => row.id,
    state: { columnVisibility: Object.fromEntries(columns.map(({ id }) => [id, shown.includes(id)])) },
  });
  return (
    <ScrollArea viewportProps={{ tabIndex: 0, 'aria-label': definition.title, role: 'region' }}>
      <Table
        className="fixed-first of-lines"
        highlightOnHover
        verticalSpacing={8}
        aria-label={definition.title}
      >
        <Table.Thead>
          {table.getHeaderGroups().map((group) => (
            <Table.Tr key={group.id}>
              {selection && (
                <Table.Th scope="col" className="selects">
                  <SelectRows {...selection} rows={rows} label="Select all rows of the page" />
                </Table.Th>
              )}
              {group.headers.map((header) => (
                <HeaderCell key={header.id} definition={definition} column={byId.get(header.column.id)!} />
              ))}
            </Table.Tr>
          ))}
        </Table.Thead>
        <Table.Tbody>
          {table.getRowModel().rows.map((row) => (
            <Table.Tr key={row.id}>
              {selection && (
                <Table.Td className="selects">
                  <SelectRows
                    {...selection}
                    rows={[row.original]}
                    label={`Select ${idOf?.(row.original) ?? row.id}`}
                  />
                </Table.Td>
              )}
              {row.getVisibleCells().map((cell, place) => {
                const column = byId.get(cell.column.id)!;
                const content = column.cell(row.original);
                return (
                  <Table.Td
                    key={cell.id}
                    ta={column.isNumber ? 'right' : 'left'}
                    className={column.isSentence ? 'sentence' : undefined}
                    title={typeof content === 'string' && !column.isSentence ? content : undefined}
                  >
                    {place === 0 ? (
                      <Link className="row-link" href={hrefOf(row.original)}>
                        {content}
                        {idOf && <VisuallyHidden> {idOf(row.original)}</VisuallyHidden>}
                      </Link>
                    ) : (
                      content
                    )}
                  </Table.Td>
                );
              })}
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </ScrollArea>
  );
}

interface SelectRowsProps<Row> extends Selection<Row> {
  readonly rows: readonly Row[];
  readonly label: string;
}

/** Selects some rows, or none of them. */
function SelectRows<Row extends ListRow>({ label, onChange, rows, selected }: SelectRowsProps<Row>) {
  const count = rows.filter(({ id }) => selected.has(id)).length;
  const isAll = count === rows.length;
  const change = () => {
    const changed = new Map(selected);
    for (const row of rows) {
      if (isAll) changed.delete(row.id);
      else changed.set(row.id, row);
    }
    onChange(changed);
  };
  return (
    <Checkbox
      size="xs"
      aria-label={label}
      checked={isAll}
      indeterminate={count > 0 && !isAll}
      onChange={change}
    />
  );
}

interface HeaderCellProps<Row extends ListRow> {
  readonly definition: ListDefinition<Row>;
  readonly column: ListColumn<Row>;
}

function HeaderCell<Row extends ListRow>({ column, definition }: HeaderCellProps<Row>) {
  const [params, setParams] = useSearchParams();
  const align = column.isNumber ? 'right' : 'left';
  if (!column.orderBy) {
    return (
      <Table.Th scope="col" ta={align}>
        {column.header}
      </Table.Th>
    );
  }
  const sort = sortOf(definition, params);
  const isSorted = sort.column.id === column.id;
  const isDescending = sort.direction === 'DESC';
  const next = isSorted && isDescending ? column.id : `-${column.id}`;
  return (
    <Table.Th
      scope="col"
      ta={align}
      aria-sort={isSorted ? (isDescending ? 'descending' : 'ascending') : 'none'}
    >
      <button type="button" className="sort" onClick={() => setParams(withChanges(params, { sort: next }))}>
        {column.header}
        {isSorted && (isDescending ? <DescendingIcon size={14} /> : <AscendingIcon size={14} />)}
      </button>
    </Table.Th>
  );
}
