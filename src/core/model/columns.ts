import { BigIntType, type PropertyOptions } from '@mikro-orm/core';
import { ManyToOne, PrimaryKey, Property } from '@mikro-orm/decorators/legacy';
import { type DescribedClass, type FieldDescription, isList } from './description.ts';
import { fieldWords } from './search-words.ts';

type Column = Pick<PropertyOptions<object>, 'type' | 'columnType'>;

function columnOf(field: FieldDescription): Column {
  if (field.encrypted) return { type: 'Buffer', columnType: 'bytea' };
  switch (field.kind) {
    case 'id':
    case 'text':
    case 'enumeration':
      return { type: 'string', columnType: 'text' };
    case 'amount':
      return { type: new BigIntType('number') as never, columnType: 'int8' };
    case 'integer':
      return { type: 'integer', columnType: 'int4' };
    case 'bool':
      return { type: 'boolean', columnType: 'boolean' };
    case 'timestamp':
      return { type: 'Date', columnType: 'timestamptz(3)' };
    default:
      return { type: 'json', columnType: 'jsonb' };
  }
}

/** Whether a column may be null. An absent list is an empty one. */
export const isNullable = (field: FieldDescription): boolean => !field.required && !isList(field);

/** The CHECK of a column: the range of an amount, or the values of an enumeration if the field requests it. */
function checkOf(field: FieldDescription): string | undefined {
  if (field.kind === 'amount') return `${field.name} >= ${field.min} and ${field.name} <= ${field.maximum}`;
  if (field.kind !== 'enumeration' || !field.checked) return undefined;
  const values = field.enumeration!().values.map((value) => `'${value}'`);
  return `${field.name} in (${values.join(', ')})`;
}

/** A column that the database computes. Entities never load it. */
const generated = (expression: string) => ({
  generated: `(${expression}) stored`,
  lazy: true,
  hydrate: false,
  returning: false,
});

/** Declares a field's column. */
export function addColumn(target: DescribedClass, field: FieldDescription, partOfKey: boolean): void {
  const defaultRaw = field.default ?? (isList(field) && !field.encrypted ? "'[]'" : undefined);
  const check = checkOf(field);
  const options = {
    ...columnOf(field),
    ...field.column,
    ...(defaultRaw === undefined ? {} : { defaultRaw }),
    ...(check === undefined ? {} : { check }),
    ...(field.derived === undefined ? {} : generated(field.derived)),
  };
  if (partOfKey) PrimaryKey(options)(target.prototype, field.name);
  else Property({ ...options, nullable: isNullable(field) })(target.prototype, field.name);
}

/**
 * Declares a reference as a relation, with its foreign key if it is constrained. The relation owns no column: the
 * identifiers are separate fields, and composite keys share `merchant_id`.
 */
export function addRelation(target: DescribedClass, field: FieldDescription, constrained: boolean): void {
  const by = field.by!;
  ManyToOne({
    entity: field.of as never,
    joinColumns: by === 'merchant_id' ? [by] : ['merchant_id', by],
    ownColumns: [],
    nullable: true,
    createForeignKeyConstraint: constrained,
    deleteRule: field.onDelete ?? 'no action',
    updateRule: 'no action',
  } as never)(target.prototype, field.name);
}

/** The column with the hash of a parent's key, next to the identifier's column. */
export const hashColumn = (idColumn: string): string => idColumn.replace(/_id$/, '_hash');

/** The hash of a parent's key in SQL. PostgreSQL never changes this function, because hash partitions depend on it. */
export const hashOfKey = (merchantId: string, id: string): string =>
  `hashtextextended(${id}, hashtextextended(${merchantId}, 0))`;

/**
 * Declares the generated column with the hash of a parent's key, and returns its name. Entities never load it. It is a
 * column because row-level security keeps expressions out of index conditions unless their functions are leakproof.
 */
export function addHashColumn(target: DescribedClass, idColumn: string): string {
  const name = hashColumn(idColumn);
  const hash = generated(hashOfKey('merchant_id', idColumn));
  Property({ type: 'string', columnType: 'int8', nullable: true, ...hash })(target.prototype, name);
  return name;
}

/**
 * Declares the column with the words of rows that are searched in their own table. Entities never load it.
 *
 * @param inEntry Whether the rows are searched by entries instead. The column remains for the release before, which reads
 * it: nothing writes it any more.
 */
export function addSearchColumn(
  target: DescribedClass,
  fields: readonly FieldDescription[],
  inEntry: boolean,
): void {
  const column = inEntry ? { lazy: true, hydrate: false, returning: false } : generated(fieldWords(fields));
  Property({ type: 'string', columnType: 'tsvector', nullable: true, ...column } as never)(
    target.prototype,
    'search',
  );
}
