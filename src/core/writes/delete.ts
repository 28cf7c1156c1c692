import type { WritingContext } from '../foundation/context.ts';
import { Problem } from '../foundation/errors.ts';
import { fieldsOf, nounOf } from '../model/index.ts';
import { type Row, readOne } from '../reads/index.ts';
import type { EntityClass } from './transactions.ts';

/** A reason why an object is still needed. */
export interface Dependent {
  readonly target: EntityClass<object>;
  readonly where: object;
  /** Completes the sentence "The … cannot be deleted: it has …", with the remedy. */
  readonly reason: string;
}

/**
 * Refuses to delete an object that others depend on.
 *
 * @throws {Problem} `unexpected_state` with the first reason found.
 */
export async function requireNoDependents(
  tx: WritingContext,
  target: EntityClass<object>,
  dependents: readonly Dependent[],
): Promise<void> {
  for (const { reason, target: of, where } of dependents) {
    const [found] = await tx.transaction.em.find(of, where as never, {
      limit: 1,
      fields: ['merchant_id'] as never,
    });
    if (!found) continue;
    throw new Problem('unexpected_state', `The ${nounOf(target)} cannot be deleted: it has ${reason}`);
  }
}

/** Deletes a locked object, and returns its last state: its fields without references and internal ones. */
export async function deleteLocked<T extends object>(
  tx: WritingContext,
  target: EntityClass<T>,
  object: T,
  id: string,
): Promise<Row> {
  const names = fieldsOf(target).flatMap(({ kind, name, visibility }) =>
    kind === 'reference' || kind === 'children' || visibility === 'nowhere' ? [] : [name],
  );
  const row = await readOne(tx, target as never, id, names as never);
  tx.transaction.em.remove(object);
  return row as unknown as Row;
}
