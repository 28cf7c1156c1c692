import type { CallOperation, CallRecord } from '../foundation/call-record.ts';
import * as f from '../model/fields.ts';
import { enumeration, Internal, MerchantScoped, type ValueOf } from '../model/index.ts';

/** What a call is for; error mappings go by the same names. */
export const CallFlow = enumeration('CallFlow', 'What a connector call is for.', {
  payment: 'A payment.',
  refund: 'A refund.',
  payout: 'A payout.',
});

export const CallStatus = enumeration('CallStatus', 'How far a connector call has come.', {
  intended: 'Decided and committed; its outcome is not known.',
  completed: 'Its outcome is known and applied.',
});

/**
 * A call to a connector that is intended, made, and recorded. It is committed before the connector hears of it
 * and names everything that is asked, so that whoever finds it after a crash can ask what became of it.
 */
@Internal({
  table: 'connector_calls',
  id: 'call_id',
  prefix: 'call',
  order: 'created_at',
  indexes: {
    connector_calls_of_object: { columns: ['merchant_id', 'object_id', 'created_at'] },
    // Calls come and go through this index; it holds only those that somebody has to look into.
    connector_calls_to_look_up: {
      columns: ['look_up_at'],
      where: `status = 'intended' and look_up_at is not null`,
    },
    // Whether an account has a call outstanding is asked when it reports an unknown transaction.
    connector_calls_unanswered: {
      columns: ['merchant_id', 'merchant_connector_id', 'created_at'],
      where: `status = 'intended'`,
    },
  },
})
export class ConnectorCall extends MerchantScoped implements CallRecord {
  @f.Id('Also the idempotency key that the connector is given.', { required: true }) call_id!: string;
  @f.Enumeration(() => CallFlow, 'What it is for.', { required: true }) flow!: ValueOf<typeof CallFlow>;
  @f.Text('What is asked: authorize, capture, void, refund or fulfill.', { required: true })
  operation!: CallOperation;
  @f.Id('The payment, refund or payout.', { required: true }) object_id!: string;
  @f.Id('The attempt or capture of it, where there is one.') part_id?: string | null;
  @f.Id('The connector account.', { required: true }) merchant_connector_id!: string;
  @f.Text('The connector.', { required: true }) connector!: string;
  @f.Enumeration(() => CallStatus, 'How far it has come.', { required: true, default: "'intended'" })
  status!: ValueOf<typeof CallStatus>;
  @f.JsonObject('What is asked, to ask it again. It may hold a card number.', {
    required: true,
    encrypted: true,
  })
  request!: Buffer;
  @f.Json('What the connector said last.') outcome?: unknown;
  @f.Integer('How often the connector was asked what became of it.', { required: true, default: '0' })
  look_ups!: number;
  @f.Timestamp('When to ask the connector what became of it.') look_up_at?: Date | null;
  @f.Timestamp('When it was intended.', { required: true }) created_at!: Date;
  @f.Timestamp('When its outcome was applied.') completed_at?: Date | null;
}
