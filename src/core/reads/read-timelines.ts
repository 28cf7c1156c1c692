import { StatusChange } from '../entities/status-change.ts';
import type { Context } from '../foundation/context.ts';
import type { Row } from '../foundation/row-source.ts';
import { resourceOf } from '../model/index.ts';
import { columnsFor, StatementBuilder, selectList } from './statement.ts';

/** Longer histories are cut to their latest transitions. */
const TRANSITIONS_MAX = 1000;

export interface TimelineKey {
  readonly merchantId: string;
  /** The `of` of the object's state machine, such as `payment`. */
  readonly objectType: string;
  readonly id: string;
}

/** Reads the status histories of many objects of any kind in one statement: in the order of the keys, oldest first. */
export async function readTimelines(ctx: Context, keys: readonly TimelineKey[]): Promise<Row[][]> {
  const builder = new StatementBuilder();
  const source = builder.unnest(keys, 'merchantId', 'objectType', 'id');
  const columns = columnsFor(resourceOf(StatusChange), ['from_status', 'to_status', 'cause', 'changed_at']);
  const statement = builder.build(
    `select (select coalesce(json_agg(r order by r.change_id), '[]') from (
       select ${selectList(columns, 'c')} from "status_changes" c
       where c.merchant_id = k.merchant_id and c.object_type = k.object_type and c.object_id = k.id
       order by c.change_id desc limit ${TRANSITIONS_MAX}) r) as steps
     from ${source} with ordinality as k(merchant_id, object_type, id, place)
     order by k.place`,
  );
  const rows = await ctx.rows.query<{ steps: Row[] }>(statement, ctx.merchantId);
  return rows.map((row) => row.steps);
}
