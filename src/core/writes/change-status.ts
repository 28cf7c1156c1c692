import { machineOf } from '../entities/states/machines.ts';
import { StatusChange } from '../entities/status-change.ts';
import type { WritingContext } from '../foundation/context.ts';
import { transition } from '../foundation/state-machine.ts';
import { type DescribedClass, resourceOf } from '../model/index.ts';

/** What caused a transition: a command, or an event outside one. */
export type Cause =
  | 'create'
  | 'update'
  | 'confirm'
  | 'capture'
  | 'cancel'
  | 'fulfill'
  | 'challenge'
  | 'accept'
  | 'connector'
  | 'retry'
  | 'expiry';

type Entity = Record<string, unknown> & { merchant_id: string };

function record(tx: WritingContext, entity: Entity, from: string | null, to: string, cause: Cause): void {
  const target = entity.constructor as DescribedClass;
  const { field, machine } = machineOf(target);
  const change = Object.assign(new StatusChange(), {
    merchant_id: entity.merchant_id,
    change_id: tx.ids.make('chg'),
    object_type: machine.of,
    object_id: entity[resourceOf(target).id],
    from_status: from,
    to_status: to,
    cause,
    changed_at: tx.now(),
  });
  tx.transaction.em.persist(change);
  tx.transaction.outbox.transitions.push({ entity, of: machine.of, field, from, to });
}

/** Starts an object's status history with its initial status. */
export function beginHistory(tx: WritingContext, entity: object): void {
  const { field } = machineOf(entity.constructor as DescribedClass);
  record(tx, entity as Entity, null, String((entity as Entity)[field]), 'create');
}

/**
 * Moves a locked object to another status, as its state machine allows, and records the transition. A no-op
 * transition is not recorded.
 */
export function changeStatus(tx: WritingContext, entity: object, to: string, cause: Cause): void {
  const values = entity as Entity;
  const { field, machine } = machineOf(entity.constructor as DescribedClass);
  const from = String(values[field]);
  if (from === to) return;
  values[field] = transition(machine, from, to);
  record(tx, values, from, to, cause);
}

/**
 * Moves a locked object to a status as {@link changeStatus} does, and records it also if the object has that status
 * already: an open dispute is opened anew at each stage.
 */
export function enterStatus(tx: WritingContext, entity: object, to: string, cause: Cause): void {
  const values = entity as Entity;
  const { field } = machineOf(entity.constructor as DescribedClass);
  if (values[field] === to) record(tx, values, to, to, cause);
  else changeStatus(tx, entity, to, cause);
}
