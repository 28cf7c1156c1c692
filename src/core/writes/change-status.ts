import { machineOf } from '../entities/states/machines.ts';
import { StatusChange } from '../entities/status-change.ts';
import type { WritingContext } from '../foundation/context.ts';
import { transition } from '../foundation/state-machine.ts';
import { type DescribedClass, resourceOf } from '../model/index.ts';

/** What brings a status about: the command, or who else. */
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

type Statuses = Record<string, unknown> & { merchant_id: string };

function record(tx: WritingContext, entity: Statuses, from: string | null, to: string, cause: Cause): void {
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

/** Begins an object's history with the status it was made in. */
export function beginHistory(tx: WritingContext, entity: object): void {
  const { field } = machineOf(entity.constructor as DescribedClass);
  record(tx, entity as Statuses, null, String((entity as Statuses)[field]), 'create');
}

/**
 * Moves an object that is locked to another status, as its table of states allows, and writes that into its
 * history. Staying as it is is no step.
 */
export function changeStatus(tx: WritingContext, entity: object, to: string, cause: Cause): void {
  const statuses = entity as Statuses;
  const { field, machine } = machineOf(entity.constructor as DescribedClass);
  const from = String(statuses[field]);
  if (from === to) return;
  statuses[field] = transition(machine, from, to);
  record(tx, statuses, from, to, cause);
}
