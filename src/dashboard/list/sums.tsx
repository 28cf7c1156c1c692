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

const areShown = (params: URLSearchParams): boolean => params.get('sums') === 'yes';

/** Shows or hides the totals, by a URL parameter. */
export function SumsButton() {
  const [params, setParams] = useSearchParams();
  const isShown = areShown(params);
  return (
    <Button
      variant="default"
      size="xs"
      aria-expanded={isShown}
      onClick={() =>
        setParams((now) => withChanges(now, { sums: isShown ? null : 'yes' }), { replace: true })
      }
    >
      {isShown ? 'Hide totals' : 'Show totals'}
    </Button>
  );
}

/** The totals of all filtered rows by currency, if the URL requests them. */
export function Sums(props: SumsProps) {
  const [params] = useSearchParams();
  return areShown(params) ? <ShownSums {...props} /> : null;
}

function ShownSums({ filter, of: { document, fees, figures } }: SumsProps) {
  const { data, error, refetch } = useQuery(document as TypedDocumentNode<SumsAnswer, { filter: object }>, {
    variables: { filter },
    fetchPolicy: 'cache-and-network',
  });
  const feesOf = useFees(fees ?? null, document, filter);
  if (error) return <Failure error={error} onRetry={refetch} />;
  if (!data) return <Text size="sm">Calculating…</Text>;
  return (
    <Paper withBorder p="md" mt="xs">
      <SmallTable
        label="Sums of all rows"
        rows={[...data.groups].sort((a, b) => b.count - a.count)}
        keyOf={({ currency }) => currency}
        whenEmpty="Nothing to total"
        columns={[
          { header: 'Currency', cell: ({ currency }) => currency },
          { header: 'Count', isNumber: true, cell: ({ count }) => formatCount(count) },
          ...(fees ? [amountColumn(feesOf)] : []),
          ...figures.map(([header, name]) => ({
            header,
            isNumber: true,
            cell: (group: SumsAnswer['groups'][number]) => (
              <Money amount={group[name] as number} currency={group.currency} />
            ),
          })),
          ...(feesOf && hasFees(feesOf) ? feeColumns(feesOf) : []),
        ]}
      />
    </Paper>
  );
}

type Fees = FeesAnswer['groups'][number];

/** The fees by currency; null until loaded. */
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
  return data ? new Map(data.groups.map((group) => [group.currency, group])) : null;
}

const hasFees = (feesOf: ReadonlyMap<string, Fees>): boolean =>
  [...feesOf.values()].some(({ fees }) => fees !== null && fees.length > 0);

/** The total of the shown amounts, in every status. */
const amountColumn = (feesOf: ReadonlyMap<string, Fees> | null) => ({
  header: 'Charged',
  isNumber: true,
  cell: ({ currency }: { currency: string }) =>
    feesOf ? <Money amount={feesOf.get(currency)?.netAmount ?? null} currency={currency} /> : '…',
});

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
    header: 'After fees',
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
