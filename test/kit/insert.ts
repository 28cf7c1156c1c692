import {
  type DescribedClass,
  type FieldDescription,
  fieldOf,
  resourceOf,
} from '../../src/core/model/index.ts';
import { quote, StatementBuilder } from '../../src/core/reads/statement.ts';
import type { TestService } from './service.ts';

/** A row's values by the names of their fields; what is left out takes the column's default. */
export type Values = Record<string, unknown>;

/** Puts a row into a resource's table as it is, past every rule that the service would hold it to. */
export async function insertRow(
  { database, encryption }: Pick<TestService, 'database' | 'encryption'>,
  target: DescribedClass,
  values: Values,
): Promise<void> {
  const resource = resourceOf(target);
  const builder = new StatementBuilder();
  const key = resource.key.map((name) => String(values[name]));
  const stored = (field: FieldDescription, value: unknown) => {
    if (value === null || value === undefined) return null;
    if (field.encrypted) return encryption.encrypt(value, { table: resource.table, column: field.name, key });
    return typeof value === 'object' && !(value instanceof Date) ? JSON.stringify(value) : value;
  };
  const names = Object.keys(values);
  const places = names.map((name) => builder.parameter(stored(fieldOf(target, name), values[name])));
  const statement = builder.build(
    `insert into ${quote(resource.table)} (${names.map(quote).join(', ')}) values (${places.join(', ')})`,
  );
  await database.rows.query(statement, null);
}
