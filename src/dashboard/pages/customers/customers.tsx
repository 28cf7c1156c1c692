import { pagePath } from '../../data/page-paths.ts';
import type { ResultOf } from '../../data/result-of.ts';
import type { ListDefinition } from '../../list/definition.ts';
import { ListPage } from '../../list/list-page.tsx';
import { TODAY } from '../../list/presets.tsx';
import { Time } from '../../show/time.tsx';
import { CustomersDocument } from './customers.documents.ts';

type Row = ResultOf<typeof CustomersDocument>['rows']['nodes'][number];

const definition: ListDefinition<Row> = {
  title: 'Customers',
  list: 'customers',
  noun: 'customer',
  document: CustomersDocument,
  sortedBy: 'created_at',
  presets: [
    ['New today', `created=${TODAY}..`],
    ['With all details', 'columns=name,email,phone,description,created_at,customer_id'],
  ],
  searches: 'Identifier, email, name, phone',
  idOf: ({ customerId }) => customerId,
  hrefOf: ({ customerId }) => pagePath.customer(customerId),
  exportPath: '/exports/customers.csv',
  columns: [
    {
      id: 'name',
      header: 'Name',
      exports: ['name', 'customer_id'],
      cell: ({ email, name }) => name ?? email ?? 'No name',
    },
    { id: 'email', header: 'Email', cell: ({ email }) => email ?? '–' },
    {
      id: 'phone',
      header: 'Phone',
      cell: ({ phone, phoneCountryCode }) => (phone ? `${phoneCountryCode ?? ''} ${phone}`.trim() : '–'),
    },
    {
      id: 'created_at',
      header: 'Created',
      orderBy: 'CREATED_AT',
      cell: ({ createdAt }) => <Time at={createdAt} />,
    },
    {
      id: 'customer_id',
      header: 'Identifier',
      cell: ({ customerId }) => <span className="identifier">{customerId}</span>,
    },
    {
      id: 'description',
      header: 'Description',
      isOptional: true,
      cell: ({ description }) => description ?? '–',
    },
    {
      id: 'deleted_at',
      header: 'Deleted',
      isOptional: true,
      cell: ({ deletedAt }) => <Time at={deletedAt} />,
    },
  ],
  filters: [
    { kind: 'time', name: 'created', label: 'Created', field: 'createdAt' },
    { kind: 'text', name: 'email', label: 'Email', field: 'email' },
  ],
};

/** The list of customers. */
export default function Customers() {
  return <ListPage definition={definition} />;
}
