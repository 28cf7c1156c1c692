import {
  ForeignKeyConstraintViolationException,
  LockMode,
  UniqueConstraintViolationException,
} from '@mikro-orm/postgresql';
import type { ChangeNotification } from '../foundation/change-notification.ts';
import type { Context, WritingContext } from '../foundation/context.ts';
import { notFound, Problem } from '../foundation/errors.ts';
import { emptyOutbox } from '../foundation/outbox.ts';
import { type DescribedClass, resourceOf } from '../model/index.ts';
import { writeOutbox } from './outbox/write-outbox.ts';

/**
 * Opens a transaction for a command, or joins the one that the context is already in: then several commands,
 * or a command and its idempotency key, commit as one. What has happened is recorded before it commits, and
 * announced after.
 */
export async function inTransaction<T>(ctx: Context, work: (ctx: WritingContext) => Promise<T>): Promise<T> {
  const run = async (tx: WritingContext) => {
    await ctx.idempotency?.take(tx);
    const result = await work(tx);
    // What follows in the same transaction reads rows, which show only what has been written.
    await tx.transaction.em.flush();
    return result;
  };
  if (ctx.transaction) return run(ctx as WritingContext);
  let notification: ChangeNotification | undefined;
  const result = await ctx.transact(ctx.merchantId, async (open) => {
    const tx = { ...ctx, transaction: { ...open, outbox: emptyOutbox() }, rows: open.rows };
    const done = await run(tx);
    notification = await writeOutbox(tx);
    return done;
  });
  if (notification && notification.merchantIds.size > 0) ctx.notify(notification);
  return result;
}

/** The entity class of a described resource. */
export type EntityClass<T> = (new () => T) & DescribedClass;

/**
 * Reads a resource of the context's merchant for changing it: the row is locked until the transaction ends,
 * so that of two commands at once the second sees what the first did.
 *
 * @throws {Problem} `resource_not_found`, also for another merchant's; `missing_parameter` where no merchant is
 * named and several have one.
 */
export async function lock<T extends object>(
  ctx: WritingContext,
  target: EntityClass<T>,
  id: string,
): Promise<T> {
  const resource = resourceOf(target);
  const held = heldAlready(ctx, target, id);
  if (held) return held;
  const scope = resource.owned && ctx.merchantId !== null ? { merchant_id: ctx.merchantId } : {};
  const where = { ...scope, [resource.id]: id } as object;
  const [entity, another] = await ctx.transaction.em.find(target, where as never, {
    lockMode: LockMode.PESSIMISTIC_WRITE,
    limit: 2,
  });
  if (!entity) throw notFound(nounOf(target));
  // Two merchants may have chosen one identifier. Which of them the admin key means is not for us to guess.
  if (another) throw missingMerchant(`Several merchants have a ${nounOf(target)} with this identifier.`);
  ctx.transaction.outbox.lockedEntities.add(entity);
  return entity as T;
}

/**
 * Writes a new resource at once, so that an identifier which is taken is found out here.
 *
 * @throws {Problem} `resource_already_exists`, naming the identifier's field, or the one given;
 * `resource_not_found` when the admin key names a merchant that there is not.
 */
export async function insert(ctx: WritingContext, entity: object, param?: string): Promise<void> {
  const target = entity.constructor as DescribedClass;
  try {
    await ctx.transaction.em.persist(entity).flush();
    ctx.transaction.outbox.lockedEntities.add(entity);
  } catch (error) {
    if (isMerchantMissing(error)) throw notFound('merchant account', 'merchant_id');
    if (!(error instanceof UniqueConstraintViolationException)) throw error;
    const named = param ?? resourceOf(target).id;
    throw new Problem('resource_already_exists', `There already is a ${nounOf(target)} with this ${named}.`, {
      param: named,
    });
  }
}

/** An object that this transaction made or locked before: nobody else can have changed it since. */
function heldAlready<T extends object>(
  { merchantId, transaction }: WritingContext,
  target: EntityClass<T>,
  id: string,
): T | undefined {
  const { id: idField } = resourceOf(target);
  for (const entity of transaction.outbox.lockedEntities) {
    const values = entity as Record<string, unknown>;
    const isIt = entity.constructor === target && values[idField] === id;
    if (isIt && merchantId !== null && values.merchant_id === merchantId) return entity as T;
  }
  return undefined;
}

function isMerchantMissing(error: unknown): boolean {
  if (!(error instanceof ForeignKeyConstraintViolationException)) return false;
  return String((error as { constraint?: unknown }).constraint).endsWith('_merchant_id_foreign');
}

function missingMerchant(why: string): Problem {
  return new Problem('missing_parameter', `${why} Name the merchant in merchant_id.`, {
    param: 'merchant_id',
  });
}

/** The merchant that a new object will belong to; a face makes sure that the admin key has named one. */
export function requireMerchant(ctx: Context): string {
  if (ctx.merchantId === null) throw missingMerchant('The object belongs to a merchant.');
  return ctx.merchantId;
}

/** What a resource is called in a message: `PaymentMethod` → `payment method`. */
export function nounOf(target: DescribedClass): string {
  return target.name.replace(/(?<=[a-z])[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`).toLowerCase();
}
