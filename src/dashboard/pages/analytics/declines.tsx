import { SimpleGrid } from '@mantine/core';
import { formatCount } from '../../data/locale.ts';
import { listed } from '../../list/listed.ts';
import { Section } from '../../show/facts.tsx';
import { SmallTable } from '../../show/small-table.tsx';
import type { AnalyticsQuery } from './analytics.documents.ts';
import { type Conditions, Figure } from './figure.tsx';
import { type DeclineField, declinesBy } from './grouping.ts';
import type { Periods } from './period.ts';

const ROWS_MAX = 15;

interface DeclineTable {
  readonly field: DeclineField;
  readonly title: string;
  readonly header: string;
  /** The attempt filter for the code. */
  readonly parameter: string;
}

const tables: readonly DeclineTable[] = [
  { field: 'errorCode', title: 'Declines by code', header: 'Code', parameter: 'error' },
  {
    field: 'issuerErrorCode',
    title: 'Declines by issuer’s code',
    header: 'Issuer’s code',
    parameter: 'issuer_error',
  },
];

/** The statuses that the page counts as declined. */
const declined = { status: 'failure,authorization_failed,authentication_failed,router_declined' };

function conditionsOf(parameter: string, connector: string | null, code: string | null): Conditions | null {
  if (code === null || connector === null) return null;
  return { ...declined, connector, [parameter]: listed(code) };
}

/** The period's declined attempts, by the connector's code and by the issuer's. */
export function Declines({ periods, shown }: { periods: Periods; shown: AnalyticsQuery }) {
  return (
    <SimpleGrid cols={{ base: 1, lg: 2 }}>
      {tables.map(({ field, header, parameter, title }) => (
        <Section key={field} title={title}>
          <SmallTable
            label={title}
            rows={declinesBy(shown.declines, field).slice(0, ROWS_MAX)}
            keyOf={({ code, connector }) => JSON.stringify([connector, code])}
            whenEmpty="No declines in these periods"
            columns={[
              { header, cell: ({ code }) => code ?? 'None' },
              { header: 'Connector', cell: ({ connector }) => connector ?? 'None' },
              {
                header: 'Attempts',
                isNumber: true,
                cell: ({ code, connector, now, past }) => (
                  <Figure
                    periods={periods}
                    list="attempts"
                    conditions={conditionsOf(parameter, connector, code)}
                    now={formatCount(now)}
                    past={formatCount(past)}
                  />
                ),
              },
            ]}
          />
        </Section>
      ))}
    </SimpleGrid>
  );
}
