import type { ErrorMapping } from '../entities/error-mapping.ts';
import type { Context } from '../foundation/context.ts';

/** A failure at a connector, in the connector's own words. */
export interface ConnectorFailure {
  readonly connector: string;
  /** What was being done: `payment`, `payout` or `refund`. */
  readonly flow: string;
  /** Which step of it: `authorize`, `capture`, `void`, `authenticate`, `fulfill` or `refund`. */
  readonly sub_flow: string;
  readonly code: string;
  readonly message: string;
}

/** What a failure means to the service. */
export interface MappedError {
  readonly unified_code: string;
  readonly unified_message: string;
  readonly decision: ErrorMapping['decision'];
  readonly step_up_possible: boolean;
  readonly clear_pan_possible: boolean;
}

/** What a failure means that no record tells of. */
export const unmappedError: MappedError = Object.freeze({
  unified_code: 'UE_9000',
  unified_message: 'Something went wrong',
  decision: 'do_default',
  step_up_possible: false,
  clear_pan_possible: false,
});

// The digests are those of the table's unique index, which finds both records; the columns then make sure.
const statement = `
  select unified_code, unified_message, decision, step_up_possible, clear_pan_possible
  from error_mappings
  where md5(connector || e'\\x1f' || flow || e'\\x1f' || sub_flow || e'\\x1f' || code || e'\\x1f' || message)
      in (md5(concat_ws(e'\\x1f', $1::text, $2::text, $3::text, $4::text, $5::text)),
          md5(concat_ws(e'\\x1f', $1::text, $2::text, $3::text, $4::text, '')))
    and connector = $1 and flow = $2 and sub_flow = $3 and code = $4 and message in ($5, '')
  order by message = ''
  limit 1`;

/**
 * Looks up what a connector's failure means: by the record with the very message, else by the one for any
 * message, else {@link unmappedError}. A record without unified words takes those of the latter. One statement.
 */
export async function mapError(ctx: Context, failure: ConnectorFailure): Promise<MappedError> {
  const { connector, flow, sub_flow, code, message } = failure;
  // PostgreSQL's texts have no NUL. A connector that sends one must not break the recording of its answer.
  const values = [connector, flow, sub_flow, code, message].map((text) => text.replaceAll('\0', ''));
  const [row] = await ctx.rows.query({ text: statement, values }, ctx.merchantId);
  if (!row) return unmappedError;
  const found = row as unknown as MappedError & Record<'unified_code' | 'unified_message', string | null>;
  return {
    ...found,
    unified_code: found.unified_code ?? unmappedError.unified_code,
    unified_message: found.unified_message ?? unmappedError.unified_message,
  };
}
