import { axisLabel, formatSpan, type Interval } from '../data/time.ts';
import type { ChartPoint } from './chart-scale.ts';

const DAY_MS = 24 * 60 * 60_000;

/** A statistic's counts in one bucket of time. */
interface Bucketed {
  readonly bucket: string | null;
}

/** One interval, its end excluded, with its counts. */
export interface Span<Group> extends ChartPoint {
  readonly from: Date;
  readonly to: Date;
  readonly groups: readonly Group[];
}

/**
 * The intervals of a period, in order. The first and last are cut at the period's ends, so that a list of each interval has the
 * counted objects.
 *
 * @param range The requested period; an end may be open.
 */
export function spansOf<Group extends Bucketed>(
  groups: readonly Group[],
  interval: Interval,
  { gte, lt }: { readonly gte?: string; readonly lt?: string },
): Span<Group>[] {
  const byStart = Map.groupBy(groups, ({ bucket }) => bucket ?? '');
  const starts = [...byStart.keys()].filter(Boolean).sort();
  const [begin, end] = [gte ? new Date(gte) : null, lt ? new Date(lt) : null];
  const isLong = starts.length > 1 && Date.parse(starts.at(-1)!) - Date.parse(starts[0]!) > DAY_MS;
  return starts.map((start, i) => {
    const beginning = new Date(start);
    const from = begin && beginning < begin ? begin : beginning;
    const next = starts[i + 1];
    const to = next ? new Date(next) : (end ?? startOfNext(beginning, interval));
    return {
      ...{ key: start, from, to, groups: byStart.get(start)!, values: [] },
      label: axisLabel(from, interval, isLong),
      span: formatSpan(from, to, interval),
    };
  });
}

/** The end of the last interval of an open period, in the viewer's calendar. */
function startOfNext(start: Date, interval: Interval): Date {
  const [year, month, date] = [start.getFullYear(), start.getMonth(), start.getDate()];
  switch (interval) {
    case 'HOUR':
      return new Date(start.getTime() + DAY_MS / 24);
    case 'DAY':
      return new Date(year, month, date + 1);
    case 'WEEK':
      return new Date(year, month, date + 7);
    default:
      return new Date(year, month + 1, 1);
  }
}

/** An interval in the URL's format. */
export const rangeOf = ({ from, to }: Pick<Span<unknown>, 'from' | 'to'>): string =>
  `${from.toISOString()}..${to.toISOString()}`;
