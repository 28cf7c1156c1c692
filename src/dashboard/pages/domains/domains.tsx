import { useQuery } from '@apollo/client/react';
import { Button, Stack } from '@mantine/core';
import { useState } from 'react';
import { useSession } from '../../session/session.tsx';
import { Failure, Loading, PageHead } from '../../show/states.tsx';
import { AddDomain, DeleteDomain, type Domain } from './domain-dialogs.tsx';
import { DomainTable } from './domain-table.tsx';
import { DomainsDocument } from './domains.documents.ts';
import { HostTable } from './host-table.tsx';
import { namedHosts } from './named-hosts.ts';

type Open = 'add' | Domain;

/** The merchant's domains, and the hosts in settings that await verification. */
export default function Domains() {
  const { can, merchantId } = useSession();
  const { data, error, refetch } = useQuery(DomainsDocument, {
    variables: { merchantId },
    fetchPolicy: 'cache-and-network',
  });
  const [open, setOpen] = useState<Open | null>(null);
  const done = () => refetch();
  const dialog = { onClose: () => setOpen(null), onDone: done };
  return (
    <Stack>
      <PageHead
        title="Domains"
        actions={can('SETTINGS_WRITE') && <Button onClick={() => setOpen('add')}>Add a domain</Button>}
      />
      {!data && error && <Failure error={error} onRetry={done} />}
      {!data && !error && <Loading />}
      {data && (
        <>
          <DomainTable
            domains={data.domains.nodes}
            canChange={can('SETTINGS_WRITE')}
            onChange={done}
            onDelete={setOpen}
          />
          <HostTable hosts={namedHosts(data)} />
        </>
      )}
      {open === 'add' && <AddDomain {...dialog} />}
      {open && open !== 'add' && <DeleteDomain domain={open} {...dialog} />}
    </Stack>
  );
}
