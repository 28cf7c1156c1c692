import { Payment } from '../../entities/payment.ts';
import type { Context } from '../../foundation/context.ts';
import * as f from '../../model/fields.ts';
import { enumeration, ValueObject, type ValueOf } from '../../model/index.ts';
import { readOne } from '../../reads/index.ts';
import { authorizeCustomer } from './customer-access.ts';

export const PollState = enumeration('PollState', 'Status of a poll.', {
  pending: 'Still waiting: poll again.',
  completed: 'Finished: retrieve the payment.',
  not_found: 'Nothing to wait for with this identifier.',
});

@ValueObject({ about: 'Whether a payment waits for its customer or its connector.' })
export class PollStatus {
  @f.Id('The requested identifier.', { required: true, example: 'pay_01JZ5V0G7N4S8X2T6W9Y3B1C5D' })
  poll_id!: string;
  @f.Enumeration(() => PollState, 'Whether it waits.', { required: true }) status!: ValueOf<typeof PollState>;
}

/** The query of {@link readPollStatus}. */
export class PollQuery {
  @f.Text("The payment's client secret; required with a publishable key.", { holds: 'token' })
  client_secret?: string | null;
}

/** The prefix by which some clients mark the identifier of a payment that waits for 3-D Secure. */
const PREFIX = 'external_authentication_';

const waiting: ReadonlySet<Payment['status']> = new Set<Payment['status']>([
  'processing',
  'requires_customer_action',
]);

/**
 * Whether a payment waits for its customer or its connector.
 *
 * @throws {Problem} `missing_parameter`, `client_secret_invalid` and `client_secret_expired` with a publishable key.
 */
export async function readPollStatus(
  ctx: Context,
  pollId: string,
  clientSecret: string | null | undefined,
): Promise<PollStatus> {
  const paymentId = pollId.startsWith(PREFIX) ? pollId.slice(PREFIX.length) : pollId;
  const isCustomers = ctx.caller.kind === 'publishable_key' || ctx.caller.kind === 'ephemeral_key';
  if (isCustomers || clientSecret) await authorizeCustomer(ctx, paymentId, clientSecret);
  const payment = await readOne(ctx, Payment, paymentId, ['status']);
  const status = !payment ? 'not_found' : waiting.has(payment.status) ? 'pending' : 'completed';
  return { poll_id: pollId, status };
}
