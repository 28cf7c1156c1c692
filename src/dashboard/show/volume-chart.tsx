import '@mantine/charts/styles.css';
import { BarChart } from '@mantine/charts';
import { VisuallyHidden } from '@mantine/core';
import { majorUnits, moneyFormat, roundedMoneyFormat } from '../../core/foundation/currencies.ts';
import { formatMoney } from '../data/money.ts';

interface VolumeChartProps {
  readonly currency: string;
  readonly interval: 'HOUR' | 'DAY' | 'WEEK' | 'MONTH';
  readonly groups: readonly {
    readonly bucket?: string | null;
    readonly amountCaptured?: number | null;
    readonly count: number;
  }[];
}

/** The labels of the axis. */
const labels = {
  HOUR: new Intl.DateTimeFormat(undefined, { hour: 'numeric' }),
  DAY: new Intl.DateTimeFormat(undefined, { day: 'numeric', month: 'short' }),
  WEEK: new Intl.DateTimeFormat(undefined, { day: 'numeric', month: 'short' }),
  MONTH: new Intl.DateTimeFormat(undefined, { month: 'short', year: 'numeric' }),
};

/** The volume of one currency over time, as bars to see and as a table to hear. */
export default function VolumeChart({ currency, groups, interval }: VolumeChartProps) {
  const rows = groups.map(({ amountCaptured, bucket, count }) => ({
    at: bucket ? labels[interval].format(new Date(bucket)) : '',
    bucket,
    count,
    amount: amountCaptured ?? 0,
    // Bars are drawn in major units, so that the axis has round figures.
    Volume: Number(majorUnits(amountCaptured ?? 0, currency)),
  }));
  const compact = roundedMoneyFormat(currency);
  const exact = moneyFormat(currency);
  return (
    <>
      <div aria-hidden="true">
        <BarChart
          h={220}
          data={rows}
          dataKey="at"
          series={[{ name: 'Volume', color: 'rail.6' }]}
          valueFormatter={(value: number) => exact.format(value)}
          yAxisProps={{ width: 70, tickFormatter: (value: number) => compact.format(value) }}
          tickLine="none"
          barChartProps={{ accessibilityLayer: false }}
          barProps={{ isAnimationActive: false }}
        />
      </div>
      <VisuallyHidden>
        <table>
          <caption>Volume</caption>
          <thead>
            <tr>
              <th scope="col">Time</th>
              <th scope="col">Volume</th>
              <th scope="col">Payments</th>
            </tr>
          </thead>
          <tbody>
            {rows.map(({ amount, at, bucket, count }) => (
              <tr key={bucket}>
                <td>{at}</td>
                <td>{formatMoney(amount, currency)}</td>
                <td>{count}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </VisuallyHidden>
    </>
  );
}
