import { StatusChange } from '../entities/status-change.ts';
import type { Context } from '../foundation/context.ts';
import type { Row } from '../foundation/row-source.ts';
import { resourceOf } from '../model/index.ts';
import { columnsFor, selectList } from './projection.ts';
import { StatementBuilder } from './statement.ts';

/** The most steps of a history that are answered, the latest ones. */
const STEPS_MAX = 1000;

/** An object whose history is asked for. */
export interface TimelineKey {
  readonly merchantId: string;
  /** What the object is, as its table of states calls it. */
  readonly objectType: string;
  readonly id: string;
}

/** Reads the histories of many objects, of any kinds, in one statement: in the keys' order, each oldest first. */
export async function readTimelines(ctx: Context, keys: readonly TimelineKey[]): Promise<Row[][]> {
  const builder = new StatementBuilder();
  const texts = (values: string[]) => builder.parameter(values, 'text[]');
  const merchantIds = texts(keys.map((key) => key.merchantId));
  const types = texts(keys.map((key) => key.objectType));
  const ids = texts(keys.map((key) => key.id));
  const columns = columnsFor(resourceOf(StatusChange), ['from_status', 'to_status', 'cause', 'changed_at']);
  const statement = builder.build(
    `select (select coalesce(json_agg(r order by r.change_id), '[]') from (
       select ${selectList(columns, 'c')} from "status_changes" c
       where c.merchant_id = k.merchant_id and c.object_type = k.object_type and c.object_id = k.id
       order by c.change_id desc limit ${STEPS_MAX}) r) as steps
     from unnest(${merchantIds}, ${types}, ${ids}) with ordinality as k(merchant_id, object_type, id, place)
     order by k.place`,
  );
  const found = await ctx.rows.query(statement, ctx.merchantId);
  return found.map((row) => row.steps as Row[]);
}
