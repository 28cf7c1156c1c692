import { Attempt } from '../entities/attempt.ts';
import { Capture } from '../entities/capture.ts';
import { Dispute } from '../entities/dispute.ts';
import { Payment } from '../entities/payment.ts';
import { Refund } from '../entities/refund.ts';
import type { Context, WritingContext, WrittenRows } from '../foundation/context.ts';
import { type DescribedClass, resourceOf } from '../model/index.ts';
import type { ChildList, Row } from '../reads/index.ts';
import { entityRow } from './entity-row.ts';

/**
 * The objects of a request's last transaction, whose rows its answer need not read: they are as the transaction left
 * them. Holds nothing while a transaction has failed.
 */
export class WrittenObjects implements WrittenRows {
  #tx: WritingContext | undefined;

  /** Forgets the objects of earlier transactions, and begins to show those of one. */
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
 * The row of an object that a transaction holds, as reading it after the last flush would return it. Null if that takes
 * more than the transaction knows: what other transactions or triggers may have written.
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
  // Triggers keep columns of a payment by its refunds and disputes.
  if (entity instanceof Payment && hasChanged(tx, Refund, Dispute)) return null;
  const row = entityRow(tx, entity, columns);
  if (!row || lists.length === 0) return row;
  const children = entity instanceof Payment ? childrenOf(tx, entity) : null;
  if (!children) return null;
  for (const { field, columns: names } of lists) {
    const entities = children[field];
    if (!entities) return null;
    row[field] = entities.map((child) => entityRow(tx, child, names));
  }
  return row;
}

const hasChanged = ({ transaction }: WritingContext, ...classes: readonly DescribedClass[]): boolean =>
  [...transaction.changed].some((entity) => classes.includes(entity.constructor as DescribedClass));

/**
 * The nested lists of a payment, if the transaction knows them all. Captures, refunds and disputes refer to an attempt's
 * transaction at its connector: while no attempt had one before, there is none of them but the transaction's own.
 */
function childrenOf(
  tx: WritingContext,
  { attempt_count: count, merchant_id, payment_id }: Payment,
): Record<string, readonly object[]> | null {
  const known = [...tx.transaction.em.getUnitOfWork().getIdentityMap()] as object[];
  const own = known.filter((entity) => {
    const values = entity as { merchant_id?: string; payment_id?: string };
    return values.merchant_id === merchant_id && values.payment_id === payment_id;
  });
  const attempts = own.filter((entity) => entity instanceof Attempt);
  const hasOthers = own.some((entity) => [Capture, Refund, Dispute].some((kind) => entity instanceof kind));
  const { held, transitions } = tx.transaction.outbox;
  const isNew = (attempt: Attempt) =>
    transitions.some(({ entity, from }) => entity === attempt && from === null);
  const hadNone = (attempt: Attempt) => isNew(attempt) || held.get(attempt)?.connectorTransactionId === null;
  if (attempts.length !== count || count > 1 || hasOthers || !attempts.every(hadNone)) return null;
  return { attempts, captures: [], refunds: [], disputes: [] };
}
