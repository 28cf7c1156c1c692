import * as f from '../model/fields.ts';
import { enumeration, MerchantOwned, Resource, type ValueOf } from '../model/index.ts';
import { BusinessProfile } from './business-profile.ts';

export const NotificationKind = enumeration('NotificationKind', 'Kind of a notification.', {
  success_rate_fell: 'The success rate of a business profile is below the rule.',
  webhooks_failing: 'A webhook endpoint is failing or was disabled.',
  dispute_due: 'The deadline for evidence of a dispute is near, and none was submitted.',
  circuit_open: 'Calls to a connector account get no response, so other accounts are tried first.',
  payout_failed: 'A payout failed, or its destination is ineligible.',
  redirect_changed: 'A setting was changed that determines the destination of cards, personal data or money.',
  host_changed: 'A domain was proved or lost its proof, or a host of pages was changed.',
  vault_export: 'An export of card and account numbers was requested, approved, stopped or written.',
  key_expires: 'An API key ends soon.',
  key_loosened: 'Restrictions of an API key were lifted.',
  approver_made: 'A person became able to approve exports of card and account numbers.',
  domain_failed: "A repeated check of a domain's proof failed.",
  proof_needed: 'A host in a setting must be proved by a deadline, or the setting loses its effect.',
  second_factor_off: 'People may sign in without a second factor.',
});

export type NotificationKindValue = ValueOf<typeof NotificationKind>;

/** The kinds that report a change to a merchant's owners; the others track a condition. */
export const ownerNoticeKinds = Object.freeze([
  'redirect_changed',
  'host_changed',
  'vault_export',
  'key_expires',
  'key_loosened',
  'approver_made',
  'domain_failed',
  'proof_needed',
  'second_factor_off',
] as const satisfies readonly NotificationKindValue[]);

/** Longest message, in characters. */
const MESSAGE_MAX = 500;

export type OwnerNoticeKind = (typeof ownerNoticeKinds)[number];
/** The kinds that are opened while a condition lasts. */
export type WatchedKind = Exclude<NotificationKindValue, OwnerNoticeKind>;

export const isOwnerNotice = (kind: NotificationKindValue): kind is OwnerNoticeKind =>
  (ownerNoticeKinds as readonly NotificationKindValue[]).includes(kind);

/**
 * A matter that needs attention: a condition, opened once while it lasts, or a notice to the owners. Its read status
 * is shared by all people of the merchant.
 */
@Resource({
  table: 'notifications',
  id: 'notification_id',
  prefix: 'ntf',
  about:
    "A matter that needs the merchant's attention: a condition defined by the account's `notification_rules`, opened once while it lasts, or a change of security settings. Kept for 90 days.",
  order: 'created_at',
  from: 'newest',
  reads: 'events:read',
  reach: 'profile',
  indexes: {
    // Two processes that find the same condition open one notification.
    notifications_open: {
      columns: ['merchant_id', 'kind', 'object_id'],
      unique: true,
      where: 'resolved_at is null',
    },
    notifications_of_object: { columns: ['merchant_id', 'object_id', 'kind'] },
    notifications_to_resolve: { columns: ['kind', 'merchant_id'], where: 'resolved_at is null' },
    notifications_to_mail: { columns: ['created_at'], where: 'mail_due' },
  },
  unconstrained: ['profile'],
})
export class Notification extends MerchantOwned {
  @f.Id('Unique identifier of the notification.', { required: true }) notification_id!: string;
  @f.Enumeration(() => NotificationKind, 'Kind of the notification.', { required: true, filter: true })
  kind!: NotificationKindValue;
  @f.Id(
    'Object of the notification, by `kind`: a business profile, webhook endpoint, dispute, connector account, payout, API key, domain, export, person or merchant account.',
    { required: true, example: 'dsp_01JZ5V0G7N4S8X2T6W9Y3B1C5D' },
  )
  object_id!: string;
  @f.Id("Business profile of the notification's object.", { filter: true }) profile_id?: string | null;
  @f.Id('Payment of the dispute.') payment_id?: string | null;
  @f.Text('Name of the connector.', { example: 'sandbox', holds: 'code' }) connector?: string | null;
  @f.Id('Connector account.', { example: 'mca_01JZ5V0G7N4S8X2T6W9Y3B1C5D' })
  merchant_connector_id?: string | null;
  @f.Integer(
    'Measured value: percentage of approved attempts, minutes of failing webhooks, full days to the deadline, or calls without a response.',
    { example: 2 },
  )
  value?: number | null;
  @f.Integer('Threshold of the rule at the time, in the unit of `value`.', { example: 3 }) threshold?:
    | number
    | null;
  @f.Timestamp('Deadline for evidence of the dispute.', { due: { while: 'resolved_at is null' } })
  due_at?: Date | null;
  @f.Text('Code of the error of the payout.', { max: 100, example: 'account_closed', holds: 'code' })
  error_code?: string | null;
  @f.Text('The reported change and its author. Null for conditions, which the other fields describe.', {
    max: MESSAGE_MAX,
    // It names the person who made the change.
    personal: true,
    example: 'The webhook address of the business profile pro_1 was set by the API key key_1.',
  })
  message?: string | null;
  @f.Bool('Whether it is marked as read.', {
    required: true,
    derived: 'read_at is not null',
    filter: 'unindexed',
  })
  read!: boolean;
  @f.Timestamp('Time at which it was marked as read; null while it is unread.') read_at?: Date | null;
  @f.Timestamp(
    'Time at which the condition ended; null while it lasts. For a change, the time of the change.',
  )
  resolved_at?: Date | null;
  @f.Timestamp('Time at which it was opened.', { required: true, filter: true, sort: true })
  created_at!: Date;
  @f.Bool('Whether it is to be sent by e-mail.', {
    required: true,
    default: 'false',
    visibility: 'nowhere',
  })
  mail_due!: boolean;
  @f.Reference(() => BusinessProfile, 'profile_id', "Business profile of the notification's object.")
  profile?: BusinessProfile;
}
