import type { TypedDocumentNode } from '@apollo/client';
import { useQuery } from '@apollo/client/react';
import { Button, Paper, Text } from '@mantine/core';
import { useSearchParams } from 'wouter';
import { formatCount } from '../data/locale.ts';
import { Money } from '../show/money.tsx';
import { SmallTable } from '../show/small-table.tsx';
import { Failure } from '../show/states.tsx';
import { withChanges } from './address.ts';
import type { FeesAnswer, ListSums, SumsAnswer } from './definition.ts';

interface SumsProps {
  readonly of: ListSums;
  /** The filter of the list. */
  readonly filter: Readonly<Record<string, unknown>>;
}

/** The sums over all rows of the filter, by currency, which are asked for by the button or the address. */
export function Sums({ filter, of: sums }: SumsProps) {
  const [params, setParams] = useSearchParams();
  const isShown = params.get('sums') === 'yes';
  return (
    <>
      <Button
        variant="default"
        size="xs"
        aria-expanded={isShown}
        onClick={() =>
          setParams((now) => withChanges(now, { sums: isShown ? null : 'yes' }), { replace: true })
        }
      >
        {isShown ? 'Hide the sums' : 'Sum all rows'}
      </Button>
      {isShown && <ShownSums of={sums} filter={filter} />}
    </>
  );
}

function ShownSums({ filter, of: { document, fees, figures } }: SumsProps) {
  const { data, error, refetch } = useQuery(document as TypedDocumentNode<SumsAnswer, { filter: object }>, {
    variables: { filter },
    fetchPolicy: 'cache-and-network',
  });
  const feesOf = useFees(fees ?? null, document, filter);
  if (error) return <Failure error={error} onRetry={refetch} />;
  if (!data) return <Text size="sm">Adding up…</Text>;
  return (
    <Paper withBorder p="md" w="100%">
      <SmallTable
        label="Sums of all rows"
        rows={[...data.groups].sort((a, b) => b.count - a.count)}
        keyOf={({ currency }) => currency}
        none="There is nothing to add up."
        columns={[
          { header: 'Currency', cell: ({ currency }) => currency },
          { header: 'Count', isNumber: true, cell: ({ count }) => formatCount(count) },
          ...figures.map(([header, name]) => ({
            header,
            isNumber: true,
            cell: (group: SumsAnswer['groups'][number]) => (
              <Money amount={group[name] as number} currency={group.currency} />
            ),
          })),
          ...(feesOf ? feeColumns(feesOf) : []),
        ]}
      />
    </Paper>
  );
}

type Fees = FeesAnswer['groups'][number];

/** The fees by currency of what they are for; null while there are none to show. */
function useFees(
  document: ListSums['document'] | null,
  unasked: ListSums['document'],
  filter: SumsProps['filter'],
): ReadonlyMap<string, Fees> | null {
  const query = (document ?? unasked) as TypedDocumentNode<FeesAnswer, { filter: object }>;
  const { data } = useQuery(query, {
    variables: { filter },
    fetchPolicy: 'cache-and-network',
    skip: !document,
  });
  if (!data?.groups.some(({ fees }) => fees && fees.length > 0)) return null;
  return new Map(data.groups.map((group) => [group.currency, group]));
}

const feeColumns = (feesOf: ReadonlyMap<string, Fees>) => [
  {
    header: 'Fees',
    isNumber: true,
    cell: ({ currency }: { currency: string }) => {
      const fees = feesOf.get(currency)?.fees ?? [];
      if (fees.length === 0) return '–';
      return fees.map((fee) => (
        <div key={fee.currency}>
          <Money amount={fee.amount} currency={fee.currency} />
        </div>
      ));
    },
  },
  {
    header: 'Net of fees',
    isNumber: true,
    cell: ({ count, currency }: { count: number; currency: string }) => {
      const { netOfFees = null, netOfFeesCount = 0 } = feesOf.get(currency) ?? {};
      if (netOfFees === null) return '–';
      return (
        <>
          <Money amount={netOfFees} currency={currency} />
          {netOfFeesCount !== count && (
            <Text size="xs" c="dimmed">
              of {formatCount(netOfFeesCount ?? 0)} with a fee
            </Text>
          )}
        </>
      );
    },
  },
];
