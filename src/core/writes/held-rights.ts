import type { Context, WritingContext } from '../foundation/context.ts';
import { Problem } from '../foundation/errors.ts';
import { allPermissions, isPermitted, type Permission, rolesWith } from '../foundation/permissions.ts';
import type { EntityChange } from '../foundation/transaction.ts';
import {
  type DescribedClass,
  isResource,
  nounOf,
  type ResourceDescription,
  resourceOf,
} from '../model/index.ts';

type Values = Readonly<Record<string, unknown>>;

/**
 * Checks that the caller of a transaction has the permissions that the changed or deleted objects had before and have
 * now. Otherwise a key that may change keys could use another key's permissions, and a team manager the owners'. Changes
 * that only remove rights need no permission. The check reads the written objects, so that no command can forget it.
 *
 * @throws {Problem} `not_permitted`, naming the object, the permission, the roles that have it, and the possible
 *   alternative.
 */
export function requireHeldRights(tx: WritingContext): void {
  for (const [entity, change] of tx.transaction.changes) {
    const target = entity.constructor as DescribedClass;
    if (!isResource(target) || (change.before === null && !change.deleted)) continue;
    requireRightsOf(tx, resourceOf(target), entity as Values, change);
  }
}

function requireRightsOf(
  tx: WritingContext,
  { rights, id, target }: ResourceDescription,
  entity: Values,
  change: EntityChange,
): void {
  if (!rights || isOfCaller(tx, entity)) return;
  // A deleted entity still has its former values.
  const before = tx.transaction.outbox.held.get(entity) ?? change.before ?? entity;
  const after = change.deleted ? null : entity;
  if (rights.restricts?.(before as never, after as never, change.columns)) return;
  const held = [before, ...(after ? [after] : [])].flatMap(
    (row) => rights.permissions(row as never) ?? allPermissions,
  );
  requireHeld(
    tx,
    held,
    `the ${nounOf(target).replace('api', 'API')} ${String(entity[id])}`,
    rights.otherwise,
  );
}

/**
 * Checks that the caller has the current or future permissions of an object. Administrators and organizations may give
 * their merchants' keys and people permissions that their own keys lack.
 *
 * @param holder The object, for the message: "the API key key_1".
 * @param otherwise The alternative without the permissions, as a sentence.
 * @throws {Problem} `not_permitted`.
 */
export function requireHeld(ctx: Context, held: readonly Permission[], holder: string, otherwise = ''): void {
  if (ctx.caller.kind === 'admin_key') return;
  const missing = allPermissions.find(
    (permission) => held.includes(permission) && !isPermitted(ctx, permission),
  );
  if (!missing) return;
  const roles = rolesWith([...new Set(held)]).join(' or ');
  const message = [
    `You do not have the permission ${missing}, which ${holder} has.`,
    otherwise,
    `People with the role ${roles} have it.`,
  ];
  throw new Problem('not_permitted', message.filter(Boolean).join(' '));
}

/** Whether an object is the caller's own membership, which every member may leave or rename. */
const isOfCaller = ({ caller }: Context, { person_id }: Values): boolean =>
  caller.kind === 'person' && person_id === caller.personId;
