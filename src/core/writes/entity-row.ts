import type { Context } from '../foundation/context.ts';
import { type DescribedClass, type FieldDescription, resourceOf } from '../model/index.ts';
import type { Row } from '../reads/index.ts';
import { columnsFor, reveal } from '../reads/statement.ts';

/** The row of a set of columns without values: copying it is faster than adding a hundred names. */
const blanks = new WeakMap<readonly FieldDescription[], Row>();

function blankOf(columns: readonly FieldDescription[]): Row {
  const known = blanks.get(columns);
  if (known) return known;
  const blank: Row = Object.fromEntries(columns.map(({ name }) => [name, null]));
  blanks.set(columns, blank);
  return blank;
}

/**
 * The row that a read of some columns would return once the entity is written, ready for a response. Null if the database
 * computes one of the columns.
 */
export function entityRow(ctx: Context, entity: object, names: Iterable<string>): Row | null {
  const resource = resourceOf(entity.constructor as DescribedClass);
  const columns = columnsFor(resource, names);
  const values = entity as Record<string, unknown>;
  const row = { ...blankOf(columns) };
  for (const field of columns) {
    if (field.derived !== undefined) return null;
    const value = field.keptAs ? field.keptAs(values) : values[field.name];
    if (value !== null && value !== undefined) row[field.name] = columnValue(field, value);
  }
  return reveal(ctx, resource, [row])[0]!;
}

/** The kinds of field whose column is JSON. */
const jsonKinds: ReadonlySet<FieldDescription['kind']> = new Set([
  'json_object',
  'json',
  'object',
  'object_list',
  'text_list',
  'enumeration_list',
  'json_encoded_list',
]);

function columnValue({ encrypted, kind }: FieldDescription, value: unknown): unknown {
  if (value instanceof Date) return value.toISOString();
  return jsonKinds.has(kind) && !encrypted ? asStored(value) : value;
}

/** A JSON value as PostgreSQL's `jsonb` returns it: the members of objects are sorted by length, then by bytes. */
export function asStored(value: unknown): unknown {
  if (Array.isArray(value)) return value.map((element) => asStored(element ?? null));
  if (value === null || typeof value !== 'object') return value;
  if (value instanceof Date) return value.toISOString();
  const members = Object.entries(value).filter(([, member]) => member !== undefined);
  return Object.fromEntries(
    members.sort(([a], [b]) => byStoredOrder(a, b)).map(([name, member]) => [name, asStored(member)]),
  );
}

/** Member names are ASCII, so they have as many bytes as characters. */
const isAscii = (text: string) => /^[\x20-\x7e]*$/.test(text);

function byStoredOrder(a: string, b: string): number {
  if (isAscii(a) && isAscii(b)) return a.length - b.length || (a < b ? -1 : 1);
  const [left, right] = [Buffer.from(a), Buffer.from(b)];
  return left.length - right.length || Buffer.compare(left, right);
}
