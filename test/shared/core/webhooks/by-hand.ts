import type { Context } from '../../../../src/core/foundation/context.ts';
import type { LeasedDelivery } from '../../../../src/core/webhooks/lease-deliveries.ts';
import {
  type DeliveryOutcome,
  type RecordResult,
  recordAttempts,
} from '../../../../src/core/webhooks/record-attempts.ts';
import { withSession } from '../../../../src/database/sessions.ts';
import { ownerUrl } from '../../../kit/database.ts';
import type { TestService } from '../../../kit/service.ts';

/** A statement as the owner, across merchants and without time limits: some write 100 000 rows. */
export const queryAsOwner = ({ database }: TestService, text: string, values: readonly unknown[] = []) =>
  withSession(ownerUrl(database.url), async (owner) => {
    // A cluster passes a transaction's scope to its nodes, not a session's.
    await owner.query('begin');
    await owner.query("set local switchyard.merchant_id = '*'");
    const { rows } = await owner.query(text, [...values]);
    await owner.query('commit');
    return rows;
  });

/** Deletes hand-made rows, which the service would not leave. */
export const clearDeliveries = (service: TestService) =>
  queryAsOwner(
    service,
    `with gone as (delete from webhook_deliveries), queue as (delete from pending_deliveries)
     delete from webhook_endpoint_states`,
  );

/** Records the outcome of one delivery. */
export const recordAttempt = async (
  ctx: Context,
  delivery: LeasedDelivery,
  outcome: DeliveryOutcome,
): Promise<RecordResult> => (await recordAttempts(ctx, [{ delivery, outcome }]))[0]!;
