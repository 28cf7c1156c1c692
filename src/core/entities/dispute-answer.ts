import * as f from '../model/fields.ts';
import { Internal, MerchantScoped } from '../model/index.ts';
import { Dispute } from './dispute.ts';

/** What a merchant can answer to a dispute. */
export type DisputeAction = 'accept' | 'challenge';

/**
 * The answer to one stage of a dispute. It is committed before the connector hears of it, so that of two answers
 * at once only one is sent, and it keeps what was sent.
 */
@Internal({
  table: 'dispute_answers',
  id: 'answer_id',
  prefix: 'dan',
  order: 'created_at',
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
  @f.Id('Identifier of the answer.', { required: true }) answer_id!: string;
  @f.Id('The dispute.', { required: true }) dispute_id!: string;
  @f.Text('The stage that it answers.', { required: true }) dispute_stage!: string;
  @f.Text('What the merchant does: accept or challenge.', { required: true }) action!: DisputeAction;
  @f.Text('The evidence of a challenge.', { encrypted: true }) evidence?: Buffer | null;
  @f.JsonObject('Set by the merchant.') metadata?: Record<string, unknown> | null;
  @f.Timestamp('When the merchant decided on it.', { required: true }) created_at!: Date;
  @f.Timestamp('When the connector had it; null while that is not known.') sent_at?: Date | null;
  @f.Reference(() => Dispute, 'dispute_id', 'The dispute.') dispute?: Dispute;
}
