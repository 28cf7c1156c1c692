import type { ReportSchedule } from '../entities/report-schedule.ts';
import type { Context } from '../foundation/context.ts';

/** The rule for the run times of a schedule. */
export type ReportRule = Pick<ReportSchedule, 'period' | 'time_zone' | 'hour'>;

/** A run: its day, on which the preceding period has ended, and its time. */
export interface ReportRun {
  readonly day: string;
  readonly at: Date;
}

/** The period reported by a day's run, and the next run. */
export interface ReportedPeriod {
  readonly from: Date;
  readonly to: Date;
  readonly firstDay: string;
  readonly lastDay: string;
  readonly next: ReportRun;
}

const units = Object.freeze({ daily: 'day', weekly: 'week', monthly: 'month' });

const touchesNothing = Object.freeze({ reads: [] });
/**
 * Converts a local time to an instant. PostgreSQL moves an hour that DST skips to the next hour, and uses the later of
 * repeated hours.
 */
const instantOf = (local: string) => `(${local}) at time zone $1::text`;
const dayOf = (local: string) => `to_char(${local}, 'YYYY-MM-DD')`;
const seconds = (instant: string) => `extract(epoch from ${instant})::float8 * 1000`;

/** The first run of a rule after a time. Days are those of the time zone, as PostgreSQL knows it. */
export async function firstRunAfter(ctx: Context, rule: ReportRule, time: Date): Promise<ReportRun> {
  const unit = units[rule.period];
  const text = `
    select ${dayOf('day')} as day, ${seconds('run')} as at
    from generate_series(0, 2) n
    cross join lateral (
      select date_trunc('${unit}', $3::timestamptz at time zone $1::text) + n * interval '1 ${unit}' as day) d
    cross join lateral (select ${instantOf("day + $2::int * interval '1 hour'")} as run) r
    where run > $3::timestamptz order by run limit 1`;
  const values = [rule.time_zone, rule.hour, time.toISOString()];
  const [row] = await ctx.rows.query<{ day: string; at: number }>(
    { text, values, touches: touchesNothing },
    ctx.merchantId,
  );
  return { day: row!.day, at: new Date(row!.at) };
}

/** The period that ended at the start of a day, in whole days of the time zone, and the next run. */
export async function periodBefore(ctx: Context, rule: ReportRule, day: string): Promise<ReportedPeriod> {
  const unit = `interval '1 ${units[rule.period]}'`;
  const text = `
    select ${seconds(instantOf(`day - ${unit}`))} as from, ${seconds(instantOf('day'))} as to,
      ${dayOf(`day - ${unit}`)} as first, ${dayOf("day - interval '1 day'")} as last,
      ${dayOf(`day + ${unit}`)} as next, ${seconds(instantOf(`day + ${unit} + $2::int * interval '1 hour'`))} as at
    from (select $3::timestamp as day) d`;
  const values = [rule.time_zone, rule.hour, day];
  const [row] = await ctx.rows.query<
    { [K in 'first' | 'last' | 'next']: string } & { [K in 'from' | 'to' | 'at']: number }
  >({ text, values, touches: touchesNothing }, ctx.merchantId);
  const { at, first, from, last, next, to } = row!;
  return {
    from: new Date(from),
    to: new Date(to),
    firstDay: first,
    lastDay: last,
    next: { day: next, at: new Date(at) },
  };
}
