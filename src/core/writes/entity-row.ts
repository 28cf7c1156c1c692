import type { Context } from '../foundation/context.ts';
import { type DescribedClass, type FieldDescription, resourceOf } from '../model/index.ts';
import type { Row } from '../reads/index.ts';
import { columnsFor, reveal } from '../reads/statement.ts';

/**
 * The row that a read of some columns would return once the entity is written, ready for a response. Null if the database
 * computes one of the columns.
 */
export function entityRow(ctx: Context, entity: object, names: Iterable<string>): Row | null {
  const resource = resourceOf(entity.constructor as DescribedClass);
  const columns = columnsFor(resource, names);
  if (columns.some(({ derived }) => derived !== undefined)) return null;
  const values = entity as Record<string, unknown>;
  const row = Object.fromEntries(
    columns.map((field) => [
      field.name,
      columnValue(field, field.keptAs ? field.keptAs(values) : values[field.name]),
    ]),
  );
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
  if (value === null || value === undefined) return null;
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
