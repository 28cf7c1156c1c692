import type { TypedDocumentNode } from '@apollo/client';
import { useQuery } from '@apollo/client/react';
import { Button, Paper, Text } from '@mantine/core';
import { useSearchParams } from 'wouter';
import { formatCount } from '../data/locale.ts';
import { Money } from '../show/money.tsx';
import { SmallTable } from '../show/small-table.tsx';
import { Failure } from '../show/states.tsx';
import { withChanges } from './address.ts';
import type { ListSums, SumsAnswer } from './definition.ts';

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

function ShownSums({ filter, of: { document, figures } }: SumsProps) {
  const { data, error, refetch } = useQuery(document as TypedDocumentNode<SumsAnswer, { filter: object }>, {
    variables: { filter },
    fetchPolicy: 'cache-and-network',
  });
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
        ]}
      />
    </Paper>
  );
}
