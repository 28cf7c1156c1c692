import * as f from '../model/fields.ts';
import { enumeration, MerchantScoped, Resource, type ValueOf } from '../model/index.ts';
import { BusinessProfile } from './business-profile.ts';
import { ConnectorAccount } from './connector-account.ts';
import { UploadedEvidence } from './evidence-file.ts';
import { Payment } from './payment.ts';
import { PaymentMethodKind } from './values/payment-method-data.ts';

export const DisputeStage = enumeration(
  'DisputeStage',
  "Stage of a dispute in the card network's process; it only moves forward.",
  {
    pre_dispute: 'Inquiry or retrieval request; no funds have moved.',
    dispute: 'Chargeback.',
    pre_arbitration: 'Pre-arbitration: the chargeback was challenged and the issuer disputes it again.',
  },
);

export const DisputeStatus = enumeration(
  'DisputeStatus',
  'Lifecycle status of a dispute; each later stage opens it again.',
  {
    dispute_opened: 'Waiting for the merchant to accept or challenge the dispute.',
    dispute_challenged: 'The merchant submitted evidence; the outcome is pending.',
    dispute_accepted: 'The merchant accepted the dispute. Ends the stage.',
    dispute_expired: 'The merchant did not respond before the deadline. Ends the stage.',
    dispute_cancelled: 'The cardholder withdrew the dispute. Ends the stage.',
    dispute_won: "Decided in the merchant's favour. Ends the stage.",
    dispute_lost: "Decided in the cardholder's favour. Ends the stage.",
  },
);

/** A cardholder's dispute of a payment, up to a chargeback and pre-arbitration. Specification: Dispute. */
@Resource({
  table: 'disputes',
  nestedIn: 'payment_id',
  id: 'dispute_id',
  prefix: 'dsp',
  about: 'A dispute: the cardholder contests a payment with the issuer, which may lead to a chargeback.',
  order: 'created_at',
  from: 'newest',
  reads: 'disputes:read',
  reach: 'profile',
  audited: { shows: 'figures' },
  indexes: {
    disputes_to_answer: { columns: ['deadline'], where: `dispute_status = 'dispute_opened'` },
    disputes_by_connector_dispute_id: {
      columns: ['merchant_id', 'merchant_connector_id', 'connector_dispute_id'],
      unique: true,
      where: 'merchant_connector_id is not null and connector_dispute_id is not null',
    },
  },
  unconstrained: ['profile', 'connector_account'],
  triggersChange: () => [Payment],
})
export class Dispute extends MerchantScoped {
  @f.Id('Unique identifier of the dispute.', { required: true, search: true }) dispute_id!: string;
  @f.Id('Disputed payment.', {
    required: true,
    visibility: 'beyond',
    event: true,
    filter: true,
    search: true,
  })
  payment_id!: string;
  @f.Enumeration(() => DisputeStage, 'Stage of the dispute; a chargeback is stage `dispute`.', {
    required: true,
    filter: true,
    example: 'dispute',
  })
  dispute_stage!: ValueOf<typeof DisputeStage>;
  @f.Enumeration(() => DisputeStatus, 'Lifecycle status of the dispute.', { required: true, filter: true })
  dispute_status!: ValueOf<typeof DisputeStatus>;
  @f.Text('Dispute status as reported by the connector.', { holds: 'code' }) connector_status?: string | null;
  @f.Text('Dispute identifier assigned by the connector.', {
    search: true,
    example: 'dp_2207',
    holds: 'identifier',
  })
  connector_dispute_id?: string | null;
  @f.Text('Reason for the dispute, as given by the connector.', {
    search: true,
    example: 'The cardholder does not recognise the payment.',
    holds: 'message',
  })
  connector_reason?: string | null;
  @f.Text("Card network's reason code for the dispute.", { holds: 'code' }) connector_reason_code?:
    | string
    | null;
  @f.Timestamp('Deadline for submitting evidence; null if the connector gave none.', {
    filter: true,
    due: { as: 'dispute_deadline', counted: `dispute_status = 'dispute_opened'` },
    example: '2026-02-14T09:30:00.000Z',
  })
  challenge_required_by?: Date | null;
  /** Never null, so that a cursor can name the position of any dispute in a list. */
  @f.Timestamp('Deadline for submitting evidence; disputes without a deadline sort last.', {
    visibility: 'nowhere',
    required: true,
    derived: `coalesce(challenge_required_by, '9999-12-31 23:59:59.999+00')`,
    sort: true,
  })
  deadline!: Date;
  @f.Timestamp('Time at which the dispute was opened at the connector.', {
    example: '2026-01-31T09:30:00.000Z',
  })
  connector_created_at?: Date | null;
  @f.Timestamp('Time at which the dispute last changed at the connector.', {
    example: '2026-01-31T09:30:00.000Z',
  })
  connector_updated_at?: Date | null;
  @f.Timestamp('Time at which the dispute was first recorded.', { required: true, filter: true, sort: true })
  created_at!: Date;
  @f.Timestamp('Time at which the dispute last changed.', {
    required: true,
    visibility: 'beyond',
    filter: true,
    sort: true,
  })
  updated_at!: Date;
  @f.Amount('Disputed amount, in minor units; may be less than the amount of the payment.', {
    required: true,
    visibility: 'beyond',
    event: true,
    filter: true,
    sort: true,
  })
  amount!: number;
  @f.Currency('Three-letter ISO 4217 currency code.', {
    required: true,
    visibility: 'beyond',
    event: true,
    filter: true,
  })
  currency!: string;
  @f.Text('Name of the connector that reported the dispute.', {
    visibility: 'beyond',
    event: true,
    filter: true,
    example: 'sandbox',
    holds: 'code',
  })
  connector?: string | null;
  @f.Enumeration(() => PaymentMethodKind, 'Payment method family of the disputed payment, such as `card`.', {
    visibility: 'beyond',
    filter: true,
    example: 'card',
  })
  payment_method?: ValueOf<typeof PaymentMethodKind> | null;
  @f.Id('Business profile of the disputed payment.', { visibility: 'beyond', event: true, filter: true })
  profile_id?: string | null;
  @f.Id('Connector account that reported the dispute.', { visibility: 'beyond' })
  merchant_connector_id?: string | null;
  @f.ObjectList(() => UploadedEvidence, 'Uploaded evidence files, oldest first.', {
    visibility: 'beyond',
  })
  evidence_files!: UploadedEvidence[];
  /** Read by `readDisputeEvidence`, with the submitted evidence. */
  @f.JsonObject('Draft of the evidence, with its author and the time it was saved.', {
    visibility: 'nowhere',
    encrypted: true,
  })
  evidence_draft?: Buffer | null;
  @f.Reference(() => Payment, 'payment_id', 'Disputed payment.') payment?: Payment;
  @f.Reference(() => BusinessProfile, 'profile_id', 'Business profile of the disputed payment.')
  profile?: BusinessProfile;
  @f.Reference(
    () => ConnectorAccount,
    'merchant_connector_id',
    'Connector account that reported the dispute.',
  )
  connector_account?: ConnectorAccount;
}
