import { useQuery } from '@apollo/client/react';
import { Link } from 'wouter';
import { formatCount } from '../../data/locale.ts';
import { pagePath } from '../../data/page-paths.ts';
import { asWords } from '../../data/words.ts';
import { Section } from '../../show/facts.tsx';
import { LoadMore } from '../../show/load-more.tsx';
import { Money } from '../../show/money.tsx';
import { SmallTable } from '../../show/small-table.tsx';
import { Failure, Loading } from '../../show/states.tsx';
import { Time } from '../../show/time.tsx';
import { LinesOfSettlementDocument } from './settlement.documents.ts';

interface SettlementLinesProps {
  readonly settlementId: string;
  /** The number of lines, without duplicates. */
  readonly count: number;
}

/** The lines of a settlement, in the order of the report, more on request. */
export function SettlementLines({ count, settlementId }: SettlementLinesProps) {
  const { data, error, fetchMore, refetch } = useQuery(LinesOfSettlementDocument, {
    variables: { settlementId },
    fetchPolicy: 'cache-and-network',
  });
  const lines = data?.settlementLines;
  const loadMore = (after: string) => fetchMore({ variables: { settlementId, after } });
  return (
    <Section title={`Lines (${formatCount(count)})`}>
      {!lines && (error ? <Failure error={error} onRetry={() => refetch()} /> : <Loading lines={4} />)}
      {lines && (
        <>
          <SmallTable
            label="Lines"
            rows={lines.edges.map(({ node }) => node)}
            keyOf={({ id }) => id}
            whenEmpty="No lines"
            columns={[
              {
                header: 'Net',
                isNumber: true,
                cell: ({ currency, net }) => <Money amount={net} currency={currency} />,
              },
              {
                header: 'Type',
                cell: ({ duplicateOf, type }) => `${asWords(type)}${duplicateOf ? ' (duplicate)' : ''}`,
              },
              {
                header: 'Gross',
                isNumber: true,
                cell: ({ currency, gross }) => <Money amount={gross} currency={currency} />,
              },
              {
                header: 'Fee',
                isNumber: true,
                cell: ({ currency, fee }) => <Money amount={fee} currency={currency} />,
              },
              {
                header: 'Settled',
                isNumber: true,
                cell: ({ settledCurrency, settledNet }) => (
                  <Money amount={settledNet} currency={settledCurrency} />
                ),
              },
              { header: 'Occurred', cell: ({ occurredAt }) => <Time at={occurredAt} /> },
              {
                header: 'Reference',
                cell: ({ connectorReference }) => (
                  <span className="identifier">{connectorReference ?? '–'}</span>
                ),
              },
              {
                header: 'Order',
                cell: ({ orderReference }) => <span className="identifier">{orderReference ?? '–'}</span>,
              },
              {
                header: 'Entry',
                cell: ({ entryId }) =>
                  entryId ? (
                    <Link href={pagePath.entry(entryId)} className="identifier">
                      {entryId}
                    </Link>
                  ) : (
                    '–'
                  ),
              },
            ]}
          />
          <LoadMore pageInfo={lines.pageInfo} onMore={loadMore} />
        </>
      )}
    </Section>
  );
}
