import { Checkbox, ScrollArea, Table, VisuallyHidden } from '@mantine/core';
import { Link, useSearchParams } from 'wouter';
import { AscendingIcon, DescendingIcon } from '../show/icons.tsx';
import { columnsOf, sortOf, withChanges } from './address.ts';
import type { ListColumn, ListDefinition, ListRow } from './definition.ts';

interface RowsTableProps<Row extends ListRow> {
  readonly definition: ListDefinition<Row>;
  readonly rows: readonly Row[];
  /** The selected rows by identifier, and their setter; absent without selection. */
  readonly selection?: Selection<Row> | undefined;
}

export interface Selection<Row> {
  readonly selected: ReadonlyMap<string, Row>;
  readonly onChange: (selected: ReadonlyMap<string, Row>) => void;
}

/** A page's rows in the selected columns. The first cell links to the row's page. */
export function RowsTable<Row extends ListRow>({ definition, rows, selection }: RowsTableProps<Row>) {
  const [params] = useSearchParams();
  const { hrefOf, idOf, title } = definition;
  const chosen = columnsOf(definition.columns, params);
  const columns = definition.columns.filter(({ id }) => chosen.includes(id));
  return (
    <ScrollArea viewportProps={{ tabIndex: 0, 'aria-label': title, role: 'region' }}>
      <Table className="fixed-first of-lines" highlightOnHover verticalSpacing={8} aria-label={title}>
        <Table.Thead>
          <Table.Tr>
            {selection && (
              <Table.Th scope="col" className="selects">
                <SelectRows {...selection} rows={rows} label="Select all rows of the page" />
              </Table.Th>
            )}
            {columns.map((column) => (
              <HeaderCell key={column.id} definition={definition} column={column} />
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {rows.map((row) => (
            <Table.Tr key={row.id}>
              {selection && (
                <Table.Td className="selects">
                  <SelectRows {...selection} rows={[row]} label={`Select ${idOf?.(row) ?? row.id}`} />
                </Table.Td>
              )}
              {columns.map(({ cell, id, isNumber, isSentence }, place) => {
                const content = cell(row);
                return (
                  <Table.Td
                    key={id}
                    ta={isNumber ? 'right' : 'left'}
                    className={isSentence ? 'sentence' : undefined}
                    title={typeof content === 'string' && !isSentence ? content : undefined}
                  >
                    {place === 0 ? (
                      <Link className="row-link" href={hrefOf(row)}>
                        {content}
                        {idOf && <VisuallyHidden> {idOf(row)}</VisuallyHidden>}
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

/** Selects all rows of the page, or none. */
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
