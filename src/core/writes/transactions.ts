import {
  ForeignKeyConstraintViolationException,
  UniqueConstraintViolationException,
} from '@mikro-orm/postgresql';
import type { Context, WritingContext } from '../foundation/context.ts';
import { notFound, Problem } from '../foundation/errors.ts';
import { requireProfile, working } from '../foundation/permissions.ts';
import type { ChangeNotification } from '../foundation/ports/change-notification.ts';
import { requireActiveMerchant } from '../foundation/suspension.ts';
import type { EntityChange, Outbox } from '../foundation/transaction.ts';
import { type DescribedClass, isResource, nounOf, redirectingFields, resourceOf } from '../model/index.ts';
import { profileScope } from '../reads/access.ts';
import { requireHeldRights } from './held-rights.ts';
import { type LockTarget, lockRows } from './lock-rows.ts';
import { writeAuditLog } from './outbox/audit-log.ts';
import { writeOutbox } from './outbox/write-outbox.ts';
import { requireRedirects } from './require-redirects.ts';
import { noteObjects } from './written-objects.ts';

const emptyOutbox = (): Outbox => ({
  transitions: [],
  events: [],
  held: new Map(),
  queuedDeliveries: [],
  audited: [],
  mails: [],
});

/**
 * Runs a command in a transaction, or joins the context's own, so that several commands, or a command and its
 * idempotency key, commit together. The audit log and the outbox are written before the commit; other processes are
 * notified after, and mails sent. Reads within it are not restricted by the caller's read permissions.
 *
 * @throws {Problem} `merchant_suspended`, unless the context came from {@link evenIfSuspended}; `not_permitted` as
 * {@link requireHeldRights}.
 */
export async function inTransaction<T>(ctx: Context, work: (ctx: WritingContext) => Promise<T>): Promise<T> {
  const run = async (tx: WritingContext) => {
    await ctx.idempotency?.take(tx);
    // After the claim: work done before the suspension is replayed.
    if (ctx.caller.suspended || tx.transaction.suspended) requireActiveMerchant(ctx, tx.transaction);
    const result = await work(working(tx));
    // Later reads in this transaction bypass the entity manager and see flushed changes only.
    await tx.transaction.em.flush();
    return result;
  };
  if (ctx.transaction) return run(ctx as WritingContext);
  let notification: ChangeNotification | undefined;
  let onCommit = () => {};
  let written: WritingContext | undefined;
  const result = await ctx
    .transact(ctx.merchantId, async (open) => {
      const tx = working({ ...ctx, transaction: { ...open, outbox: emptyOutbox() }, rows: open.rows });
      written = tx;
      ctx.written?.follow(tx);
      const value = await run(tx);
      for (const [entity, { before }] of redirectedIn(tx)) await requireRedirects(tx, entity, before);
      if (changesRights(tx)) requireHeldRights(tx);
      onCommit = writeAuditLog(tx);
      notification = await writeOutbox(tx);
      return value;
    })
    // This also covers writes sent with the commit.
    .catch((error) => {
      ctx.written?.forget();
      if (written) noteObjects(written, true);
      throw missingOwner(error) ?? error;
    });
  onCommit();
  if (written) noteObjects(written);
  for (const message of written?.transaction.outbox.mails ?? []) ctx.ports.mail?.post(message);
  if (notification && concernsAnybody(notification)) ctx.ports.notify(notification);
  return result;
}

/** Whether a transaction changed an object with rights, such as a key. */
const changesRights = ({ transaction: { changes } }: WritingContext): boolean =>
  [...changes.keys()].some((entity) => {
    const target = entity.constructor as DescribedClass;
    return isResource(target) && resourceOf(target).rights !== undefined;
  });

/** The objects whose redirecting fields a transaction wrote. */
const redirectedIn = ({ transaction: { changes } }: WritingContext): [object, EntityChange][] =>
  [...changes].filter(([entity, { columns, deleted }]) => {
    const fields = redirectingFields(entity.constructor as DescribedClass);
    return !deleted && fields.some(({ name, takenOver }) => !takenOver && columns.has(name));
  });

const concernsAnybody = ({ merchantIds, keyHolders, settingsOf }: ChangeNotification) =>
  merchantIds.size > 0 || keyHolders !== undefined || settingsOf !== undefined;

/** The entity class of a described resource. */
export type EntityClass<T> = (new () => T) & DescribedClass;

/**
 * Reads a resource of the context's merchant for update. The row stays locked until the transaction ends, so
 * concurrent commands see each other's changes.
 *
 * @param param The parameter that names it, if it is not in the path.
 * @throws {Problem} `resource_not_found`, also for another merchant's; `missing_parameter` if no merchant is given
 * and several have a resource with this identifier.
 */
export async function lock<T extends object>(
  ctx: WritingContext,
  target: EntityClass<T>,
  id: string,
  param?: string,
): Promise<T> {
  const locked = alreadyLocked(ctx, target, id);
  if (locked) return locked;
  const [found, another] = await lockRows(ctx, [target, id]);
  if (!found) throw notFound(nounOf(target), param);
  // Two merchants may use the same identifier, so the admin key must name the merchant.
  if (another) throw missingMerchant(`Several merchants have a ${nounOf(target)} with this identifier.`);
  return found[0] as T;
}

/**
 * Reads several resources of a merchant for update like {@link lock}, each of another class, in one statement that
 * locks them in the given order. Missing ones are left to `lock` to report.
 */
export async function lockTogether(ctx: WritingContext, ...targets: readonly LockTarget[]): Promise<void> {
  const open = targets.filter(([target, id]) => !alreadyLocked(ctx, target as EntityClass<object>, id));
  if (open.length > 1) await lockRows(ctx, ...open);
}

/**
 * Inserts a new resource at once, to detect an identifier already in use.
 *
 * @param chosen Whether the caller chose the identifier. Without it, the resource is written with the rest of the
 *   transaction.
 * @throws {Problem} `not_permitted` for a profile other than the caller's; `resource_already_exists`;
 *   `resource_not_found`, at the latest when the transaction ends, if its merchant or profile does not exist.
 */
export async function insert(ctx: WritingContext, entity: object, chosen = true): Promise<void> {
  const target = entity.constructor as DescribedClass;
  const { em, outbox, writes } = ctx.transaction;
  if (profileScope(ctx, resourceOf(target)) !== null)
    requireProfile(ctx, (entity as { profile_id?: string | null }).profile_id);
  if (!chosen) {
    em.persistWithDefaults(entity);
    outbox.held.set(entity, null);
    return;
  }
  try {
    await em.persist(entity).flush();
    await writes.send();
    outbox.held.set(entity, null);
  } catch (error) {
    if (!(error instanceof UniqueConstraintViolationException)) throw error;
    const field = resourceOf(target).id;
    throw new Problem('resource_already_exists', `A ${nounOf(target)} with this ${field} already exists.`, {
      param: field,
    });
  }
}

/** An entity that this transaction created or locked before, so that no other can have changed it. */
function alreadyLocked<T extends object>(
  { merchantId, transaction }: WritingContext,
  target: EntityClass<T>,
  id: string,
): T | undefined {
  const { id: idField } = resourceOf(target);
  for (const entity of transaction.outbox.held.keys()) {
    const values = entity as Record<string, unknown>;
    const matches = entity.constructor === target && values[idField] === id;
    if (matches && merchantId !== null && values.merchant_id === merchantId) return entity as T;
  }
  return undefined;
}

/**
 * The problem of a write for an unknown merchant or profile: the admin key may name any merchant, and a profile from the
 * settings' cache may have been deleted.
 */
function missingOwner(error: unknown): Problem | null {
  if (!(error instanceof ForeignKeyConstraintViolationException)) return null;
  const constraint = String((error as { constraint?: unknown }).constraint);
  if (constraint.endsWith('_merchant_id_foreign')) return notFound('merchant account', 'merchant_id');
  if (constraint.endsWith('_merchant_id_profile_id_foreign'))
    return notFound('business profile', 'profile_id');
  return null;
}

function missingMerchant(reason: string): Problem {
  return new Problem('missing_parameter', `${reason} Name the merchant in merchant_id.`, {
    param: 'merchant_id',
  });
}

/** The merchant of a new object. Both APIs have already required it from the admin key. */
export function requireMerchant(ctx: Context): string {
  if (ctx.merchantId === null) throw missingMerchant('The object belongs to a merchant.');
  return ctx.merchantId;
}
