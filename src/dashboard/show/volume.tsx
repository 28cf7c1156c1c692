import { majorUnits, roundedMoneyFormat } from '../../core/foundation/currencies.ts';
import { urlPath } from '../../core/foundation/url-path.ts';
import { formatMoney } from '../data/money.ts';
import type { Interval } from '../data/time.ts';
import { Chart } from './chart.tsx';
import { LinkedCount } from './linked-count.tsx';
import { rangeOf, spansOf } from './spans.ts';

interface VolumeProps {
  readonly currency: string;
  readonly interval: Interval;
  /** The requested period. */
  readonly range: { readonly gte?: string; readonly lt?: string };
  readonly groups: readonly {
    readonly bucket: string | null;
    readonly currency: string;
    readonly amountCaptured: number | null;
    readonly count: number;
  }[];
}

/** The captured amounts of one currency over time; each bar links to its payments. */
export function Volume({ currency, groups, interval, range }: VolumeProps) {
  const inCurrency = groups.filter((group) => group.currency === currency);
  const points = spansOf(inCurrency, interval, range).map((span) => ({
    ...span,
    values: [span.groups.reduce((sum, { amountCaptured }) => sum + (amountCaptured ?? 0), 0)],
    count: span.groups.reduce((sum, { count }) => sum + count, 0),
    href: urlPath`/dashboard/payments?${new URLSearchParams({ created: rangeOf(span), currency })}`,
  }));
  const rounded = roundedMoneyFormat(currency);
  return (
    <Chart
      label={`volume in ${currency}`}
      series={[{ name: 'Volume', shape: 'bar' }]}
      points={points}
      write={(amount) => formatMoney(amount, currency)}
      writeTick={(amount) => rounded.format(majorUnits(amount, currency))}
      whenEmpty={`No ${currency} payments in this period`}
      columns={[
        { header: 'Volume', isNumber: true, cell: ({ values: [amount] }) => formatMoney(amount!, currency) },
        {
          header: 'Payments',
          isNumber: true,
          cell: ({ count, href }) => <LinkedCount count={count} href={href} />,
        },
      ]}
    />
  );
}
