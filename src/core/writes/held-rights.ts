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
 * Checks that the caller of a transaction has the permissions that the objects which it changed or deleted had before,
 * and have now: else a key that may change keys could use another's permissions, and whoever manages a team its owners'.
 * Only what takes rights away is permitted without. It looks at what was written, so that no command can forget it.
 *
 * @throws {Problem} `not_permitted`, naming the object, the permission, what is possible without, and the roles with it.
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
  // Of a deleted one the entity itself is what it was.
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
 * Checks that the caller has permissions that an object has, or is to have. Administrators and organizations give their
 * merchants' keys and people permissions that their own keys do not have.
 *
 * @param holder The object, for the message: "the API key key_1".
 * @param otherwise What is possible without the permissions, as a sentence.
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

/** Whether an object is the caller's own membership: everybody leaves, and changes their name. */
const isOfCaller = ({ caller }: Context, { person_id }: Values): boolean =>
  caller.kind === 'person' && person_id === caller.personId;
