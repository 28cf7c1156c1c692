import { axisLabel, formatSpan, type Interval } from '../data/time.ts';
import type { ChartPoint } from './chart-scale.ts';

const DAY_MS = 24 * 60 * 60_000;

/** A statistic's counts in one bucket of time. */
interface Bucketed {
  readonly bucket: string | null;
}

/** One part of a time, its end excluded, and what was counted in it. */
export interface Span<Group> extends ChartPoint {
  readonly from: Date;
  readonly to: Date;
  readonly groups: readonly Group[];
}

/**
 * The parts of a time in their order. Statistics fill the time with them; the first and the last end where it does, so that
 * a list between their ends has what they count.
 *
 * @param range The time that was asked for; an end may be open.
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

/** The end of the last part of a time without end, as the viewer's clocks and calendar have it. */
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

/** A part of a time as addresses have it. */
export const rangeOf = ({ from, to }: Pick<Span<unknown>, 'from' | 'to'>): string =>
  `${from.toISOString()}..${to.toISOString()}`;
