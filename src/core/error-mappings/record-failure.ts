import type { CallRecord } from '../foundation/call-record.ts';
import type { ConnectorFailure } from '../foundation/connector.ts';
import type { Context } from '../foundation/context.ts';
import { ERROR_MESSAGE_MAX, TEXT_MAX } from '../model/index.ts';
import { type MappedError, mapError } from './map-error.ts';

/** What failed: a committed call, or an authentication, which is not one. */
export type FailedOperation = Pick<CallRecord, 'connector' | 'flow'> & {
  readonly operation: CallRecord['operation'] | 'authenticate';
};

/** A payment, refund, payout or attempt. */
export interface FailureFields {
  error_code?: string | null;
  error_message?: string | null;
  unified_code?: string | null;
  unified_message?: string | null;
}

const clip = (text: string | null | undefined, max: number) => text?.slice(0, max) ?? null;

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
  }
  return mapped;
}

/** Clears the failure of an earlier call when a new one begins. */
export function clearFailure(...targets: readonly (FailureFields & Partial<IssuerFailureFields>)[]): void {
  for (const target of targets) {
    target.error_code = target.error_message = target.unified_code = target.unified_message = null;
    if ('issuer_error_code' in target) target.issuer_error_code = target.issuer_error_message = null;
  }
}

interface IssuerFailureFields {
  issuer_error_code?: string | null;
  issuer_error_message?: string | null;
}

/** Copies the issuer's own code and message, which only payments and refunds show. */
export function recordIssuerFailure(
  target: IssuerFailureFields,
  { issuerCode, issuerMessage }: ConnectorFailure,
): void {
  target.issuer_error_code = clip(issuerCode, TEXT_MAX);
  target.issuer_error_message = clip(issuerMessage, ERROR_MESSAGE_MAX);
}
