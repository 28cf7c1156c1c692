import { ScrollArea, Table, Text } from '@mantine/core';
import type { ReactNode } from 'react';

export interface SmallColumn<Row> {
  readonly header: string;
  readonly cell: (row: Row) => ReactNode;
  readonly isNumber?: boolean;
}

interface SmallTableProps<Row> {
  readonly label: string;
  readonly rows: readonly Row[];
  readonly columns: readonly SmallColumn<Row>[];
  readonly keyOf: (row: Row) => string;
  /** The text of an empty table. */
  readonly whenEmpty: string;
}

/** A short table inside a page, without sorting or pages. */
export function SmallTable<Row>({ columns, keyOf, label, whenEmpty, rows }: SmallTableProps<Row>) {
  if (rows.length === 0) {
    return (
      <Text size="sm" c="dimmed">
        {whenEmpty}
      </Text>
    );
  }
  return (
    <ScrollArea viewportProps={{ tabIndex: 0, 'aria-label': label, role: 'region' }}>
      <Table aria-label={label} verticalSpacing={6} className="fixed-first">
        <Table.Thead>
          <Table.Tr>
            {columns.map(({ header, isNumber }) => (
              <Table.Th key={header} scope="col" ta={isNumber ? 'right' : 'left'}>
                {header}
              </Table.Th>
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {rows.map((row) => (
            <Table.Tr key={keyOf(row)}>
              {columns.map(({ cell, header, isNumber }) => (
                <Table.Td key={header} ta={isNumber ? 'right' : 'left'}>
                  {cell(row)}
                </Table.Td>
              ))}
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </ScrollArea>
  );
}
