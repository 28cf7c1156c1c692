import { Text } from '@mantine/core';
import { Link } from 'wouter';
import { type ChartPoint, pathOf, type Scale, type Series, scaleTo } from './chart-scale.ts';
import { type SmallColumn, SmallTable } from './small-table.tsx';

interface ChartProps<Point extends ChartPoint> {
  readonly label: string;
  readonly series: readonly Series[];
  readonly points: readonly Point[];
  readonly write: (value: number) => string;
  /** Formats the axis numbers, with their unit. */
  readonly writeTick: (value: number) => string;
  /** The default scale ends at the largest value. */
  readonly scale?: Scale;
  /** The text of a chart without points. */
  readonly whenEmpty: string;
  /** Additional columns of the table, or replacements of the series' columns. */
  readonly columns?: readonly SmallColumn<Point>[];
}

/** The maximum number of labels below the chart, so that they do not overlap. */
const LABELS_MAX = 8;
/** Charts with more points have no dots, which would look like a second line. */
const DOTS_MAX = 62;

/**
 * Values over time as bars and lines with an axis. Each slot links to its list. The table below has the same exact values, for
 * reading, copying and screen readers.
 */
export function Chart<Point extends ChartPoint>(props: ChartProps<Point>) {
  const { columns, label, whenEmpty, points, series, write, writeTick } = props;
  if (points.length === 0) {
    return (
      <Text size="sm" c="dimmed">
        {whenEmpty}
      </Text>
    );
  }
  const known = points.flatMap(({ values }) => values.filter((value) => value !== null));
  const scale = props.scale ?? scaleTo(Math.max(0, ...known));
  const seriesColumns: readonly SmallColumn<Point>[] = series.map(({ name }, i) => ({
    header: name,
    isNumber: true,
    cell: ({ values }) => (values[i] == null ? '–' : write(values[i])),
  }));
  return (
    <>
      {series.length > 1 && <Legend series={series} />}
      <div className="chart" aria-hidden="true">
        <Axis scale={scale} write={writeTick} />
        <Plot points={points} series={series} scale={scale} write={write} />
      </div>
      <details className="chart-values">
        <summary>Values of {label}</summary>
        <div className="chart-table">
          <SmallTable
            label={label}
            rows={points}
            keyOf={({ key }) => key}
            whenEmpty={whenEmpty}
            columns={[
              { header: 'Time', cell: ({ span }) => <span className="figures">{span}</span> },
              ...(columns ?? seriesColumns),
            ]}
          />
        </div>
      </details>
    </>
  );
}

function Legend({ series }: { series: readonly Series[] }) {
  return (
    <ul className="legend">
      {series.map(({ name, shape }, i) => (
        <li key={name} data-shape={shape} data-series={i}>
          {name}
        </li>
      ))}
    </ul>
  );
}

const percentOf = (value: number, top: number) => `${(100 * value) / top}%`;

/** The numbers beside the lines. An invisible copy of the longest sets the axis's width. */
function Axis({ scale: { ticks, top }, write }: { scale: Scale; write: (value: number) => string }) {
  const longest = ticks.map(write).reduce((one, other) => (other.length > one.length ? other : one));
  return (
    <div className="scale">
      <span className="widest">{longest}</span>
      {ticks.map((tick) => (
        <span key={tick} className="tick" style={{ bottom: percentOf(tick, top) }}>
          {write(tick)}
        </span>
      ))}
    </div>
  );
}

interface PlotProps {
  readonly points: readonly ChartPoint[];
  readonly series: readonly Series[];
  readonly scale: Scale;
  readonly write: (value: number) => string;
}

function Plot({ points, scale: { ticks, top }, series, write }: PlotProps) {
  const every = Math.ceil(points.length / LABELS_MAX);
  const lines = series.map((one, i) => ({ ...one, i })).filter(({ shape }) => shape !== 'bar');
  const hasDots = points.length <= DOTS_MAX;
  return (
    <div className="plot">
      <div className="plot-area">
        {ticks.map((tick) => (
          <div key={tick} className="line" style={{ bottom: percentOf(tick, top) }} />
        ))}
        <div className="places">
          {points.map((point) => (
            <Place key={point.key} {...{ point, series, top, write, hasDots }} />
          ))}
        </div>
        <svg viewBox={`0 0 ${points.length} 100`} preserveAspectRatio="none" aria-hidden="true">
          {lines.map(({ i, name, shape }) => (
            <path
              key={name}
              data-shape={shape}
              data-series={i}
              d={pathOf(
                points.map(({ values }) => values[i] ?? null),
                top,
              )}
            />
          ))}
        </svg>
      </div>
      <div className="labels">
        {points.map(({ key, label }, place) => (
          <div key={key} className={(place / every) % 2 === 1 ? 'minor' : undefined}>
            {place % every === 0 && <span>{label}</span>}
          </div>
        ))}
      </div>
    </div>
  );
}

interface PlaceProps {
  readonly point: ChartPoint;
  readonly series: readonly Series[];
  readonly top: number;
  readonly write: (value: number) => string;
  readonly hasDots: boolean;
}

/** One slot of the chart, at full height: shows its values on hover and opens their list on click. */
function Place({ hasDots, point: { href, span, values }, series, top, write }: PlaceProps) {
  const lines = series.map(({ name }, i) => `${name}: ${values[i] == null ? '–' : write(values[i])}`);
  const drawn = series.map(({ name, shape }, i) => {
    const value = values[i];
    if (value == null || (shape !== 'bar' && !hasDots)) return null;
    const height = percentOf(value, top);
    return shape === 'bar' ? (
      <div key={name} className="filled" style={{ height }} />
    ) : (
      <div key={name} className="point" data-shape={shape} data-series={i} style={{ bottom: height }} />
    );
  });
  const title = [span, ...lines].join('\n');
  if (!href) {
    return (
      <div className="place" title={title}>
        {drawn}
      </div>
    );
  }
  // The keyboard and screen readers reach the same lists through the table.
  return (
    <Link className="place" href={href} title={title} tabIndex={-1}>
      {drawn}
    </Link>
  );
}
