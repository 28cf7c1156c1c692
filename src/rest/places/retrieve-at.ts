import { askConnector } from '../../core/connector-calls/ask-connector.ts';
import type { Context } from '../../core/foundation/context.ts';
import { notFound } from '../../core/foundation/errors.ts';
import * as f from '../../core/model/fields.ts';
import { type DescribedClass, nounOf } from '../../core/model/index.ts';
import type { ResourceOperation } from '../../core/operations/operation.ts';
import { type Row, readWhole } from '../../core/reads/index.ts';
import type { Operation } from '../operation.ts';
import { one } from '../response-shapes.ts';
import { handleAt, idsIn, type Place } from './handle-at.ts';

/** Query of the operations that retrieve an object whose state connectors decide. */
export class RetrievalQuery {
  @f.Bool(
    'Whether to ask the connector first for the outcome of calls that have none yet. Ordinarily that is not needed: the service asks without it, and connectors report.',
  )
  force_sync?: boolean | null;
}

/** Places the retrieval of an object, in full. With `isSynced`, the query can have the connector asked first. */
export function retrieveAt(
  described: ResourceOperation<'retrieve'>,
  path: string,
  { isSynced = false, ...place }: { readonly isSynced?: boolean } & Partial<Place<never>> = {},
): Operation {
  const { target } = described;
  const idsOf = idsIn(described, path, place.pathIds);
  return handleAt(described, {
    method: 'get',
    path,
    ...(isSynced ? { query: RetrievalQuery } : {}),
    response: one(target, 'full'),
    handle: (ctx, { path: ids, query }) =>
      isSynced
        ? retrieveSynced(ctx, target, idsOf(ids)[0]!, query as RetrievalQuery)
        : retrieve(ctx, target, idsOf(ids)[0]!),
    ...place,
  });
}

/**
 * Reads an object, after asking its connector if the query demands it.
 *
 * @throws {Problem} `resource_not_found`.
 */
export async function retrieveSynced(
  ctx: Context,
  target: DescribedClass,
  id: string,
  { force_sync: isForced }: RetrievalQuery,
): Promise<Row> {
  if (isForced) await askConnector(ctx, target, id);
  return retrieve(ctx, target, id);
}

/**
 * Reads an object as operations beyond the specification show it.
 *
 * @throws {Problem} `resource_not_found`.
 */
export async function retrieve(ctx: Context, target: DescribedClass, id: string): Promise<Row> {
  const row = await readWhole(ctx, target, id, 'full');
  if (!row) throw notFound(nounOf(target));
  return row;
}
