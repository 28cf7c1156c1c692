import {
  ForeignKeyConstraintViolationException,
  LockMode,
  UniqueConstraintViolationException,
} from '@mikro-orm/postgresql';
import type { ChangeNotification, Context, WritingContext } from '../foundation/context.ts';
import { notFound, Problem } from '../foundation/errors.ts';
import { requireActiveMerchant } from '../foundation/suspension.ts';
import { emptyOutbox } from '../foundation/transaction.ts';
import { type DescribedClass, nounOf, resourceOf } from '../model/index.ts';
import { writeOutbox } from './outbox/write-outbox.ts';

/**
 * Runs a command in a transaction, or joins the context's own, so that several commands, or a command and its
 * idempotency key, commit as one. The outbox is written before the commit; other processes are notified after.
 *
 * @throws {Problem} `merchant_suspended`, unless the context is one that {@link evenIfSuspended} returned.
 */
export async function inTransaction<T>(ctx: Context, work: (ctx: WritingContext) => Promise<T>): Promise<T> {
  const run = async (tx: WritingContext) => {
    await ctx.idempotency?.take(tx);
    // After the claim: what was done before the merchant was suspended is replayed.
    requireActiveMerchant(ctx);
    const result = await work(tx);
    // Later reads in this transaction bypass the entity manager and see flushed changes only.
    await tx.transaction.em.flush();
    return result;
  };
  if (ctx.transaction) return run(ctx as WritingContext);
  let notification: ChangeNotification | undefined;
  const result = await ctx.transact(ctx.merchantId, async (open) => {
    const tx = { ...ctx, transaction: { ...open, outbox: emptyOutbox() }, rows: open.rows };
    const value = await run(tx);
    notification = await writeOutbox(tx);
    return value;
  });
  if (notification && concernsAnybody(notification)) ctx.notify(notification);
  return result;
}

const concernsAnybody = ({ merchantIds, keyHolders, settingsOf }: ChangeNotification) =>
  merchantIds.size > 0 || keyHolders !== undefined || settingsOf !== undefined;

/** The entity class of a described resource. */
export type EntityClass<T> = (new () => T) & DescribedClass;

/**
 * Reads a resource of the context's merchant for update. The row stays locked until the transaction ends, so
 * concurrent commands see each other's changes.
 *
 * @throws {Problem} `resource_not_found`, also for another merchant's; `missing_parameter` if no merchant is given
 * and several have a resource with this identifier.
 */
export async function lock<T extends object>(
  ctx: WritingContext,
  target: EntityClass<T>,
  id: string,
): Promise<T> {
  const resource = resourceOf(target);
  const locked = alreadyLocked(ctx, target, id);
  if (locked) return locked;
  const scope = resource.owned && ctx.merchantId !== null ? { merchant_id: ctx.merchantId } : {};
  const where = { ...scope, [resource.id]: id } as object;
  const [entity, another] = await ctx.transaction.em.find(target, where as never, {
    lockMode: LockMode.PESSIMISTIC_WRITE,
    limit: 2,
  });
  if (!entity) throw notFound(nounOf(target));
  // Two merchants may use the same identifier; the admin key must say which one it means.
  if (another) throw missingMerchant(`Several merchants have a ${nounOf(target)} with this identifier.`);
  ctx.transaction.outbox.lockedEntities.add(entity);
  return entity as T;
}

/**
 * Inserts a new resource at once, to report an identifier already in use.
 *
 * @param param The parameter to name in that error; the identifier's field unless given.
 * @throws {Problem} `resource_already_exists`; `resource_not_found` if the admin key names an unknown merchant.
 */
export async function insert(ctx: WritingContext, entity: object, param?: string): Promise<void> {
  const target = entity.constructor as DescribedClass;
  try {
    await ctx.transaction.em.persist(entity).flush();
    ctx.transaction.outbox.lockedEntities.add(entity);
  } catch (error) {
    if (isMerchantMissing(error)) throw notFound('merchant account', 'merchant_id');
    if (!(error instanceof UniqueConstraintViolationException)) throw error;
    const field = param ?? resourceOf(target).id;
    throw new Problem('resource_already_exists', `A ${nounOf(target)} with this ${field} already exists.`, {
      param: field,
    });
  }
}

/** An entity this transaction created or locked before, which nobody else can have changed since. */
function alreadyLocked<T extends object>(
  { merchantId, transaction }: WritingContext,
  target: EntityClass<T>,
  id: string,
): T | undefined {
  const { id: idField } = resourceOf(target);
  for (const entity of transaction.outbox.lockedEntities) {
    const values = entity as Record<string, unknown>;
    const matches = entity.constructor === target && values[idField] === id;
    if (matches && merchantId !== null && values.merchant_id === merchantId) return entity as T;
  }
  return undefined;
}

function isMerchantMissing(error: unknown): boolean {
  if (!(error instanceof ForeignKeyConstraintViolationException)) return false;
  return String((error as { constraint?: unknown }).constraint).endsWith('_merchant_id_foreign');
}

function missingMerchant(reason: string): Problem {
  return new Problem('missing_parameter', `${reason} Name the merchant in merchant_id.`, {
    param: 'merchant_id',
  });
}

/** The merchant a new object will belong to. Both APIs require one of the admin key beforehand. */
export function requireMerchant(ctx: Context): string {
  if (ctx.merchantId === null) throw missingMerchant('The object belongs to a merchant.');
  return ctx.merchantId;
}
