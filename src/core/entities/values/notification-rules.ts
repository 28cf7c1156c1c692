import * as f from '../../model/fields.ts';
import { ValueObject } from '../../model/index.ts';
import { ruleDefaults } from './rule-defaults.ts';

/** The most days and hours that a rule looks ahead or back. */
export const DISPUTE_DAYS_MAX = 30;
export const RATE_HOURS_MAX = 24;
const MINUTES_MAX = 1_440;

/** When a merchant is notified, and of what also by e-mail. */
@ValueObject({
  about:
    'When notifications are opened, and which are also sent by e-mail to the members of the team who may read what they are about. What is null counts as its default.',
})
export class NotificationRules {
  @f.Bool('Whether a fall of the success rate is notified; null counts as true.')
  success_rate_enabled?: boolean | null;
  @f.Integer(
    'Percentage of approved attempts below which the success rate of a profile fell; 50 by default.',
    {
      min: 1,
      maximum: 100,
      example: ruleDefaults.success_rate_below,
    },
  )
  success_rate_below?: number | null;
  @f.Integer('Number of decided attempts below which the success rate says nothing; 20 by default.', {
    min: 1,
    example: ruleDefaults.success_rate_attempts,
  })
  success_rate_attempts?: number | null;
  @f.Integer('Number of hours that the success rate is taken over; 1 by default.', {
    min: 1,
    maximum: RATE_HOURS_MAX,
    example: ruleDefaults.success_rate_hours,
  })
  success_rate_hours?: number | null;
  @f.Bool('Whether it is sent by e-mail; null counts as true.') success_rate_by_email?: boolean | null;
  @f.Bool('Whether failing webhooks are notified; null counts as true.')
  webhooks_failing_enabled?: boolean | null;
  @f.Integer(
    'Number of minutes that an endpoint has to fail first; 15 by default. One that was disabled is notified at once.',
    { min: 1, maximum: MINUTES_MAX, example: ruleDefaults.webhooks_failing_minutes },
  )
  webhooks_failing_minutes?: number | null;
  @f.Bool('Whether they are sent by e-mail; null counts as true.')
  webhooks_failing_by_email?: boolean | null;
  @f.Bool('Whether disputes that are due are notified; null counts as true.')
  dispute_due_enabled?: boolean | null;
  @f.Integer('Number of days before the deadline for evidence at which a dispute is due; 3 by default.', {
    min: 1,
    maximum: DISPUTE_DAYS_MAX,
    example: ruleDefaults.dispute_due_days,
  })
  dispute_due_days?: number | null;
  @f.Bool('Whether they are sent by e-mail; null counts as true.') dispute_due_by_email?: boolean | null;
  @f.Bool('Whether open circuits of connector accounts are notified; null counts as true.')
  circuit_open_enabled?: boolean | null;
  @f.Bool('Whether they are sent by e-mail; null counts as true.') circuit_open_by_email?: boolean | null;
  @f.Bool('Whether payouts that failed are notified; null counts as true.')
  payout_failed_enabled?: boolean | null;
  @f.Bool('Whether they are sent by e-mail; null counts as true.') payout_failed_by_email?: boolean | null;
}
