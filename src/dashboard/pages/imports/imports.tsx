import { AccountName } from '../../act/account-name.tsx';
import { WhileReconciling } from '../../act/while-reconciling.tsx';
import { formatCount } from '../../data/locale.ts';
import { pagePath } from '../../data/page-paths.ts';
import type { ResultOf } from '../../data/result-of.ts';
import { asWords } from '../../data/words.ts';
import type { ListDefinition } from '../../list/definition.ts';
import { ListPage } from '../../list/list-page.tsx';
import { Status } from '../../show/status.tsx';
import { Time } from '../../show/time.tsx';
import { FinanceImportsDocument } from './finance-imports.documents.ts';
import { ImportFile } from './import-file.tsx';

type Row = ResultOf<typeof FinanceImportsDocument>['rows']['nodes'][number];

const definition: ListDefinition<Row> = {
  title: 'Imports',
  noun: 'import',
  document: FinanceImportsDocument,
  sortedBy: 'created_at',
  idOf: ({ importId }) => importId,
  hrefOf: ({ importId }) => pagePath.import(importId),
  create: ImportFile,
  presets: [
    ['Previews', 'status=preview'],
    ['Failed', 'status=failed'],
  ],
  columns: [
    { id: 'kind', header: 'File', cell: ({ kind }) => asWords(kind) },
    { id: 'status', header: 'Status', cell: ({ status }) => <Status of={status} /> },
    {
      id: 'lines_read',
      header: 'Lines',
      isNumber: true,
      cell: ({ linesRead }) => formatCount(linesRead),
    },
    {
      id: 'lines_refused',
      header: 'Refused',
      isNumber: true,
      cell: ({ linesRefused }) => formatCount(linesRefused),
    },
    {
      id: 'merchant_connector_id',
      header: 'Account',
      cell: ({ merchantConnectorId: id }) => (id ? <AccountName id={id} /> : '–'),
    },
    {
      id: 'created_at',
      header: 'Uploaded',
      orderBy: 'CREATED_AT',
      cell: ({ createdAt }) => <Time at={createdAt} />,
    },
    {
      id: 'import_id',
      header: 'Import',
      cell: ({ importId }) => <span className="identifier">{importId}</span>,
    },
  ],
  filters: [
    {
      kind: 'choice',
      name: 'kind',
      label: 'File',
      field: 'kind',
      options: ['settlement', 'bank_statement'],
    },
    {
      kind: 'choice',
      name: 'status',
      label: 'Status',
      field: 'status',
      options: ['preview', 'running', 'done', 'failed', 'undone'],
    },
    { kind: 'text', name: 'account', label: 'Account', field: 'merchantConnectorId', from: 'accounts' },
    { kind: 'time', name: 'created', label: 'Uploaded', field: 'createdAt' },
  ],
};

/** The list of imported settlement files and bank statements. */
export default function Imports() {
  return (
    <WhileReconciling title={definition.title}>
      <ListPage definition={definition} />
    </WhileReconciling>
  );
}
