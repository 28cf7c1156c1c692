/** A slot on the time axis. */
export interface ChartPoint {
  readonly key: string;
  /** The slot's label on the axis. */
  readonly label: string;
  /** The slot's full time span. */
  readonly span: string;
  /** The value of each series; null without one. */
  readonly values: readonly (number | null)[];
  /** The list of the counted objects. */
  readonly href?: string;
}

export interface Series {
  readonly name: string;
  /** `past` is a line of an earlier period, drawn in the background. */
  readonly shape: 'bar' | 'line' | 'past';
}

/** The ticks of a chart's axis: round numbers from 0 up to at least the largest value. */
export interface Scale {
  readonly top: number;
  readonly ticks: readonly number[];
}

/** The maximum number of lines above 0. */
const TICKS_MAX = 4;

/**
 * The axis of whole numbers up to the largest value, in steps of 1, 2 or 5 times a power of ten. Without a value above 0 it has
 * only the line at 0, since any other number would be made up.
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
 * The path of a line through values, each in the middle of its slot, interrupted at missing values. The chart has one unit of
 * width per value and a height of 100.
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
