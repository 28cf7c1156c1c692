import { Button } from '@mantine/core';
import { useState } from 'react';
import { useLocation } from 'wouter';
import { CreateList } from '../../act/create-list.tsx';
import { listKindName, listKinds } from '../../act/list-kinds.ts';
import { pagePath } from '../../data/page-paths.ts';
import type { ResultOf } from '../../data/result-of.ts';
import type { ListDefinition } from '../../list/definition.ts';
import { ListPage } from '../../list/list-page.tsx';
import { useSession } from '../../session/session.tsx';
import { Time } from '../../show/time.tsx';
import { ListsDocument } from './lists.documents.ts';

type Row = ResultOf<typeof ListsDocument>['rows']['nodes'][number];

const definition: ListDefinition<Row> = {
  title: 'Lists',
  noun: 'list',
  document: ListsDocument,
  sortedBy: 'created_at',
  searches: 'Whole name',
  soughtBy: (name) => ({ name: { eq: name } }),
  idOf: ({ listId }) => listId,
  hrefOf: ({ listId }) => pagePath.valueList(listId),
  create: CreateButton,
  columns: [
    { id: 'name', header: 'Name', cell: ({ name }) => name },
    { id: 'kind', header: 'Values', cell: ({ kind }) => listKindName(kind) },
    {
      id: 'created_at',
      header: 'Created',
      orderBy: 'CREATED_AT',
      cell: ({ createdAt }) => <Time at={createdAt} />,
    },
    {
      id: 'list_id',
      header: 'Identifier',
      cell: ({ listId }) => <span className="identifier">{listId}</span>,
    },
  ],
  filters: [
    { kind: 'choice', name: 'kind', label: 'Values', field: 'kind', options: Object.keys(listKinds) },
    { kind: 'time', name: 'created', label: 'Created', field: 'createdAt' },
  ],
};

function CreateButton() {
  const { can } = useSession();
  const [, navigate] = useLocation();
  const [isOpen, setOpen] = useState(false);
  if (!can('SETTINGS_WRITE')) return null;
  return (
    <>
      <Button onClick={() => setOpen(true)}>Create a list</Button>
      {isOpen && (
        <CreateList
          onClose={() => setOpen(false)}
          onCreated={(listId) => navigate(pagePath.valueList(listId))}
        />
      )}
    </>
  );
}

/** The lists of values that rules compare with. */
export default function Lists() {
  return <ListPage definition={definition} />;
}
