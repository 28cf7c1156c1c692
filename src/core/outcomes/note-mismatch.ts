import { isNotAsAsked } from '../connector-calls/as-asked.ts';
import { clearFailure, type FailureFields } from '../error-mappings/map-error.ts';
import type { CallRecord } from '../foundation/call-record.ts';
import type { Context } from '../foundation/context.ts';
import type { Outcome } from '../foundation/ports/connector.ts';
import type { Money } from '../foundation/ports/connector-requests.ts';
import { decryptField } from '../writes/apply-changes.ts';

/** The error code of money that a connector moved differently from the request. */
export const NOT_AS_ASKED_CODE = 'not_as_asked';

/**
 * Shows on the objects of a call that its connector moved other money than it was asked to, so that the operator finds
 * and counts them by their error code. It is cleared when the connector's answer is another one.
 */
export function noteMismatch(
  ctx: Context,
  call: CallRecord,
  outcome: Outcome,
  targets: readonly FailureFields[],
): void {
  if (outcome.kind === 'unknown' && isNotAsAsked(outcome)) {
    const asked = decryptField(ctx, call, 'request') as Partial<Money>;
    const told = outcome.told ? `${outcome.told.amount} ${outcome.told.currency}` : 'something else';
    const message = `The connector says that it moved ${told} where it was asked for ${asked.amount} ${asked.currency}, in minor units. Nothing is recorded as moved: compare it with the connector's dashboard.`;
    for (const target of targets) {
      target.error_code = NOT_AS_ASKED_CODE;
      target.error_message = message;
    }
    return;
  }
  clearFailure(...targets.filter(({ error_code }) => error_code === NOT_AS_ASKED_CODE));
}
