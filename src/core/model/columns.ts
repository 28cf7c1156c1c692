import { BigIntType, type PropertyOptions } from '@mikro-orm/core';
import { PrimaryKey, Property } from '@mikro-orm/decorators/legacy';
import { type DescribedClass, type FieldDescription, isList } from './description.ts';

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

/** Makes a described field a column of its class's table. */
export function addColumn(target: DescribedClass, field: FieldDescription, partOfKey: boolean): void {
  const column = columnOf(field);
  if (partOfKey) {
    PrimaryKey(column)(target.prototype, field.name);
    return;
  }
  const empty = isList(field) && !field.encrypted ? "'[]'" : undefined;
  const defaultRaw = field.default ?? empty;
  Property({
    ...column,
    nullable: !field.required && !isList(field),
    ...(defaultRaw === undefined ? {} : { defaultRaw }),
  })(target.prototype, field.name);
}
