import type { Context, WritingContext } from '../foundation/context.ts';
import type { Transaction } from '../foundation/transaction.ts';
import { type DescribedClass, holdsSettings, isColumn, resourceOf } from '../model/index.ts';

/** Stands for the owner of settings shared by all merchants. */
export const EVERY_MERCHANT = '*';

/** Whether an entity holds settings: a merchant account, business profile, connector account, error mapping or domain. */
export const isSettings = (entity: object): boolean =>
  holdsSettings(entity.constructor as DescribedClass) !== false;

/** The owner of a settings entity. */
export function settingsOwner(entity: { readonly merchant_id?: string }): string {
  const isShared = holdsSettings(entity.constructor as DescribedClass) === 'shared';
  return isShared ? EVERY_MERCHANT : (entity.merchant_id ?? EVERY_MERCHANT);
}

/**
 * Reads settings through the process's cache: values are at most a second old, and frozen, because requests share
 * them. A transaction that changed or locked settings bypasses the cache. Encrypted values remain encrypted in the
 * cache: decrypt them for each use.
 *
 * @param owner The merchant that owns the settings, or {@link EVERY_MERCHANT}.
 * @param key The cache key within the owner.
 * @param isKept Whether to cache a value; by default all are cached.
 */
export function readSettings<V>(
  ctx: Context,
  owner: string,
  key: readonly string[],
  read: () => Promise<V>,
  isKept: (value: V) => boolean = () => true,
): Promise<V> {
  // Without the cache, row-level security decides which merchant's settings are visible.
  const isVisible = ctx.merchantId === null || ctx.merchantId === owner || owner === EVERY_MERCHANT;
  if (!isVisible || (ctx.transaction && changesSettings(ctx.transaction))) return read();
  return ctx.ports.settings.find(
    JSON.stringify([owner, ...key]),
    async () => frozenCopy(await read()),
    (value) => (isKept(value) ? owner : null),
  );
}

/** A class of settings that belong to a merchant. */
type SettingsClass<T> = (new () => T) & DescribedClass;

/** The columns for finding settings. */
type Where<T> = { readonly merchant_id: string } & { readonly [Name in keyof T]?: string };

/**
 * Finds a merchant's settings like {@link readSettings}, oldest first: plain objects with the columns of an entity.
 * Lock a row before changing it.
 */
export function findSettings<T extends object>(
  tx: WritingContext,
  target: SettingsClass<T>,
  where: Where<T>,
  limit: number,
): Promise<readonly Readonly<T>[]> {
  const { merchant_id: merchantId, ...named } = where as Record<string, string>;
  const key = [target.name, String(limit), ...Object.entries(named).flat()];
  const read = async () => {
    const { fields, id, order } = resourceOf(target);
    const columns = fields.filter(isColumn);
    const orderBy = { [order]: 'asc', [id]: 'asc' } as never;
    const found = await tx.transaction.em.find(target, where as never, { orderBy, limit });
    return found.map((entity) => {
      const values = entity as Record<string, unknown>;
      return Object.fromEntries(columns.map(({ name }) => [name, values[name]])) as T;
    });
  };
  // Empty results are not cached, so that every process finds new rows at once.
  return readSettings(tx, merchantId!, key, read, ({ length }) => length > 0);
}

/**
 * Like {@link findSettings}, for one object by its primary key; null if it does not exist.
 *
 * @example `findOneSettings(tx, BusinessProfile, { merchant_id, profile_id })`
 */
export async function findOneSettings<T extends object>(
  tx: WritingContext,
  target: SettingsClass<T>,
  where: Where<T>,
): Promise<Readonly<T> | null> {
  const [found = null] = await findSettings(tx, target, where, 1);
  return found;
}

function changesSettings({ changed, outbox }: Transaction): boolean {
  for (const entity of outbox.held.keys()) if (isSettings(entity)) return true;
  for (const entity of changed) if (isSettings(entity)) return true;
  return false;
}

/** An immutable copy of objects and lists. Bytes and dates cannot be frozen and are shared. */
function frozenCopy<V>(value: V): V {
  if (Array.isArray(value)) return Object.freeze(value.map(frozenCopy)) as V;
  if (value === null || typeof value !== 'object' || value instanceof Date || ArrayBuffer.isView(value)) {
    return value;
  }
  const members = Object.entries(value).map(([name, member]) => [name, frozenCopy(member)]);
  return Object.freeze(Object.fromEntries(members));
}
