import { Text } from '@mantine/core';
import { formatCount, formatPercent } from '../../data/locale.ts';
import { formatMoney } from '../../data/money.ts';
import { Section } from '../../show/facts.tsx';
import { SmallTable } from '../../show/small-table.tsx';
import type { AnalyticsQuery } from './analytics.documents.ts';
import { Both, type Conditions, Figure } from './figure.tsx';
import { GroupName } from './group-name.tsx';
import { type SharedGrouping, share, sharedGroupings } from './grouping.ts';
import type { Periods } from './period.ts';
import { succeeded } from './retries.tsx';
import { type ReturnFigures, type ReturnRow, returnsBy } from './shares.ts';

/** The differences between refunds and disputes. */
const kinds = {
  refunds: {
    title: 'Refunds',
    about: 'Refund rate: amount refunded ÷ amount captured of these days’ payments, without failed refunds.',
    conditions: { status: 'pending,succeeded,review' },
    of: { header: 'Captured', field: 'captured', list: 'payments', conditions: {} },
    rateOf: ({ amount, captured }: ReturnFigures) => share(amount, captured),
  },
  disputes: {
    title: 'Disputes',
    about: 'Dispute rate: disputes ÷ successful payments of these days.',
    conditions: {},
    of: {
      header: 'Successful payments',
      field: 'succeeded',
      list: 'payments',
      conditions: { status: succeeded },
    },
    rateOf: ({ count, succeeded: paid }: ReturnFigures) => share(count, paid),
  },
} as const;

interface ReturnsProps {
  readonly kind: keyof typeof kinds;
  readonly shown: AnalyticsQuery;
  readonly grouping: SharedGrouping;
  readonly periods: Periods;
}

/** The period's refunds or disputes by group and currency: count, amount and rate. */
export function Returns({ grouping, kind, periods, shown }: ReturnsProps) {
  const returns = shown[kind];
  if (!returns) return null;
  const { about, conditions, of, rateOf, title } = kinds[kind];
  const { label, parameter } = sharedGroupings[grouping];
  const name = `${title} by ${label.toLowerCase()}`;
  const conditionsOf = ({ currency, key }: ReturnRow, more: Conditions): Conditions | null =>
    key === null ? null : { [parameter]: key, currency, ...more };
  const figure = (
    row: ReturnRow,
    field: keyof ReturnFigures,
    list: 'payments' | typeof kind,
    more: Conditions,
  ) => {
    const isMoney = field === 'amount' || field === 'captured';
    const shownAs = (value: number) => (isMoney ? formatMoney(value, row.currency) : formatCount(value));
    return (
      <Figure
        periods={periods}
        list={list}
        conditions={conditionsOf(row, more)}
        now={shownAs(row.now[field])}
        past={shownAs(row.past[field])}
      />
    );
  };
  return (
    <Section title={name}>
      <Text size="sm" c="dimmed" mb="xs">
        {about}
      </Text>
      <SmallTable
        label={name}
        rows={returnsBy(returns, shown.payments, grouping)}
        keyOf={({ currency, key }) => JSON.stringify([key, currency])}
        whenEmpty={`No ${kind} in these periods`}
        columns={[
          { header: label, cell: ({ key }) => <GroupName grouping={grouping} of={key} /> },
          ...(grouping === 'CURRENCY'
            ? []
            : [{ header: 'Currency', cell: ({ currency }: ReturnRow) => currency }]),
          { header: title, isNumber: true, cell: (row) => figure(row, 'count', kind, conditions) },
          { header: 'Amount', isNumber: true, cell: (row) => figure(row, 'amount', kind, conditions) },
          { header: of.header, isNumber: true, cell: (row) => figure(row, of.field, of.list, of.conditions) },
          {
            header: 'Rate',
            isNumber: true,
            cell: ({ now, past }) => (
              <Both now={formatPercent(rateOf(now))} past={formatPercent(rateOf(past))} />
            ),
          },
        ]}
      />
    </Section>
  );
}
