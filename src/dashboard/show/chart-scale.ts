/** A place on the axis of time. */
export interface ChartPoint {
  readonly key: string;
  /** On the axis. */
  readonly label: string;
  /** The whole time that it stands for. */
  readonly span: string;
  /** The value of each series; null where there is none. */
  readonly values: readonly (number | null)[];
  /** The list of what is counted. */
  readonly href?: string;
}

export interface Series {
  readonly name: string;
  /** A line of `past` is that of another time, drawn in the background. */
  readonly shape: 'bar' | 'line' | 'past';
}

/** The lines of a chart's axis: round numbers from 0 to one that is not below any value. */
export interface Scale {
  readonly top: number;
  readonly ticks: readonly number[];
}

/** Lines above the one at 0, at most. */
const TICKS_MAX = 4;

/**
 * The axis of whole numbers up to the largest: in steps of 1, 2 or 5 and their tenfolds. Without a value above 0 it has the line
 * at 0 alone, since any other number would be made up.
 *
 * @example `scaleTo(83)` has lines at 0, 50 and 100
 */
export function scaleTo(most: number): Scale {
  if (!(most > 0)) return { top: 1, ticks: [0] };
  const least = Math.max(1, most / TICKS_MAX);
  const power = 10 ** Math.floor(Math.log10(least));
  const step = [1, 2, 5, 10].find((factor) => factor * power >= least * (1 - 1e-9))! * power;
  const count = Math.ceil(most / step - 1e-9);
  return { top: count * step, ticks: Array.from({ length: count + 1 }, (_, i) => i * step) };
}

/** The axis of shares. */
export const shareScale: Scale = Object.freeze({ top: 1, ticks: Object.freeze([0, 0.25, 0.5, 0.75, 1]) });

/**
 * The path of a line through values, each in the middle of its place; it is interrupted where there is none. The chart is
 * as wide as it has values, and 100 high.
 */
export function pathOf(values: readonly (number | null)[], top: number): string {
  let isDrawing = false;
  return values
    .map((value, place) => {
      if (value === null) {
        isDrawing = false;
        return '';
      }
      const command = isDrawing ? 'L' : 'M';
      isDrawing = true;
      return `${command}${place + 0.5} ${100 - (100 * value) / top}`;
    })
    .join('');
}
