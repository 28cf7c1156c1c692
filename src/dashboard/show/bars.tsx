import { Text, VisuallyHidden } from '@mantine/core';
import { majorUnits, roundedMoneyFormat } from '../../core/foundation/currencies.ts';
import { formatMoney } from '../data/money.ts';

interface BarsProps {
  readonly currency: string;
  readonly interval: 'HOUR' | 'DAY' | 'WEEK';
  readonly groups: readonly {
    readonly bucket?: string | null;
    readonly amountCaptured?: number | null;
    readonly count: number;
  }[];
}

/** The label below the bars. */
const labels = {
  HOUR: new Intl.DateTimeFormat(undefined, { hour: 'numeric' }),
  DAY: new Intl.DateTimeFormat(undefined, { day: 'numeric', month: 'short' }),
  WEEK: new Intl.DateTimeFormat(undefined, { day: 'numeric', month: 'short' }),
};

/** Labels below the bars at most, so that they do not touch. */
const LABELS_MAX = 8;

/**
 * The volume of one currency over time, as bars to see and as a table to hear. Drawn here, because the library that draws
 * the charts of Analytics is half as large as everything else that the first page loads.
 */
export function Bars({ currency, groups, interval }: BarsProps) {
  if (groups.length === 0) {
    return (
      <Text size="sm" c="dimmed">
        There was no payment in {currency} in this time.
      </Text>
    );
  }
  const compact = roundedMoneyFormat(currency);
  const scaled = (amount: number) => compact.format(majorUnits(amount, currency));
  const most = Math.max(1, ...groups.map(({ amountCaptured }) => amountCaptured ?? 0));
  const every = Math.ceil(groups.length / LABELS_MAX);
  const rows = groups.map(({ amountCaptured, bucket, count }, place) => ({
    at: bucket ? labels[interval].format(new Date(bucket)) : '',
    key: bucket ?? String(place),
    amount: amountCaptured ?? 0,
    count,
    hasLabel: place % every === 0,
    isMinor: (place / every) % 2 === 1,
  }));
  return (
    <>
      <div className="chart" aria-hidden="true">
        <div className="scale">
          <span>{most > 1 ? scaled(most) : ''}</span>
          <span>{scaled(0)}</span>
        </div>
        <div className="bars">
          {rows.map(({ amount, at, count, hasLabel, isMinor, key }) => (
            <div
              key={key}
              className="bar"
              title={`${at}: ${formatMoney(amount, currency)}, ${count} payments`}
            >
              <div className="bar-space">
                <div className="bar-filled" style={{ height: `${(100 * amount) / most}%` }} />
              </div>
              <div className={`bar-label${isMinor ? ' minor' : ''}`}>{hasLabel ? at : ''}</div>
            </div>
          ))}
        </div>
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
            {rows.map(({ amount, at, count, key }) => (
              <tr key={key}>
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
