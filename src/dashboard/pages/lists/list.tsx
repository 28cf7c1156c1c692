import { useQuery } from '@apollo/client/react';
import { Button, Stack } from '@mantine/core';
import { useState } from 'react';
import { useSearchParams } from 'wouter';
import { urlPath } from '../../../core/foundation/url-path.ts';
import { BLOCKLIST, listKindName } from '../../act/list-kinds.ts';
import { useSession } from '../../session/session.tsx';
import { Facts, Section } from '../../show/facts.tsx';
import { OneHead } from '../../show/one-head.tsx';
import { Raw } from '../../show/raw.tsx';
import { ShowOne } from '../../show/show-one.tsx';
import { Time } from '../../show/time.tsx';
import { DeleteList } from './delete-list.tsx';
import { DownloadButton } from './download-button.tsx';
import { Entries, type Entry } from './entries.tsx';
import { AddEntries, DeleteEntry } from './entry-dialogs.tsx';
import { Imports } from './imports.tsx';
import { ListDocument } from './list.documents.ts';
import { UploadEntries } from './upload-entries.tsx';

const PAGE_SIZE = 25;

/** A list of values: its entries, which can be searched, added, uploaded, downloaded and deleted. */
export default function ValueListPage({ id }: { id: string }) {
  const { can } = useSession();
  const [params] = useSearchParams();
  const sought = params.get('q')?.trim();
  const [before, after] = [params.get('before'), params.get('after')];
  const result = useQuery(ListDocument, {
    variables: {
      listId: id,
      filter: { listId: { eq: id }, ...(sought ? { value: { eq: sought } } : {}) },
      ...(before ? { last: PAGE_SIZE, before } : { first: PAGE_SIZE, ...(after ? { after } : {}) }),
    },
    fetchPolicy: 'cache-and-network',
  });
  const shown = result.data ?? result.previousData;
  const [open, setOpen] = useState<'add' | 'upload' | 'delete' | Entry | null>(null);
  const [uploads, setUploads] = useState(0);
  const mayChange = can('SETTINGS_WRITE');
  const dialog = { listId: id, onClose: () => setOpen(null), onDone: () => result.refetch() };
  return (
    <ShowOne
      result={result}
      found={shown?.valueList}
      noun="list"
      listPath="/dashboard/lists"
      restPath={urlPath`/lists/${id}`}
    >
      {({ createdAt, kind, listId, name }) => (
        <Stack>
          <OneHead
            identifier={listId}
            actions={
              <>
                <DownloadButton listId={listId} name={name} />
                {mayChange && (
                  <>
                    {listId !== BLOCKLIST && (
                      <Button size="sm" variant="outline" color="red" onClick={() => setOpen('delete')}>
                        Delete
                      </Button>
                    )}
                    <Button size="sm" variant="default" onClick={() => setOpen('upload')}>
                      Upload CSV
                    </Button>
                    <Button size="sm" onClick={() => setOpen('add')}>
                      Add entries
                    </Button>
                  </>
                )}
              </>
            }
          >
            {name}
          </OneHead>
          <Section title="Overview">
            <Facts
              of={[
                ['Values', listKindName(kind)],
                ['Created', <Time key="c" at={createdAt} />],
              ]}
            />
          </Section>
          <Imports listId={listId} uploads={uploads} onAdded={() => result.refetch()} />
          <Entries of={shown!.entries} mayChange={mayChange} onDelete={setOpen} />
          <Raw value={shown!.valueList} restPath={urlPath`/lists/${listId}`} />
          {open === 'add' && <AddEntries {...dialog} kind={kind} />}
          {open === 'upload' && <UploadEntries {...dialog} onDone={() => setUploads(uploads + 1)} />}
          {open === 'delete' && <DeleteList listId={listId} name={name} onClose={dialog.onClose} />}
          {open && typeof open === 'object' && <DeleteEntry {...dialog} entry={open} />}
        </Stack>
      )}
    </ShowOne>
  );
}
