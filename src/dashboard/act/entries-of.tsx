import { useQuery } from '@apollo/client/react';
import { useEffect, useRef } from 'react';
import { Link } from 'wouter';
import { urlPath } from '../../core/foundation/url-path.ts';
import { pagePath } from '../data/page-paths.ts';
import { asWords } from '../data/words.ts';
import { useSession } from '../session/session.tsx';
import { AmountLink } from '../show/amount-link.tsx';
import { Section } from '../show/facts.tsx';
import { Money } from '../show/money.tsx';
import { SmallTable } from '../show/small-table.tsx';
import { Status } from '../show/status.tsx';
import { Time } from '../show/time.tsx';
import { EntriesOfObjectDocument } from './entries-of.documents.ts';

interface EntriesOfProps {
  readonly kind: 'payment' | 'refund' | 'dispute' | 'payout';
  readonly id: string;
  /** The shown object: its entries are read again when it changes. */
  readonly shown: object;
}

/** The balance entries of an object; hidden without the permission, and if there are none. */
export function EntriesOf(props: EntriesOfProps) {
  const { can } = useSession();
  return can('FINANCE_READ') ? <Entries {...props} /> : null;
}

function Entries({ id, kind, shown }: EntriesOfProps) {
  const { data, refetch } = useQuery(EntriesOfObjectDocument, {
    variables: { filter: { [`${kind}Id`]: { eq: id } } },
    fetchPolicy: 'cache-and-network',
  });
  const known = useRef(shown);
  useEffect(() => {
    if (known.current === shown) return;
    known.current = shown;
    void refetch().catch(() => undefined);
  }, [shown, refetch]);
  const { nodes = [], pageInfo } = data?.balanceEntries ?? {};
  if (nodes.length === 0) return null;
  return (
    <Section title="Balance entries">
      <SmallTable
        label="Balance entries"
        rows={nodes}
        keyOf={(entry) => entry.id}
        whenEmpty="No balance entries"
        columns={[
          {
            header: 'Net',
            isNumber: true,
            cell: ({ currency, entryId, net }) => (
              <AmountLink amount={net} currency={currency} href={pagePath.entry(entryId)} id={entryId} />
            ),
          },
          { header: 'Type', cell: ({ type }) => asWords(type) },
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
          { header: 'Status', cell: ({ state }) => <Status of={state} /> },
          { header: 'Occurred', cell: ({ occurredAt }) => <Time at={occurredAt} /> },
          { header: 'Entry', cell: ({ entryId }) => <span className="identifier">{entryId}</span> },
        ]}
      />
      {pageInfo?.hasNextPage && (
        <Link href={urlPath`/dashboard/balance-entries?${new URLSearchParams({ [kind]: id })}`}>
          All balance entries
        </Link>
      )}
    </Section>
  );
}
