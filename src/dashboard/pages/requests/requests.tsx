import { formatMilliseconds } from '../../data/locale.ts';
import { pagePath } from '../../data/page-paths.ts';
import type { ResultOf } from '../../data/result-of.ts';
import { asWords } from '../../data/words.ts';
import type { ListDefinition } from '../../list/definition.ts';
import { ListPage } from '../../list/list-page.tsx';
import { Status } from '../../show/status.tsx';
import { Time } from '../../show/time.tsx';
import { RequestsDocument } from './requests.documents.ts';

type Row = ResultOf<typeof RequestsDocument>['rows']['nodes'][number];

/** The outcome of a request: GraphQL answers errors with status 200. */
export const outcomeOf = ({ errorCode, status }: Pick<Row, 'errorCode' | 'status'>): string =>
  errorCode || status >= 400 ? 'failed' : 'succeeded';

const definition: ListDefinition<Row> = {
  title: 'Requests',
  noun: 'request',
  document: RequestsDocument,
  sortedBy: 'created_at',
  idOf: ({ requestId }) => requestId,
  hrefOf: ({ logId }) => pagePath.request(logId),
  presets: [
    ['REST', 'api=rest'],
    ['GraphQL', 'api=graphql'],
  ],
  columns: [
    {
      id: 'request',
      header: 'Request',
      cell: ({ api, method, operation, path }) => (
        <span className="identifier">{api === 'graphql' ? operation : `${method} ${path}`}</span>
      ),
    },
    { id: 'outcome', header: 'Outcome', cell: (row) => <Status of={outcomeOf(row)} /> },
    { id: 'status', header: 'HTTP status', isNumber: true, cell: ({ status }) => status },
    { id: 'error_code', header: 'Error', cell: ({ errorCode }) => errorCode ?? '–' },
    {
      id: 'actor',
      header: 'By',
      cell: ({ actorId, actorType }) => (
        <>
          {asWords(actorType)} {actorId && <span className="identifier">{actorId}</span>}
        </>
      ),
    },
    {
      id: 'duration_ms',
      header: 'Duration',
      isNumber: true,
      cell: ({ durationMs }) => formatMilliseconds(durationMs),
    },
    {
      id: 'created_at',
      header: 'Time',
      orderBy: 'CREATED_AT',
      cell: ({ createdAt }) => <Time at={createdAt} precise />,
    },
    {
      id: 'request_id',
      header: 'Request identifier',
      isOptional: true,
      cell: ({ requestId }) => <span className="identifier">{requestId}</span>,
    },
  ],
  filters: [
    { kind: 'choice', name: 'api', label: 'API', field: 'api', options: ['rest', 'graphql'] },
    { kind: 'time', name: 'created', label: 'Time', field: 'createdAt' },
    { kind: 'text', name: 'operation', label: 'Operation', field: 'operation' },
    { kind: 'text', name: 'error', label: 'Error code', field: 'errorCode' },
    { kind: 'text', name: 'key', label: 'Key or person', field: 'actorId' },
    { kind: 'text', name: 'request', label: 'Request identifier', field: 'requestId' },
  ],
};

/** The log of API requests by the merchant's keys and people. */
export default function Requests() {
  return <ListPage definition={definition} />;
}
