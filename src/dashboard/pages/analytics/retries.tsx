import { formatCount, formatPercent } from '../../data/locale.ts';
import { Section } from '../../show/facts.tsx';
import { SmallTable } from '../../show/small-table.tsx';
import type { AnalyticsQuery } from './analytics.documents.ts';
import { Both, conditionsOf, Figure } from './figure.tsx';
import { GroupName } from './group-name.tsx';
import { type SharedGrouping, share, sharedGroupings } from './grouping.ts';
import type { Periods } from './period.ts';
import { type RetryFigures, retriesBy } from './shares.ts';

interface RetriesProps {
  readonly shown: AnalyticsQuery;
  readonly grouping: SharedGrouping;
  readonly periods: Periods;
}

/** The statuses that count as success. */
export const succeeded = 'succeeded,partially_captured,partially_captured_and_capturable';

const counts = [
  { header: 'First attempt failed', field: 'failedFirst', conditions: { first_failed: 'yes' } },
  { header: 'Recovered by retry', field: 'won', conditions: { first_failed: 'yes', status: succeeded } },
] as const;

const rateOf = ({ failedFirst, won }: RetryFigures) => formatPercent(share(won, failedFirst));

/** The period's payments whose first attempt failed, and the number recovered by a later attempt. */
export function Retries({ grouping, periods, shown }: RetriesProps) {
  const { label, parameter } = sharedGroupings[grouping];
  const title = `Recovered by retry, by ${label.toLowerCase()}`;
  return (
    <Section title={title}>
      <SmallTable
        label={title}
        rows={retriesBy(shown.payments, grouping)}
        keyOf={({ key }) => key ?? ''}
        whenEmpty="No failed first attempts in these periods"
        columns={[
          { header: label, cell: ({ key }) => <GroupName grouping={grouping} of={key} /> },
          ...counts.map(({ conditions, field, header }) => ({
            header,
            isNumber: true,
            cell: ({ key, now, past }: ReturnType<typeof retriesBy>[number]) => (
              <Figure
                periods={periods}
                list="payments"
                conditions={conditionsOf(parameter, key, conditions)}
                now={formatCount(now[field])}
                past={formatCount(past[field])}
              />
            ),
          })),
          {
            header: 'Recovery rate',
            isNumber: true,
            cell: ({ now, past }) => <Both now={rateOf(now)} past={rateOf(past)} />,
          },
        ]}
      />
    </Section>
  );
}
