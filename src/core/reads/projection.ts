import { type FieldDescription, isColumn, type ResourceDescription } from '../model/index.ts';
import { quote } from './statement.ts';

/** The moment in a column as REST and GraphQL write it, so that a row needs no second look in JavaScript. */
export const isoInstant = (column: string) =>
  `to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;

function expression(field: FieldDescription, alias: string): string {
  const column = `${alias}.${quote(field.name)}`;
  return field.kind === 'timestamp' && !field.encrypted ? isoInstant(column) : column;
}

/** The columns of a resource that a selection of field names needs: those fields and the key. */
export function columnsFor(resource: ResourceDescription, names: Iterable<string>): FieldDescription[] {
  const wanted = new Set<string>([...resource.key, ...names]);
  return resource.fields.filter((field) => isColumn(field) && wanted.has(field.name));
}

/** The select list for some columns of a resource's table under an alias. */
export function selectList(columns: readonly FieldDescription[], alias: string): string {
  return columns.map((field) => `${expression(field, alias)} as ${quote(field.name)}`).join(', ');
}
