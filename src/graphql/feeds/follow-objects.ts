import type { Context } from '../../core/foundation/context.ts';
import { type DescribedClass, resourceOf } from '../../core/model/index.ts';
import { type Row, readByKeys, requireReadable } from '../../core/reads/index.ts';
import {
  type ChangeFeedEntry,
  encodeUpdatesCursor,
  type UpdatesCursor,
} from '../../core/writes/change-feed.ts';
import type { Feeds } from './feeds.ts';

/** Maximum number of objects read and executed together. */
const BATCH_MAX = 100;

/** The current state of an object that changed. */
export interface ObjectUpdate {
  readonly cursor: string;
  readonly updatedAt: Date;
  readonly row: Row;
}

/** Which objects to follow, and the columns to read. */
export interface ObjectsRequest {
  readonly target: DescribedClass;
  readonly type: ChangeFeedEntry['type'];
  readonly merchantId: string;
  readonly after: UpdatesCursor | null;
  /** Follows a single object; null follows all of the merchant's. */
  readonly id: string | null;
  /** Only objects whose columns have these values. */
  readonly where: Readonly<Record<string, string>>;
  readonly columns: readonly string[];
}

/** Changed objects, in batches that are read together. */
export type ObjectUpdates = AsyncIterableIterator<readonly ObjectUpdate[]> & {
  /** Ends the iteration, even while `next` is pending. */
  return(): Promise<IteratorResult<readonly ObjectUpdate[]>>;
};

/**
 * Follows a merchant's objects of one type. Objects are read when they are sent: always their latest state.
 *
 * @throws {Problem} `not_permitted`.
 */
export async function followObjects(
  ctx: Context,
  feeds: Feeds,
  request: ObjectsRequest,
): Promise<ObjectUpdates> {
  const { type, merchantId, after, id } = request;
  requireReadable(ctx, resourceOf(request.target));
  const matches = (update: ChangeFeedEntry) => update.type === type && (id === null || update.id === id);
  const { follower, close } = await feeds.follow({ merchantId, after, matches });
  let pending: readonly ChangeFeedEntry[] = [];

  const next = async (): Promise<IteratorResult<readonly ObjectUpdate[]>> => {
    for (;;) {
      if (pending.length === 0) {
        const updates = await follower.next();
        if (!updates) return { done: true, value: undefined };
        pending = updates;
      }
      const batch = pending.slice(0, BATCH_MAX);
      pending = pending.slice(BATCH_MAX);
      const value = await readObjects(ctx, request, batch);
      if (value.length > 0) return { done: false, value };
    }
  };
  const end = async () => {
    close();
    pending = [];
    return { done: true, value: undefined } as const;
  };
  return { next, return: end, [Symbol.asyncIterator]: () => ({ next, return: end }) as ObjectUpdates };
}

async function readObjects(
  ctx: Context,
  { target, merchantId, where, columns }: ObjectsRequest,
  updates: readonly ChangeFeedEntry[],
): Promise<ObjectUpdate[]> {
  const keys = updates.map(({ id }) => ({ merchantId, id }));
  const conditions = Object.entries(where);
  const rows = await readByKeys(ctx, target, keys, [...columns, ...Object.keys(where)]);
  return rows.flatMap((row, i) => {
    const update = updates[i]!;
    if (!row || conditions.some(([column, value]) => row[column] !== value)) return [];
    return [{ cursor: encodeUpdatesCursor(update.resume, update.at), updatedAt: update.at, row }];
  });
}
