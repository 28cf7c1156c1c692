import { type FieldDescription, fieldOf, type ResourceDescription } from '../model/index.ts';
import { quote, type StatementBuilder } from './statement.ts';

export type Comparison = 'eq' | 'in' | 'gt' | 'gte' | 'lt' | 'lte';

/** A predicate on rows. A list of conditions is joined by AND. */
export type Condition =
  | { readonly field: string; readonly op: Comparison; readonly value: unknown }
  | { readonly search: string };

const operators = { eq: '=', gt: '>', gte: '>=', lt: '<', lte: '<=' } as const;

/** A column's SQL type. Parameters are cast explicitly, because type inference in prepared statements may fail. */
export function sqlType(field: FieldDescription): string {
  switch (field.kind) {
    case 'amount':
      return 'int8';
    case 'integer':
      return 'int4';
    case 'bool':
      return 'boolean';
    case 'timestamp':
      return 'timestamptz';
    default:
      return 'text';
  }
}

/**
 * Turns words into a prefix query: `ann@ex.com` matches rows with words starting with `ann`, `ex` and `com`. The
 * search column is split the same way, so identifiers and e-mail addresses match too.
 */
export function searchQuery(words: string): string {
  return words
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '')
    .map((word) => `${word}:*`)
    .join(' & ');
}

/** The predicates of a list. The merchant comes first, because every index starts with it. */
export function whereClause(
  resource: ResourceDescription,
  merchantId: string | null,
  conditions: readonly Condition[],
  builder: StatementBuilder,
  alias: string,
): string[] {
  const clauses: string[] = [];
  const scoped = resource.owned || resource.id === 'merchant_id';
  if (scoped && merchantId !== null)
    clauses.push(`${alias}."merchant_id" = ${builder.parameter(merchantId)}`);
  for (const condition of conditions) {
    if ('search' in condition) {
      const query = searchQuery(condition.search);
      clauses.push(
        query === '' ? 'false' : `${alias}."search" @@ to_tsquery('simple', ${builder.parameter(query)})`,
      );
      continue;
    }
    const field = fieldOf(resource.target, condition.field);
    const column = `${alias}.${quote(field.name)}`;
    if (condition.op === 'in') {
      clauses.push(`${column} = any(${builder.parameter(condition.value, `${sqlType(field)}[]`)})`);
    } else {
      clauses.push(
        `${column} ${operators[condition.op]} ${builder.parameter(condition.value, sqlType(field))}`,
      );
    }
  }
  return clauses;
}
