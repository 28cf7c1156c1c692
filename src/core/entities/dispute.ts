import * as f from '../model/fields.ts';
import { enumeration, MerchantScoped, Resource, type ValueOf } from '../model/index.ts';
import { BusinessProfile } from './business-profile.ts';
import { ConnectorAccount } from './connector-account.ts';
import { Payment } from './payment.ts';

export const DisputeStage = enumeration('DisputeStage', 'How far a dispute has gone; it only goes forward.', {
  pre_dispute: 'An inquiry; no money has moved.',
  dispute: 'A chargeback.',
  pre_arbitration: 'The chargeback was contested and is contested again.',
});

export const DisputeStatus = enumeration('DisputeStatus', 'Where a dispute stands.', {
  dispute_opened: 'Waits for the merchant to accept or challenge it.',
  dispute_challenged: 'The merchant sent evidence; the outcome is open.',
  dispute_accepted: 'The merchant accepted it. Final.',
  dispute_expired: 'The merchant did not answer in time. Final.',
  dispute_cancelled: 'The cardholder withdrew it. Final.',
  dispute_won: 'Decided for the merchant. Final.',
  dispute_lost: 'Decided for the cardholder. Final.',
});

/** A cardholder's objection to a payment, up to a chargeback. Specification: Dispute. */
@Resource({
  table: 'disputes',
  id: 'dispute_id',
  prefix: 'dsp',
  about: "A cardholder's objection to a payment, up to a chargeback.",
  order: 'created_at',
  from: 'newest',
  indexes: {
    disputes_by_connector_dispute_id: {
      columns: ['merchant_id', 'merchant_connector_id', 'connector_dispute_id'],
      unique: true,
      where: 'merchant_connector_id is not null and connector_dispute_id is not null',
    },
  },
  unconstrained: ['profile', 'connector_account'],
})
export class Dispute extends MerchantScoped {
  @f.Id('Identifier of the dispute.', { required: true, search: true }) dispute_id!: string;
  @f.Id('The payment it objects to.', {
    required: true,
    visibility: 'graphql',
    event: true,
    filter: true,
    search: true,
  })
  payment_id!: string;
  @f.Enumeration(() => DisputeStage, 'How far it has gone.', { required: true, filter: true })
  dispute_stage!: ValueOf<typeof DisputeStage>;
  @f.Enumeration(() => DisputeStatus, 'Where it stands.', { required: true, filter: true })
  dispute_status!: ValueOf<typeof DisputeStatus>;
  @f.Text("The connector's own word for where it stands.") connector_status?: string | null;
  @f.Text("The connector's own identifier for it.", { search: true }) connector_dispute_id?: string | null;
  @f.Text("The cardholder's reason, as the connector gives it.", { search: true }) connector_reason?:
    | string
    | null;
  @f.Text("The card network's code for the reason.") connector_reason_code?: string | null;
  @f.Timestamp('Until when a challenge must have been sent.', { filter: true })
  challenge_required_by?: Date | null;
  @f.Timestamp('When the connector opened it.') connector_created_at?: Date | null;
  @f.Timestamp('When the connector last changed it.') connector_updated_at?: Date | null;
  @f.Timestamp('When the service heard of it.', { required: true, filter: true, sort: true })
  created_at!: Date;
  @f.Timestamp('When it last changed.', { required: true, visibility: 'graphql' }) updated_at!: Date;
  @f.Amount('What is disputed, in minor units.', {
    required: true,
    visibility: 'graphql',
    event: true,
    filter: true,
    sort: true,
  })
  amount!: number;
  @f.Currency('Currency of the amount.', { required: true, visibility: 'graphql', event: true, filter: true })
  currency!: string;
  @f.Text('Name of the connector.', { visibility: 'graphql', event: true, filter: true }) connector?:
    | string
    | null;
  @f.Id('The business profile of its payment.', { visibility: 'graphql', event: true, filter: true })
  profile_id?: string | null;
  @f.Id('The connector account it came through.', { visibility: 'graphql' }) merchant_connector_id?:
    | string
    | null;
  @f.Reference(() => Payment, 'payment_id', 'The payment it objects to.') payment?: Payment;
  @f.Reference(() => BusinessProfile, 'profile_id', 'The business profile of its payment.')
  profile?: BusinessProfile;
  @f.Reference(() => ConnectorAccount, 'merchant_connector_id', 'The connector account it came through.')
  connector_account?: ConnectorAccount;
}
