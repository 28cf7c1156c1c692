import type { CallOperation, CallRecord } from '../foundation/call-record.ts';
import * as f from '../model/fields.ts';
import { enumeration, Internal, MerchantScoped, type ValueOf } from '../model/index.ts';
import { Payment } from './payment.ts';
import { Payout } from './payout.ts';
import { Refund } from './refund.ts';

/** Error mappings use the same names for their `flow`. */
export const CallFlow = enumeration('CallFlow', 'Kind of object a connector call is made for.', {
  payment: 'Payment.',
  refund: 'Refund.',
  payout: 'Payout.',
});

export const CallStatus = enumeration('CallStatus', 'Whether the outcome of a connector call is known.', {
  intended: 'Committed before the call is made; the outcome is unknown.',
  completed: 'The outcome is known and applied.',
});

/** The classes of the objects that calls are made for. A function, because the classes may not be loaded yet. */
const objectClasses = () => ({ payment: Payment, refund: Refund, payout: Payout });

/**
 * A call to a connector. It is committed with its full request before it is made, so that after a crash another
 * process can look up its outcome or repeat it under the same idempotency key.
 */
@Internal({
  table: 'connector_calls',
  id: 'call_id',
  prefix: 'call',
  order: 'created_at',
  partitioned: { by: 'call_id', per: 'month' },
  audited: {
    shows: ['operation', 'connector'],
    partOf: ({ flow, object_id }: ConnectorCall) => [objectClasses()[flow], object_id],
  },
  indexes: {
    connector_calls_of_object: { columns: ['merchant_id', 'object_id', 'created_at'] },
    // Every call enters and leaves an index like this; being partial, it holds only calls without an outcome.
    connector_calls_to_look_up: {
      columns: ['look_up_at'],
      where: `status = 'intended' and look_up_at is not null`,
    },
    connector_calls_in_progress: {
      columns: ['process_id'],
      where: `status = 'intended' and process_id is not null`,
    },
    // Counts the calls that need an operator.
    connector_calls_unknown: {
      columns: ['created_at'],
      where: `status = 'intended' and outcome ->> 'kind' = 'unknown'`,
    },
    // Finds an account's calls without an outcome, when it reports an unknown transaction.
    connector_calls_unanswered: {
      columns: ['merchant_id', 'merchant_connector_id', 'created_at'],
      where: `status = 'intended'`,
    },
  },
})
export class ConnectorCall extends MerchantScoped implements CallRecord {
  @f.Id('Unique identifier, also sent to the connector as the idempotency key.', { required: true })
  call_id!: string;
  @f.Enumeration(() => CallFlow, 'Kind of object the call is made for.', { required: true })
  flow!: ValueOf<typeof CallFlow>;
  @f.Text('Operation requested: screen, authorize, increment, capture, void, refund, fulfill or recall.', {
    required: true,
  })
  operation!: CallOperation;
  @f.Id('Identifier of the payment, refund or payout.', { required: true }) object_id!: string;
  @f.Id('The attempt, increment or capture this call executes; null for a refund.') part_id?: string | null;
  @f.Id('Connector account called.', { required: true }) merchant_connector_id!: string;
  @f.Text('Name of the connector.', { required: true, holds: 'code' }) connector!: string;
  @f.Enumeration(() => CallStatus, 'Whether the outcome is known.', { required: true, default: "'intended'" })
  status!: ValueOf<typeof CallStatus>;
  @f.JsonObject(
    'Request to the connector, kept so that it can be repeated. Encrypted, as it may contain a card number.',
    { required: true, encrypted: true },
  )
  request!: Buffer;
  @f.Json('Latest outcome reported by the connector.') outcome?: unknown;
  @f.Integer('Number of status look-ups made at the connector.', { required: true, default: '0' })
  look_ups!: number;
  /** While a process makes or looks up the call, the time at which its lease expires. */
  @f.Timestamp('Time of the next status look-up.', {
    due: { as: 'connector_look_up', while: `status = 'intended' and process_id is null` },
  })
  look_up_at?: Date | null;
  @f.Integer(
    'Response time of the connector, in milliseconds; the deadline without a response. Null until then, and if the call was not sent.',
  )
  duration_ms?: number | null;
  /** The lowest band that contains the duration: band n ends at 2^(n/4) ms. Percentiles are read from bands. */
  @f.Integer('Band of the duration; see the statistics of latency.', {
    visibility: 'nowhere',
    derived: 'ceil(4 * log(2, greatest(duration_ms, 1)::numeric))::int',
  })
  duration_band?: number | null;
  @f.Id('Process that makes the call or looks it up, or null.') process_id?: string | null;
  @f.Text('W3C traceparent of the request that committed the call.') traceparent?: string | null;
  @f.Timestamp('Time at which the call was committed.', { required: true }) created_at!: Date;
  @f.Timestamp('Time at which the outcome was applied.') completed_at?: Date | null;
}
