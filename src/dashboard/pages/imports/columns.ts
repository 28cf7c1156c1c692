/** A target column of a file, and whether a file needs it. */
interface TargetColumn {
  readonly name: string;
  readonly isRequired: boolean;
}

export type FileKind = 'settlement' | 'bank_statement';

const columnsOf = (required: string, optional: string): readonly TargetColumn[] => [
  ...required.split(' ').map((name) => ({ name, isRequired: true })),
  ...optional.split(' ').map((name) => ({ name, isRequired: false })),
];

/** The target columns of each kind of file. */
export const targetColumns: Readonly<Record<FileKind, readonly TargetColumn[]>> = {
  settlement: columnsOf(
    'connector_reference type gross fee net currency occurred_at',
    'order_reference settlement_reference settled_net settled_currency',
  ),
  bank_statement: columnsOf('booked_on amount currency reference', 'counterparty'),
};

/** What is read of a file to find its header. */
const HEADER_BYTES = 65_536;

/** The columns of a CSV file, by its first line; null for other files, whose columns the person types. */
export async function columnsIn(file: File): Promise<readonly string[] | null> {
  const text = (await file.slice(0, HEADER_BYTES).text()).replace(/^\uFEFF/, '');
  const [line = ''] = text.split(/\r?\n/);
  const separator = [';', '\t', ','].find((one) => line.includes(one));
  if (!separator || line.includes('\0') || line.startsWith('PK') || line.startsWith('<')) return null;
  const cells = line.match(new RegExp(`("(?:[^"]|"")*"|[^${separator}]*)(?=${separator}|$)`, 'g')) ?? [];
  const names = cells.map((cell) =>
    cell
      .trim()
      .replace(/^"(.*)"$/s, '$1')
      .replaceAll('""', '"'),
  );
  return [...new Set(names.filter(Boolean))];
}

const same = (one: string, other: string) => one.toLowerCase() === other.toLowerCase();

/** The column of a file with the name of a target column. */
export const columnNamed = (columns: readonly string[] | null, name: string): string =>
  columns?.find((column) => same(column, name)) ?? '';

/**
 * The mapping of a form; null if the person chose no column: the file then has the target columns, or a kept mapping applies.
 *
 * @param chosen The columns that the person chose by target column; empty for one that was cleared.
 */
export function mappingOf(
  kind: FileKind,
  columns: readonly string[] | null,
  chosen: Readonly<Record<string, string>>,
): Readonly<Record<string, string>> | null {
  if (!Object.values(chosen).some((column) => column.trim())) return null;
  const named = targetColumns[kind].map(
    ({ name }) => [name, (chosen[name] ?? columnNamed(columns, name)).trim()] as const,
  );
  return Object.fromEntries(named.filter(([, column]) => column));
}
