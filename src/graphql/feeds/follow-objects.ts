import type { Context } from '../../core/foundation/context.ts';
import type { DescribedClass } from '../../core/model/index.ts';
import { type Row, readByKeys } from '../../core/reads/index.ts';
import { encodeUpdatesCursor, type UpdatesCursor } from '../../core/writes/change-feed/cursor.ts';
import type { Update } from '../../core/writes/change-feed/read-changes.ts';
import type { Feeds } from './feeds.ts';

/** How many objects are read and shown at once. */
const BATCH_MAX = 100;

/** An object that changed, as it is now. */
export interface ObjectUpdate {
  readonly cursor: string;
  readonly updatedAt: Date;
  readonly row: Row;
}

/** Which objects somebody follows, and what of them. */
export interface ObjectsRequest {
  readonly target: DescribedClass;
  readonly type: Update['type'];
  readonly merchantId: string;
  readonly after: UpdatesCursor | null;
  /** The one object to follow; any of the merchant's when null. */
  readonly id: string | null;
  /** Only those whose columns have these values. */
  readonly where: Readonly<Record<string, string>>;
  readonly columns: readonly string[];
}

/** Objects as they change, in batches that are read and shown together. */
export type ObjectUpdates = AsyncIterableIterator<readonly ObjectUpdate[]> & {
  /** Ends it, also while the next batch is awaited. */
  return(): Promise<IteratorResult<readonly ObjectUpdate[]>>;
};

/** Follows a merchant's objects of one kind. What is shown of them is read when they are shown: the latest there is. */
export async function followObjects(
  ctx: Context,
  feeds: Feeds,
  request: ObjectsRequest,
): Promise<ObjectUpdates> {
  const { type, merchantId, after, id } = request;
  const wants = (update: Update) => update.type === type && (id === null || update.id === id);
  const { follower, close } = await feeds.follow({ merchantId, after, wants });
  let left: readonly Update[] = [];

  const next = async (): Promise<IteratorResult<readonly ObjectUpdate[]>> => {
    for (;;) {
      if (left.length === 0) {
        const updates = await follower.next();
        if (!updates) return { done: true, value: undefined };
        left = updates;
      }
      const batch = left.slice(0, BATCH_MAX);
      left = left.slice(BATCH_MAX);
      const value = await readObjects(ctx, request, batch);
      if (value.length > 0) return { done: false, value };
    }
  };
  const end = async () => {
    close();
    left = [];
    return { done: true, value: undefined } as const;
  };
  return { next, return: end, [Symbol.asyncIterator]: () => ({ next, return: end }) as ObjectUpdates };
}

async function readObjects(
  ctx: Context,
  { target, merchantId, where, columns }: ObjectsRequest,
  updates: readonly Update[],
): Promise<ObjectUpdate[]> {
  const keys = updates.map(({ id }) => ({ merchantId, id }));
  const conditions = Object.entries(where);
  const rows = await readByKeys(ctx, target, keys, [...columns, ...Object.keys(where)]);
  return rows.flatMap((row, i) => {
    const update = updates[i]!;
    if (!row || conditions.some(([column, value]) => row[column] !== value)) return [];
    return [{ cursor: encodeUpdatesCursor(update, update.at), updatedAt: update.at, row }];
  });
}
