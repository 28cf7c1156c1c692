import type { Row } from '../foundation/transaction.ts';
import { fieldOf, type ResourceDescription } from '../model/index.ts';
import type { ChildList } from './children.ts';
import { type Condition, sqlType, whereClause } from './predicates.ts';
import { defaultOrder, type Order, quote, type StatementBuilder } from './statement.ts';

/** Keyset of a row: the values of the sort field and the remaining key columns. */
export type KeysetPosition = readonly (string | number)[];

export interface PageRequest {
  /** The columns to select. The statement's text is cached by this array, so pass the same one each time. */
  readonly columns: readonly string[];
  /** Nested lists to read in the same statement. They belong to `columns`: the same array has the same lists. */
  readonly lists?: readonly ChildList[];
  readonly where?: readonly Condition[];
  readonly order?: Order;
  /** Exclusive bounds. With `take: 'last'`, the page ends before `before`. */
  readonly after?: KeysetPosition | undefined;
  readonly before?: KeysetPosition | undefined;
  readonly take: 'first' | 'last';
  readonly limit: number;
  /** Number of rows to skip first, for paging by offset. Excludes search words. */
  readonly skip?: number;
}

/** The sort field and the remaining key columns. Within one merchant, `merchant_id` is constant and omitted. */
export function keysetColumns(
  resource: ResourceDescription,
  order: Order,
  merchantId: string | null,
): string[] {
  const key = resource.key.filter(
    (name) => name !== order.field && !(name === 'merchant_id' && merchantId !== null && resource.owned),
  );
  return [order.field, ...key];
}

/** The keyset of a row, for encoding in cursors. */
export function positionOf(
  resource: ResourceDescription,
  order: Order,
  merchantId: string | null,
  row: Row,
): KeysetPosition {
  return keysetColumns(resource, order, merchantId).map((name) => row[name] as string | number);
}

/** A bound of a page, with its comparison operator. */
export interface PageBound {
  readonly operator: '<' | '>';
  readonly position: KeysetPosition;
}

export function boundsOf(order: Order, { after, before }: PageRequest): PageBound[] {
  const [forward, backward] = order.direction === 'desc' ? (['<', '>'] as const) : (['>', '<'] as const);
  return [
    ...(after ? [{ operator: forward, position: after }] : []),
    ...(before ? [{ operator: backward, position: before }] : []),
  ];
}

/** The conditions and order shared by the statements of a page. */
export interface PageClauses {
  readonly order: Order;
  readonly keyset: readonly string[];
  /** ` where …`, or empty. */
  readonly where: string;
  /** The reading direction; `readPage` reverses the rows of a last page. */
  readonly direction: 'asc' | 'desc';
  orderBy(alias: string): string;
}

/** Composes the conditions and order of a page, for a table with the alias `t`. */
export function pageClauses(
  resource: ResourceDescription,
  merchantId: string | null,
  request: PageRequest,
  conditions: readonly Condition[],
  builder: StatementBuilder,
): PageClauses {
  const order = request.order ?? defaultOrder(resource);
  const keyset = keysetColumns(resource, order, merchantId);
  const clauses = whereClause(resource, merchantId, conditions, builder, 't');
  const tuple = keyset.map((name) => `t.${quote(name)}`).join(', ');
  for (const { operator, position } of boundsOf(order, request)) {
    const values = keyset.map((name, i) =>
      builder.parameter(position[i], sqlType(fieldOf(resource.target, name))),
    );
    clauses.push(`(${tuple}) ${operator} (${values.join(', ')})`);
  }
  const direction = (order.direction === 'desc') !== (request.take === 'last') ? 'desc' : 'asc';
  return {
    order,
    keyset,
    where: clauses.length > 0 ? ` where ${clauses.join(' and ')}` : '',
    direction,
    orderBy: (alias) => keyset.map((name) => `${alias}.${quote(name)} ${direction}`).join(', '),
  };
}
