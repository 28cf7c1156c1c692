import type { ErrorCategory, ErrorMapping } from '../entities/error-mapping.ts';
import type { CallRecord } from '../foundation/call-record.ts';
import { canonicalName } from '../foundation/canonical-name.ts';
import type { Context } from '../foundation/context.ts';
import type { ConnectorFailure } from '../foundation/ports/connector.ts';
import { NOT_SENT_CODE } from '../foundation/ports/connector.ts';
import { unified, unifiedMessage } from '../foundation/ports/connector-errors.ts';
import { ERROR_MESSAGE_MAX, TEXT_MAX, type ValueOf } from '../model/index.ts';
import { EVERY_MERCHANT, readSettings } from '../reads/index.ts';
import { coverage } from './error-steps.ts';

/** A connector's error, in the connector's own terms. */
export interface ReportedError {
  readonly connector: string;
  /** `payment`, `payout` or `refund`. */
  readonly flow: string;
  /**
   * Step of the flow: `screen`, `authorize`, `increment`, `capture`, `void`, `authenticate`, `fulfill`, `recall` or
   * `refund`.
   */
  readonly sub_flow: string;
  readonly code: string;
  readonly message: string;
}

/** The unified error, and whether a retry, a step-up or the card's number may succeed. */
export interface MappedError {
  readonly unified_code: string;
  readonly unified_message: string;
  readonly decision: ErrorMapping['decision'];
  readonly step_up_possible: boolean;
  readonly clear_pan_possible: boolean;
  readonly error_category: ValueOf<typeof ErrorCategory> | null;
  readonly router_error: string | null;
  /** The status of an attempt whose authorization fails with this error: see {@link failedStatus}. */
  readonly status: string | null;
}

/** Used for unmapped errors. */
export const unmappedError: MappedError = Object.freeze({
  unified_code: unified.unmapped.unifiedCode,
  unified_message: unifiedMessage(unified.unmapped.unifiedCode, 'payment'),
  decision: 'do_default',
  step_up_possible: false,
  clear_pan_possible: false,
  error_category: null,
  router_error: null,
  status: null,
});

/** The flow of each step in which a call that was certainly not sent can go through another account. */
const reroutable: ReadonlySet<string> = new Set(['payment/authorize', 'payout/fulfill']);

/** The error of an unreachable connector, for flows that can continue at another account. */
const rerouted = { unifiedCode: unified.processor.unifiedCode, decision: 'retry', stepUp: false } as const;

/** The connector table's mapping of an error that the operator has not mapped. */
function shippedMapping(ctx: Context, { code, connector, flow, sub_flow }: ReportedError): MappedError {
  const isRerouted = code === NOT_SENT_CODE && reroutable.has(`${flow}/${sub_flow}`);
  const rows = ctx.ports.connectors.find(connector)?.errors ?? [];
  const row = isRerouted
    ? rerouted
    : rows.find(
        (one) => one.code === code && one.flow === flow && (one.subFlow === null || one.subFlow === sub_flow),
      );
  if (!row) return unmappedError;
  return {
    ...unmappedError,
    unified_code: row.unifiedCode,
    unified_message: unifiedMessage(row.unifiedCode, flow),
    decision: row.decision,
    step_up_possible: row.stepUp ?? false,
  };
}

// The digests match an index; comparing the columns rules out collisions.
const statement = `
  select flow, sub_flow, message, unified_code, unified_message, decision, step_up_possible, clear_pan_possible,
    error_category, router_error, status
  from error_mappings
  where md5(connector || e'\\x1f' || code || e'\\x1f' || message)
      in (md5(concat_ws(e'\\x1f', $1::text, $2::text, $3::text)), md5(concat_ws(e'\\x1f', $1::text, $2::text, '')))
    and connector = $1 and code = $2 and message in ($3, '')
  order by created_at, error_mapping_id`;

type MappingRow = Omit<MappedError, 'unified_code' | 'unified_message'> &
  Pick<ErrorMapping, 'flow' | 'sub_flow' | 'message'> &
  Record<'unified_code' | 'unified_message', string | null>;

/**
 * The best mapping of an error among those for its connector, code and message: exact messages first, then the fewest
 * steps.
 */
function closest(rows: readonly MappingRow[], { flow, sub_flow }: ReportedError): MappingRow | undefined {
  const matching = rows.flatMap((row) => {
    const steps = coverage(row, flow, sub_flow);
    return steps === null ? [] : [{ row, steps }];
  });
  const isAny = ({ message }: MappingRow) => Number(message === '');
  return matching.toSorted((a, b) => isAny(a.row) - isAny(b.row) || a.steps - b.steps)[0]?.row;
}

/**
 * Maps a connector's error in one statement: by the mapping with the exact message, else by the one without a message.
 * Without either, a call that was certainly not sent is retried elsewhere, and any other error follows the connector's
 * own table, or else the {@link unmappedError}. A mapping without a code has the code of the unmapped error, and one without
 * a message the sentence of its code.
 */
export async function mapError(ctx: Context, error: ReportedError): Promise<MappedError> {
  // PostgreSQL text cannot hold NUL; a connector that sends one must not prevent its response being recorded.
  const values = [error.connector, error.code, error.message].map((text) => text.replaceAll('\0', ''));
  const rows = await readSettings(ctx, EVERY_MERCHANT, ['error mapping', ...values], () =>
    ctx.rows.query<MappingRow>(
      { text: statement, values, touches: { reads: ['error_mappings'] } },
      ctx.merchantId,
    ),
  );
  const found = closest(rows, error);
  if (!found) return shippedMapping(ctx, error);
  const { flow: _flow, message: _message, sub_flow: _step, ...mapped } = found;
  const unified_code = mapped.unified_code ?? unmappedError.unified_code;
  return {
    ...mapped,
    unified_code,
    unified_message: mapped.unified_message ?? unifiedMessage(unified_code, error.flow),
  };
}

/** The failed step: a committed call, or an authentication, which has no committed call. */
export type FailedOperation = Pick<CallRecord, 'connector' | 'flow'> & {
  readonly operation: CallRecord['operation'] | 'authenticate';
};

/** A payment, refund, payout or attempt. */
export interface FailureFields {
  error_code?: string | null;
  error_message?: string | null;
  unified_code?: string | null;
  unified_message?: string | null;
  error_category?: MappedError['error_category'];
  router_error?: string | null;
}

const clip = (text: string | null | undefined, max: number) => text?.slice(0, max) ?? null;

/** Clears the failure of an earlier call when a new one begins. */
export function clearFailure(...targets: readonly (FailureFields & Partial<IssuerFailureFields>)[]): void {
  for (const target of targets) {
    target.error_code = target.error_message = target.unified_code = target.unified_message = null;
    target.error_category = target.router_error = null;
    if ('issuer_error_code' in target) target.issuer_error_code = target.issuer_error_message = null;
  }
}

interface IssuerFailureFields {
  issuer_error_code?: string | null;
  issuer_error_message?: string | null;
}

/** Copies a connector's failure to the objects it concerns, with the unified code it maps to. */
export async function recordFailure(
  ctx: Context,
  { connector, flow, operation }: FailedOperation,
  { code, message }: Pick<ConnectorFailure, 'code' | 'message'>,
  ...targets: readonly FailureFields[]
): Promise<MappedError> {
  const mapped = await mapError(ctx, { connector, flow, sub_flow: operation, code, message });
  for (const target of targets) {
    target.error_code = clip(code, TEXT_MAX);
    target.error_message = clip(message, ERROR_MESSAGE_MAX);
    target.unified_code = mapped.unified_code;
    target.unified_message = mapped.unified_message;
    target.error_category = mapped.error_category;
    target.router_error = mapped.router_error;
  }
  return mapped;
}

/** Copies the issuer's own code and message to the objects that show them: payments, their attempts and refunds. */
export function recordIssuerFailure(
  { issuerCode, issuerMessage }: ConnectorFailure,
  ...targets: readonly IssuerFailureFields[]
): void {
  for (const target of targets) {
    target.issuer_error_code = clip(issuerCode, TEXT_MAX);
    target.issuer_error_message = clip(issuerMessage, ERROR_MESSAGE_MAX);
  }
}

/** The final statuses that an error mapping can give an attempt, by name without case and separators. */
const failedStatuses = {
  authorizationfailed: 'authorization_failed',
  authenticationfailed: 'authentication_failed',
} as const;

/** The status of an attempt whose authorization failed: from its error mapping, or else `failure`. */
export function failedStatus({ status }: Pick<MappedError, 'status'>) {
  return failedStatuses[canonicalName(status ?? '') as keyof typeof failedStatuses] ?? 'failure';
}
