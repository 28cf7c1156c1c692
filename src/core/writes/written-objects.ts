import {
  type Context,
  emptyRecord,
  type RequestRecord,
  type TouchedObject,
  touchedOf,
  type WritingContext,
  type WrittenRows,
} from '../foundation/context.ts';
import { maskedText } from '../foundation/mask-text.ts';
import {
  type DescribedClass,
  type HeldRows,
  isResource,
  nounOf,
  type ResourceDescription,
  resourceOf,
} from '../model/index.ts';
import type { ChildList, Row } from '../reads/index.ts';
import { entityRow } from './entity-row.ts';

/**
 * The objects of a request's last transaction, whose rows the response need not read again: they hold the committed
 * state. Empty after a failed transaction.
 */
export class WrittenObjects implements WrittenRows {
  #tx: WritingContext | undefined;

  /** Clears the objects of earlier transactions, and exposes those of the given transaction. */
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
  return {
    entities: tx.transaction.em.known().filter(isOfObject),
    rowBefore: (entity) =>
      transitions.some((one) => one.entity === entity && one.from === null) ? null : held.get(entity),
  };
}

/** Maximum number of objects that a line of the log names. A payment with its attempts is a few. */
const NAMED_MAX = 20;

/**
 * Records the objects of a transaction for the log and for traces, in the order in which it locked, created or changed
 * them. Work outside of a request logs them on a separate line.
 *
 * @param failed Whether it was rolled back: then the locked objects, in their former state.
 */
export function noteObjects(tx: WritingContext, failed = false): void {
  const { changes, outbox } = tx.transaction;
  const record = tx.record ?? emptyRecord();
  const valuesOf = (entity: object) => (changes.get(entity)?.deleted ? {} : entity);
  for (const [entity, before] of outbox.held)
    if (before || !failed) note(record, namedObject(entity, failed ? before! : valuesOf(entity)));
  if (!failed) {
    for (const entity of changes.keys()) note(record, namedObject(entity, valuesOf(entity)));
    for (const { objectId, objectType } of outbox.audited)
      note(record, { type: objectType, id: maskedText(objectId) });
    for (const { eventId } of outbox.events) note(record, { type: 'event', id: eventId });
    for (const { deliveryId } of outbox.queuedDeliveries)
      note(record, { type: 'webhook_delivery', id: deliveryId });
  }
  if (tx.record || failed || hasOnlyLocked(tx) || record.objects.size === 0) return;
  const { command, job, requestId, merchantId } = tx;
  tx.ports.logTouched({
    request_id: requestId,
    ...(command ? { operation: command.name } : {}),
    ...(job === undefined ? {} : { task: job }),
    ...(merchantId === null ? {} : { merchant_id: merchantId }),
    ...touchedOf(record),
  });
}

const hasOnlyLocked = ({ transaction: { changes, outbox } }: WritingContext): boolean =>
  changes.size + outbox.audited.length + outbox.events.length + outbox.queuedDeliveries.length === 0;

function note(record: RequestRecord, named: TouchedObject | null): void {
  if (!named) return;
  const key = `${named.type}/${named.id}`;
  const known = record.objects.get(key);
  if (known || record.objects.size < NAMED_MAX) {
    // A part, such as a connector call, does not have its object's status.
    if (!known || named.status !== undefined) record.objects.set(key, named);
  } else record.omitted += 1;
}

const statusFields = ['status', 'dispute_status'];

/** Codes are short and have no spaces. A connector's free text in its place is omitted. */
const codeForm = /^[\w.:/+-]{1,64}$/;

/** An entity, or the object that it is part of, with its status and codes; null for objects without a name. */
function namedObject(
  entity: object,
  values: Readonly<Record<string, unknown>> | object,
): TouchedObject | null {
  const target = entity.constructor as DescribedClass;
  if (!isResource(target)) return null;
  const resource = resourceOf(target);
  const partOf = resource.audited?.partOf?.(entity as never);
  if (!partOf && !resource.logged) return null;
  const [named, id] = partOf ?? [target, (entity as Record<string, unknown>)[resource.id]];
  const type = nounOf(named).replaceAll(' ', '_');
  // Callers choose some identifiers, which may look like secrets.
  const identified = { type, id: maskedText(String(id)) };
  if (partOf) return identified;
  const of = values as Readonly<Record<string, unknown>>;
  const field = resource.fields.find(
    ({ kind, name }) => kind === 'enumeration' && statusFields.includes(name),
  );
  const status = field && of[field.name];
  if (typeof status !== 'string') return identified;
  const codes = (['error_code', 'unified_code'] as const).flatMap((name) => {
    const code = of[name];
    return typeof code === 'string' && codeForm.test(code) ? [[name, maskedText(code)]] : [];
  });
  return { ...identified, status, ...Object.fromEntries(codes) };
}
