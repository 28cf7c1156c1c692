import * as f from '../model/fields.ts';
import { enumeration, Internal, MerchantScoped, type ValueOf } from '../model/index.ts';

export const StatsPeriod = enumeration('StatsPeriod', 'Length of a statistics period.', {
  month: 'A month in UTC.',
  day: 'A day in UTC.',
  hour: 'An hour: days start on the hour in most time zones.',
  quarter_hour: 'Fifteen minutes: hours and days start on a quarter of an hour in every time zone.',
});

const sum = { column: { columnType: 'int8' } } as const;

/** The dimensions and sums of the totals. Null for columns that the objects do not have. */
class Counted extends MerchantScoped {
  @f.Text('Type of the objects: `payment`, `refund` …', { required: true }) object_type!: string;
  @f.Currency('Currency of the amounts; null for calls to connectors.') currency?: string | null;
  @f.Text('Lifecycle status; null for calls to connectors.') status?: string | null;
  @f.Text('Name of the connector.', { holds: 'code' }) connector?: string | null;
  @f.Text('Payment method of payments, attempts, refunds and disputes; payout type of payouts.')
  payment_method?: string | null;
  @f.Text('Payment method subtype of attempts.', { holds: 'code' }) payment_method_type?: string | null;
  @f.Id('Business profile.') profile_id?: string | null;
  @f.Text("The connector's error code.", { holds: 'code' }) error_code?: string | null;
  @f.Text('Unified error code of attempts.', { holds: 'code' }) unified_code?: string | null;
  @f.Text('Whether 3-D Secure was requested for attempts.') authentication_type?: string | null;
  @f.Text("The connector's decision on attempts.", { holds: 'code' }) connector_decision?: string | null;
  @f.Text('Card network of attempts.', { holds: 'code' }) card_network?: string | null;
  @f.Text('Billing country of attempts.') billing_country?: string | null;
  @f.Text("The issuer's error code of attempts.", { holds: 'code' }) issuer_error_code?: string | null;
  @f.Bool('Whether the first attempt of payments failed.') first_attempt_failed?: boolean | null;
  @f.Text('Operation of calls to connectors.') operation?: string | null;
  @f.Integer('Band of the duration of calls to connectors.') duration_band?: number | null;
  @f.Integer('Number of objects.', { required: true }) count!: number;
  @f.Integer('Sum of the amounts, in minor units.', sum) amount?: number | null;
  @f.Integer('Sum of the captured amounts of payments.', sum) amount_captured?: number | null;
  @f.Integer('Sum of the capturable amounts of payments.', sum) amount_capturable?: number | null;
  @f.Integer('Sum of the refunded amounts of payments.', sum) amount_refunded?: number | null;
  @f.Integer('Sum of the durations of calls to connectors, in milliseconds.', sum) duration_ms?:
    | number
    | null;
}

/**
 * Number of a merchant's objects created in a period, and the sums of their amounts, for each combination of dimensions
 * that occurs. Attempts are totalled twice: as `attempt` without card network, billing country and the issuer's code,
 * which multiply the combinations, and as `attempt_detail` with them. Changes since the last run are in {@link
 * StatsChange}.
 */
@Internal({
  table: 'stats_totals',
  within: ['object_type', 'period', 'starts_at'],
  id: 'series',
  indexes: {
    stats_totals_across_merchants: { columns: ['object_type', 'period', 'starts_at'] },
    stats_totals_to_delete: { columns: ['merchant_id'], where: 'count = 0' },
  },
})
export class StatsTotal extends Counted {
  @f.Enumeration(() => StatsPeriod, 'Length of the period.', { required: true, checked: true })
  period!: ValueOf<typeof StatsPeriod>;
  @f.Timestamp('Start of the period in which the objects were created.', { required: true }) starts_at!: Date;
  /** Stands for the dimensions in the primary key, which does not allow nulls. */
  @f.Text('Digest of the dimensions.', { required: true, column: { columnType: 'uuid' } }) series!: string;
}

/**
 * A change of statistics not yet in the totals, written by triggers in the transaction of the change. Counts and
 * amounts are differences. Writers only append, so that none waits for another's commit.
 */
@Internal({ table: 'stats_changes', id: 'sequence' })
export class StatsChange extends Counted {
  @f.Timestamp(
    'When the object was created: a change of an object created since {@link StatsProgress.counted_until} says nothing.',
    { required: true },
  )
  starts_at!: Date;
  @f.Sequence('Order in which changes are added to the totals.') sequence!: number;
}

/**
 * Up to when a merchant's objects of a type are in the totals. Those created since are read from their own tables, and
 * their changes are not recorded.
 */
@Internal({ table: 'stats_progress', id: 'object_type' })
export class StatsProgress extends MerchantScoped {
  @f.Text('Type of the objects: `payment`, `refund` …', { required: true }) object_type!: string;
  @f.Timestamp('Time of creation from which objects are not in the totals; null if every change is recorded.')
  counted_until?: Date | null;
  @f.Text('A bound of the identifiers of calls to connectors created since, which are ordered by time.')
  calls_from?: string | null;
}
