import * as f from '../model/fields.ts';
import { Internal, type JsonRecord, MerchantScoped, type ValueOf } from '../model/index.ts';
import { AuditActor } from './audit-entry.ts';
import { Dispute } from './dispute.ts';

/** Responses a merchant can give to a dispute. */
export type DisputeAction = 'accept' | 'challenge';

/**
 * The merchant's response to one stage of a dispute. It is committed before it is sent, so that only one of two
 * concurrent responses reaches the connector.
 */
@Internal({
  table: 'dispute_answers',
  id: 'answer_id',
  prefix: 'dan',
  order: 'created_at',
  audited: {
    shows: ['action'],
    partOf: ({ dispute_id }: DisputeAnswer) => [Dispute, dispute_id],
  },
  indexes: {
    dispute_answers_on_their_way: {
      columns: ['merchant_id', 'dispute_id', 'dispute_stage'],
      unique: true,
      where: 'sent_at is null',
    },
  },
  checks: { dispute_answers_action_check: `action in ('accept', 'challenge')` },
})
export class DisputeAnswer extends MerchantScoped {
  @f.Id('Unique identifier of the response.', { required: true }) answer_id!: string;
  @f.Id('Dispute being responded to.', { required: true }) dispute_id!: string;
  @f.Text('Dispute stage the response is for.', { required: true }) dispute_stage!: string;
  @f.Text('Response of the merchant: `accept` or `challenge`.', { required: true }) action!: DisputeAction;
  @f.JsonObject('Evidence submitted with a challenge: its text, fields and files.', { encrypted: true })
  evidence?: Buffer | null;
  @f.JsonObject("Key-value pairs for the merchant's own use.")
  metadata?: JsonRecord | null;
  @f.Enumeration(() => AuditActor, 'Whether a person or a key responded; null before that was recorded.')
  author_type?: ValueOf<typeof AuditActor> | null;
  @f.Id('Identifier of the person or key.') author_id?: string | null;
  @f.Text('Name of the person or key at the time.') author_name?: string | null;
  @f.Timestamp('Time at which the merchant responded.', { required: true }) created_at!: Date;
  @f.Timestamp('Time at which the connector acknowledged the response; null until then.')
  sent_at?: Date | null;
  @f.Reference(() => Dispute, 'dispute_id', 'Dispute being responded to.') dispute?: Dispute;
}
