import { failures } from '../../connectors/sandbox/failures.ts';
import { type Demo, insertFrom } from './statements.ts';

/** What the sandbox's errors mean. Mappings are for all merchants, so those there are stay as they are. */
export async function loadErrorMappings(demo: Demo): Promise<void> {
  const { client } = demo;
  const rows = client.escapeLiteral(JSON.stringify(failures));
  const at = `pg_temp.start() + pg_temp.seconds(i / 1000.0)`;
  await insertFrom(demo, 'error_mappings', {
    columns: {
      error_mapping_id: `pg_temp.make_id('gsm', ${at}, i, 1)`,
      connector: `'sandbox'`,
      flow: 'f.flow',
      sub_flow: 'f.sub_flow',
      code: 'f.code',
      // An empty message matches whatever the connector says with the code.
      message: `''`,
      status: `'Failure'`,
      router_error: 'null',
      unified_code: 'f.unified_code',
      unified_message: 'f.unified_message',
      decision: 'f.decision',
      step_up_possible: 'false',
      error_category: 'f.category',
      clear_pan_possible: `f.decision = 'retry'`,
      created_at: at,
      modified_at: at,
    },
    from: `rows from (jsonb_to_recordset(${rows}) as (flow text, sub_flow text, code text, unified_code text,
        unified_message text, category text, decision text)) with ordinality
        as f (flow, sub_flow, code, unified_code, unified_message, category, decision, i)
      where not exists (select from error_mappings e where e.connector = 'sandbox' and e.flow = f.flow
        and e.sub_flow = f.sub_flow and e.code = f.code and e.message = '')`,
  });
}
