import {
  type DescribedClass,
  type FieldDescription,
  fieldOf,
  resourceOf,
} from '../../src/core/model/index.ts';
import { quote, StatementBuilder } from '../../src/core/reads/statement.ts';
import type { TestService } from './service.ts';

/** A row's values by field name; omitted columns take their defaults. */
export type Values = Record<string, unknown>;

/** Inserts a row into a resource's table, bypassing the service's validation. */
export async function insertRow(
  { database, encryption }: Pick<TestService, 'database' | 'encryption'>,
  target: DescribedClass,
  values: Values,
): Promise<void> {
  const resource = resourceOf(target);
  const builder = new StatementBuilder();
  const key = resource.key.map((name) => String(values[name]));
  const toColumn = (field: FieldDescription, value: unknown) => {
    if (value === null || value === undefined) return null;
    if (field.encrypted) return encryption.encrypt(value, { table: resource.table, column: field.name, key });
    return typeof value === 'object' && !(value instanceof Date) ? JSON.stringify(value) : value;
  };
  const names = Object.keys(values);
  const parameters = names.map((name) => builder.parameter(toColumn(fieldOf(target, name), values[name])));
  const statement = builder.build(
    `insert into ${quote(resource.table)} (${names.map(quote).join(', ')}) values (${parameters.join(', ')})`,
    [resource.table],
  );
  await database.rows.query(statement, null);
}
