import { formatCount, formatPercent } from '../../data/locale.ts';
import { Section } from '../../show/facts.tsx';
import { SmallTable } from '../../show/small-table.tsx';
import type { AnalyticsQuery } from './analytics.documents.ts';
import { Both, conditionsOf, Figure } from './figure.tsx';
import { GroupName } from './group-name.tsx';
import { type AttemptFigures, attemptsBy, type Grouping, groupings, share } from './grouping.ts';
import type { Periods } from './period.ts';

interface AttemptsProps {
  readonly shown: AnalyticsQuery;
  readonly grouping: Grouping;
  readonly periods: Periods;
}

/** The figures of attempts, and the list filter behind each. */
const counts = [
  { header: 'Attempts', field: 'attempts', conditions: {} },
  { header: 'Approved', field: 'approved', conditions: { decision: 'approved' } },
  { header: 'Declined', field: 'declined', conditions: { decision: 'declined' } },
] as const;

const rateOf = ({ approved, declined }: AttemptFigures) =>
  formatPercent(share(approved, approved + declined));

/** The period's attempts by group, with the connectors' decisions. */
export function Attempts({ grouping, periods, shown }: AttemptsProps) {
  const { label, parameter } = groupings[grouping];
  const title = `Attempts by ${label === '3-D Secure' ? label : label.toLowerCase()}`;
  return (
    <Section title={title}>
      <SmallTable
        label={title}
        rows={attemptsBy(shown.attempts, grouping)}
        keyOf={({ key }) => key ?? ''}
        whenEmpty="No attempts in these periods"
        columns={[
          { header: label, cell: ({ key }) => <GroupName grouping={grouping} of={key} /> },
          ...counts.map(({ conditions, field, header }) => ({
            header,
            isNumber: true,
            cell: ({ key, now, past }: ReturnType<typeof attemptsBy>[number]) => (
              <Figure
                periods={periods}
                list="attempts"
                conditions={conditionsOf(parameter, key, conditions)}
                now={formatCount(now[field])}
                past={formatCount(past[field])}
              />
            ),
          })),
          {
            header: 'Approval rate',
            isNumber: true,
            cell: ({ now, past }) => <Both now={rateOf(now)} past={rateOf(past)} />,
          },
        ]}
      />
    </Section>
  );
}
