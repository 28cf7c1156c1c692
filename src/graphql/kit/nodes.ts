import type { Context } from '../../core/foundation/context.ts';
import { type Row, readByKeys } from '../../core/reads/index.ts';
import type { GlobalKey } from './global-id.ts';
import { columnsOf, type Selection } from './selection.ts';

/**
 * Reads objects of any type by their keys, those of each resource in one statement. The result is in the order of the
 * keys, null where no object exists that the caller may see.
 */
export async function readNodes(
  ctx: Context,
  keys: readonly GlobalKey[],
  selection: Selection,
): Promise<(Row | null)[]> {
  const found: (Row | null)[] = keys.map(() => null);
  const visible = keys
    .map((key, place) => ({ ...key, place }))
    .filter(
      ({ merchantId, resource }) =>
        !resource.owned || ctx.merchantId === null || merchantId === ctx.merchantId,
    );
  await Promise.all(
    [...Map.groupBy(visible, ({ resource }) => resource)].map(async ([resource, ofResource]) => {
      const rows = await readByKeys(ctx, resource.target, ofResource, columnsOf(resource, selection));
      for (const [i, row] of rows.entries()) {
        if (row) found[ofResource[i]!.place] = { ...row, __typename: resource.target.name };
      }
    }),
  );
  return found;
}
