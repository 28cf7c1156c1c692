import { Link } from 'wouter';
import { urlPath } from '../../../core/foundation/url-path.ts';
import { formatMonth, formatUtcDay, monthShifted } from '../../data/month.ts';
import { dayAfter } from '../../data/time.ts';
import { listed } from '../../list/listed.ts';
import { Money } from '../../show/money.tsx';
import { SmallTable } from '../../show/small-table.tsx';
import type { DaySums, SummedDay } from './day-sums.ts';

/** What the days are the days of. */
interface ShownMonth {
  readonly month: string;
  readonly currency: string;
  readonly account: string | null;
}

/** The columns, and the types of their entries; all types without any. */
const columns: readonly (readonly [header: string, figure: keyof DaySums, types: string])[] = [
  ['Gross', 'captured', 'capture,capture_failure'],
  ['Fees', 'fee', ''],
  ['Refunds', 'refunded', 'refund,refund_failure'],
  ['Disputes', 'disputed', 'dispute,dispute_reversal'],
  ['Payouts', 'paidOut', 'payout,payout_failure'],
  ['Adjustments', 'adjusted', 'adjustment,conversion'],
  ['Net', 'net', ''],
];

/** The list of the entries that a figure sums. */
function entriesPath({ account, currency, month }: ShownMonth, day: string | null, types: string): string {
  const [from, to] = day
    ? [day.slice(0, 10), day.slice(0, 10)]
    : [`${month}-01`, dayAfter(`${monthShifted(month, 1)}-01`, -1)];
  const filter = new URLSearchParams({
    ...{ occurred: `${from}..${to}`, zone: 'UTC', currency },
    ...(types ? { type: types } : {}),
    ...(account ? { account: listed(account) } : {}),
  });
  return urlPath`/dashboard/balance-entries?${filter}`;
}

interface DaysTableProps {
  readonly of: ShownMonth;
  readonly days: readonly SummedDay[];
}

/** The sums of each day, each with a link to its entries. Fees reduce the balance, so they are shown as negative. */
export function DaysTable({ days, of: shown }: DaysTableProps) {
  const { currency, month } = shown;
  const known = columns.filter(
    ([, figure]) => figure !== 'adjusted' || days.some(({ sums }) => sums.adjusted !== 0),
  );
  return (
    <SmallTable
      label="Changes by day"
      rows={days}
      keyOf={({ day }) => day ?? 'total'}
      whenEmpty={`No ${currency} entries in ${formatMonth(month)}`}
      columns={[
        {
          header: 'Day (UTC)',
          cell: ({ day }) => (
            <Link href={entriesPath(shown, day, '')}>{day ? formatUtcDay(day) : 'Total'}</Link>
          ),
        },
        ...known.map(([header, figure, types]) => ({
          ...{ header, isNumber: true },
          cell: ({ day, sums }: SummedDay) => {
            const amount = figure === 'fee' ? 0 - sums.fee : sums[figure];
            const money = <Money amount={amount} currency={currency} />;
            if (!types || amount === 0) return money;
            return <Link href={entriesPath(shown, day, types)}>{money}</Link>;
          },
        })),
      ]}
    />
  );
}
