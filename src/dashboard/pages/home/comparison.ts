import { startOfDay } from '../../data/time.ts';
import type { HomeQuery } from './home.documents.ts';

/** Totals of one currency from midnight to the current time of day. */
export interface DayFigures {
  readonly payments: number;
  readonly volume: number;
  /** Succeeded ÷ (succeeded + failed), from 0 to 1; null without either. */
  readonly successRate: number | null;
  readonly refunds: number;
  readonly refunded: number;
}

type Hours = HomeQuery['hours'];
type RefundHours = HomeQuery['refundHours'];

const sum = <Row>(rows: readonly Row[], of: (row: Row) => number) =>
  rows.reduce((total, row) => total + of(row), 0);

/** Counts whole hours, so that both days have the same number of them; only today's current hour is incomplete. */
function within<Row extends { readonly bucket?: string | null; readonly currency: string }>(
  rows: readonly Row[],
  currency: string,
  from: Date,
  to: Date,
): Row[] {
  return rows.filter(({ bucket, currency: of }) => {
    if (of !== currency || !bucket) return false;
    const time = new Date(bucket).getTime();
    return time >= from.getTime() && time < to.getTime();
  });
}

function figuresOf(
  hours: Hours,
  refundHours: RefundHours,
  currency: string,
  from: Date,
  to: Date,
): DayFigures {
  const payments = within(hours, currency, from, to);
  const refunds = within(refundHours, currency, from, to);
  const succeeded = sum(payments, ({ succeededCount }) => succeededCount);
  const decided = succeeded + sum(payments, ({ failedCount }) => failedCount);
  return {
    payments: sum(payments, ({ count }) => count),
    volume: sum(payments, ({ amountCaptured }) => amountCaptured ?? 0),
    successRate: decided === 0 ? null : succeeded / decided,
    refunds: sum(refunds, ({ count }) => count),
    refunded: sum(refunds, ({ amount }) => amount),
  };
}

/** Today's figures, and last week's for the same day up to the same time. */
export function compareDays(hours: Hours, refundHours: RefundHours, currency: string, now: Date) {
  const [today, lastWeek] = [startOfDay(0, now), startOfDay(7, now)];
  const sinceMidnight = now.getTime() - today.getTime();
  return {
    today: figuresOf(hours, refundHours, currency, today, now),
    lastWeek: figuresOf(hours, refundHours, currency, lastWeek, new Date(lastWeek.getTime() + sinceMidnight)),
  };
}
