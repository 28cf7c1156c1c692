import * as f from '../../model/fields.ts';
import { ValueObject } from '../../model/index.ts';
import { ruleDefaults } from './rule-defaults.ts';

/** Maximum days and hours that a rule looks ahead or back. */
export const DISPUTE_DAYS_MAX = 30;
export const RATE_HOURS_MAX = 24;
const MINUTES_MAX = 1_440;

/** Rules for opening a merchant's notifications and sending them by e-mail. */
@ValueObject({
  about:
    'Rules for opening notifications, and for sending them by e-mail to team members who may read their objects. Null members have their default.',
})
export class NotificationRules {
  @f.Bool('Whether a fall of the success rate opens a notification; null counts as true.')
  success_rate_enabled?: boolean | null;
  @f.Integer(
    "Percentage of approved attempts below which a profile's success rate counts as fallen; 50 by default.",
    {
      min: 1,
      maximum: 100,
      example: ruleDefaults.success_rate_below,
    },
  )
  success_rate_below?: number | null;
  @f.Integer('Minimum number of decided attempts for the success rate to count; 20 by default.', {
    min: 1,
    example: ruleDefaults.success_rate_attempts,
  })
  success_rate_attempts?: number | null;
  @f.Integer('Number of hours over which the success rate is measured; 1 by default.', {
    min: 1,
    maximum: RATE_HOURS_MAX,
    example: ruleDefaults.success_rate_hours,
  })
  success_rate_hours?: number | null;
  @f.Bool('Whether it is sent by e-mail; null counts as true.') success_rate_by_email?: boolean | null;
  @f.Bool('Whether failing webhooks open a notification; null counts as true.')
  webhooks_failing_enabled?: boolean | null;
  @f.Integer(
    'Number of minutes an endpoint must fail first; 15 by default. A disabled endpoint opens a notification immediately.',
    { min: 1, maximum: MINUTES_MAX, example: ruleDefaults.webhooks_failing_minutes },
  )
  webhooks_failing_minutes?: number | null;
  @f.Bool('Whether they are sent by e-mail; null counts as true.')
  webhooks_failing_by_email?: boolean | null;
  @f.Bool('Whether due disputes open a notification; null counts as true.')
  dispute_due_enabled?: boolean | null;
  @f.Integer('Number of days before the deadline for evidence at which a dispute is due; 3 by default.', {
    min: 1,
    maximum: DISPUTE_DAYS_MAX,
    example: ruleDefaults.dispute_due_days,
  })
  dispute_due_days?: number | null;
  @f.Bool('Whether they are sent by e-mail; null counts as true.') dispute_due_by_email?: boolean | null;
  @f.Bool('Whether open circuits of connector accounts open a notification; null counts as true.')
  circuit_open_enabled?: boolean | null;
  @f.Bool('Whether they are sent by e-mail; null counts as true.') circuit_open_by_email?: boolean | null;
  @f.Bool('Whether failed payouts open a notification; null counts as true.')
  payout_failed_enabled?: boolean | null;
  @f.Bool('Whether they are sent by e-mail; null counts as true.') payout_failed_by_email?: boolean | null;
}
