import { Button } from '@mantine/core';
import { Link } from 'wouter';
import { AccountName } from '../../act/account-name.tsx';
import { WhileReconciling } from '../../act/while-reconciling.tsx';
import { pagePath } from '../../data/page-paths.ts';
import type { ResultOf } from '../../data/result-of.ts';
import type { ListDefinition } from '../../list/definition.ts';
import { ListPage } from '../../list/list-page.tsx';
import { Money } from '../../show/money.tsx';
import { Status } from '../../show/status.tsx';
import { Time } from '../../show/time.tsx';
import { SettlementsDocument } from './settlements.documents.ts';

type Row = ResultOf<typeof SettlementsDocument>['rows']['nodes'][number];

/** The button that leads to imported files. */
function ImportsLink() {
  return (
    <Button component={Link} href="/dashboard/imports" variant="default" size="xs">
      Imports
    </Button>
  );
}

const definition: ListDefinition<Row> = {
  title: 'Settlements',
  noun: 'settlement',
  document: SettlementsDocument,
  sortedBy: 'created_at',
  idOf: ({ settlementId }) => settlementId,
  hrefOf: ({ settlementId }) => pagePath.settlement(settlementId),
  action: ImportsLink,
  presets: [
    ['Differs', 'state=differs'],
    ['In transit', 'state=in_transit'],
    ['Paid', 'state=paid'],
  ],
  columns: [
    {
      id: 'net',
      header: 'Net',
      isNumber: true,
      cell: ({ currency, net }) => <Money amount={net} currency={currency} />,
    },
    { id: 'state', header: 'Status', cell: ({ state }) => <Status of={state} /> },
    {
      id: 'gross',
      header: 'Gross',
      isNumber: true,
      cell: ({ currency, gross }) => <Money amount={gross} currency={currency} />,
    },
    {
      id: 'fee',
      header: 'Fees',
      isNumber: true,
      cell: ({ currency, fee }) => <Money amount={fee} currency={currency} />,
    },
    {
      id: 'bank_amount',
      header: 'At the bank',
      isNumber: true,
      cell: ({ bankAmount, currency }) => <Money amount={bankAmount} currency={currency} />,
    },
    { id: 'period_end', header: 'Last line', cell: ({ periodEnd }) => <Time at={periodEnd} /> },
    {
      id: 'merchant_connector_id',
      header: 'Account',
      cell: ({ merchantConnectorId }) => <AccountName id={merchantConnectorId} />,
    },
    {
      id: 'settlement_reference',
      header: 'Connector’s identifier',
      cell: ({ settlementReference }) => <span className="identifier">{settlementReference}</span>,
    },
    {
      id: 'settlement_id',
      header: 'Settlement',
      cell: ({ settlementId }) => <span className="identifier">{settlementId}</span>,
    },
    {
      id: 'created_at',
      header: 'Recorded',
      orderBy: 'CREATED_AT',
      isOptional: true,
      cell: ({ createdAt }) => <Time at={createdAt} />,
    },
    {
      id: 'period_start',
      header: 'First line',
      isOptional: true,
      cell: ({ periodStart }) => <Time at={periodStart} />,
    },
    {
      id: 'transferred',
      header: 'Transferred',
      isOptional: true,
      isNumber: true,
      cell: ({ currency, transferred }) => <Money amount={transferred} currency={currency} />,
    },
    {
      id: 'paid_at',
      header: 'Paid',
      isOptional: true,
      cell: ({ paidAt }) => (paidAt ? <Time at={paidAt} /> : '–'),
    },
  ],
  filters: [
    {
      kind: 'choice',
      name: 'state',
      label: 'Status',
      field: 'state',
      options: ['open', 'in_transit', 'paid', 'differs'],
    },
    { kind: 'text', name: 'account', label: 'Account', field: 'merchantConnectorId', from: 'accounts' },
    { kind: 'text', name: 'currency', label: 'Currency', field: 'currency' },
    { kind: 'time', name: 'ended', label: 'Last line', field: 'periodEnd' },
    { kind: 'time', name: 'started', label: 'First line', field: 'periodStart' },
    { kind: 'time', name: 'created', label: 'Recorded', field: 'createdAt' },
    { kind: 'text', name: 'reference', label: 'Connector’s identifier', field: 'settlementReference' },
  ],
};

/** The list of settlements. */
export default function Settlements() {
  return (
    <WhileReconciling title={definition.title}>
      <ListPage definition={definition} />
    </WhileReconciling>
  );
}
