import type { Context, WritingContext, WrittenRows } from '../foundation/context.ts';
import {
  type DescribedClass,
  type HeldRows,
  isResource,
  type ResourceDescription,
  resourceOf,
} from '../model/index.ts';
import type { ChildList, Row } from '../reads/index.ts';
import { entityRow } from './entity-row.ts';

/**
 * The objects of a request's last transaction, whose rows the response need not read: they are as the transaction left
 * them. Empty after a failed transaction.
 */
export class WrittenObjects implements WrittenRows {
  #tx: WritingContext | undefined;

  /** Forgets the objects of earlier transactions, and exposes those of the given one. */
  follow(tx: WritingContext): void {
    this.#tx = tx;
  }

  forget(): void {
    this.#tx = undefined;
  }

  row(
    { merchantId }: Context,
    target: DescribedClass,
    id: string,
    columns: Iterable<string>,
    lists: readonly ChildList[],
  ): Row | null {
    if (!this.#tx || merchantId === null) return null;
    return writtenRow(this.#tx, { target, merchantId, id }, columns, lists);
  }
}

/** Names an object. */
export interface ObjectName {
  readonly target: DescribedClass;
  readonly merchantId: string;
  readonly id: string;
}

/**
 * The row of an object that a transaction holds, as a read after the last flush would return it. Null if other
 * transactions or triggers may have written to it.
 */
export function writtenRow(
  tx: WritingContext,
  { id, merchantId, target }: ObjectName,
  columns: Iterable<string>,
  lists: readonly ChildList[],
): Row | null {
  const resource = resourceOf(target);
  const { held } = tx.transaction.outbox;
  const entity = [...held.keys()].find((candidate) => {
    const values = candidate as Record<string, unknown>;
    return (
      candidate.constructor === target && values.merchant_id === merchantId && values[resource.id] === id
    );
  });
  if (!entity || tx.transaction.writes.isBypassed(resource.table)) return null;
  if (isChangedByTriggers(tx, target)) return null;
  const row = entityRow(tx, entity, columns);
  if (!row || lists.length === 0) return row;
  const children = resource.heldLists?.(entity as never, heldRows(tx, resource, entity));
  if (!children) return null;
  for (const { field, columns: names } of lists) {
    const entities = children[field];
    if (!entities) return null;
    row[field] = entities.map((child) => entityRow(tx, child, names));
  }
  return row;
}

/** Whether triggers may have changed rows of a class, given the transaction's writes to others. */
const isChangedByTriggers = ({ transaction }: WritingContext, target: DescribedClass): boolean =>
  [...transaction.changed].some((entity) => {
    const written = entity.constructor as DescribedClass;
    return isResource(written) && resourceOf(written).triggersChange?.().includes(target);
  });

/** The transaction's entities of an object and its parts, which share its identifier. */
function heldRows(tx: WritingContext, { id }: ResourceDescription, object: object): HeldRows {
  const valuesOf = (entity: object) => entity as Record<string, unknown>;
  const isOfObject = (entity: object) =>
    ['merchant_id', id].every((name) => valuesOf(entity)[name] === valuesOf(object)[name]);
  const { held, transitions } = tx.transaction.outbox;
  const known = [...tx.transaction.em.getUnitOfWork().getIdentityMap()] as object[];
  return {
    entities: known.filter(isOfObject),
    rowBefore: (entity) =>
      transitions.some((one) => one.entity === entity && one.from === null) ? null : held.get(entity),
  };
}
