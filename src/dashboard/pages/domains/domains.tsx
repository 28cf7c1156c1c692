import { useMutation, useQuery } from '@apollo/client/react';
import { Alert, Button, Group, Stack, Text } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useState } from 'react';
import { makeKey } from '../../data/idempotency.ts';
import { problemOf } from '../../data/problem.ts';
import { useSession } from '../../session/session.tsx';
import { Section } from '../../show/facts.tsx';
import { Identifier } from '../../show/identifier.tsx';
import { SmallTable } from '../../show/small-table.tsx';
import { Failure, Loading, PageHead } from '../../show/states.tsx';
import { Status } from '../../show/status.tsx';
import { Time } from '../../show/time.tsx';
import { AddDomain, DeleteDomain, type Domain } from './domain-dialogs.tsx';
import { DomainsDocument, VerifyDomainDocument } from './domains.documents.ts';
import { type NamedHost, namedHosts } from './named-hosts.ts';

type Open = 'add' | Domain;

/** Domains that the merchant proves to control, and the hosts of settings that wait for a proof. */
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
          <NamedHosts hosts={namedHosts(data)} />
        </>
      )}
      {open === 'add' && <AddDomain {...dialog} />}
      {open && open !== 'add' && <DeleteDomain domain={open} {...dialog} />}
    </Stack>
  );
}

interface DomainTableProps {
  readonly domains: readonly Domain[];
  readonly canChange: boolean;
  readonly onChange: () => unknown;
  readonly onDelete: (domain: Domain) => void;
}

function DomainTable({ canChange, domains, onChange, onDelete }: DomainTableProps) {
  return (
    <Section title="Your domains">
      <SmallTable
        label="Domains"
        rows={domains}
        keyOf={({ id }) => id}
        whenEmpty="No domains yet. A host that links, frames or Apple Pay use has no effect until its domain is proved."
        columns={[
          {
            header: 'Domain',
            cell: ({ domainName, scope }) => (
              <>
                <Text size="sm">{domainName}</Text>
                {scope === 'organization' && (
                  <Text size="xs" c="dimmed">
                    For the organization
                  </Text>
                )}
              </>
            ),
          },
          { header: 'Status', cell: (domain) => <DomainState domain={domain} /> },
          { header: 'Where to put the token', cell: (domain) => <Instructions domain={domain} /> },
          {
            header: 'Change',
            cell: (domain) =>
              canChange && (
                <Group gap="xs" wrap="nowrap">
                  <VerifyButton domain={domain} onChange={onChange} />
                  <Button
                    size="compact-xs"
                    variant="default"
                    aria-label={`Delete ${domain.domainName}`}
                    onClick={() => onDelete(domain)}
                  >
                    Delete
                  </Button>
                </Group>
              ),
          },
        ]}
      />
    </Section>
  );
}

function DomainState({ domain: { actsUntil, checkedAt, failureReason, status } }: { domain: Domain }) {
  return (
    <>
      <Status of={status} />
      {failureReason && <Text size="xs">{failureReason}</Text>}
      {checkedAt && (
        <Text size="xs" c="dimmed">
          Checked <Time at={checkedAt} />
        </Text>
      )}
      {status !== 'verified' && actsUntil && (
        <Text size="xs">
          Must be proved by <Time at={actsUntil} />
        </Text>
      )}
    </>
  );
}

function Instructions({ domain: { dnsRecord, fileUrl, token } }: { domain: Domain }) {
  return (
    <Stack gap={2}>
      <Text size="xs">
        TXT record <Identifier value={dnsRecord} />
      </Text>
      <Text size="xs">
        or file <Identifier value={fileUrl} />
      </Text>
      <Text size="xs">
        with <Identifier value={token} />
      </Text>
    </Stack>
  );
}

function VerifyButton({ domain, onChange }: { domain: Domain; onChange: () => unknown }) {
  const [verify, { loading }] = useMutation(VerifyDomainDocument);
  const run = async () => {
    try {
      const variables = { input: { domainId: domain.domainId, idempotencyKey: makeKey() } };
      const { data } = await verify({ variables });
      const { domain: found, userErrors } = data!.verifyDomain;
      const message = userErrors[0]?.message ?? found?.failureReason;
      notifications.show(
        message
          ? { color: 'red', title: `${domain.domainName} was not proved`, message }
          : { color: 'green', message: `${domain.domainName} is proved.` },
      );
    } catch (error) {
      notifications.show({ color: 'red', message: problemOf(error).message });
    }
    await onChange();
  };
  return (
    <Button
      size="compact-xs"
      variant="default"
      loading={loading}
      aria-label={`Verify ${domain.domainName}`}
      onClick={() => void run()}
    >
      Verify
    </Button>
  );
}

const hasEffect = ({ domain }: NamedHost): boolean => domain?.status === 'verified';

/** Hosts that settings name, with those first that have no effect. */
function NamedHosts({ hosts }: { hosts: readonly NamedHost[] }) {
  const rows = [...hosts].sort((a, b) => Number(hasEffect(a)) - Number(hasEffect(b)));
  const waiting = rows.filter((host) => !hasEffect(host)).length;
  return (
    <Section title="Hosts named in settings">
      {waiting > 0 && (
        <Alert color="orange">
          Unproved hosts have no effect: links use the service's own host, other sites cannot frame the pages,
          and Apple Pay is not offered there. Add their domain above and verify it; a proof that another
          account of the organization made for all accounts counts too. In the test environment, frames need
          no proof.
        </Alert>
      )}
      <SmallTable
        label="Hosts in settings"
        rows={rows}
        keyOf={({ host, setting }) => `${setting} ${host}`}
        whenEmpty="The settings name no hosts."
        columns={[
          { header: 'Host', cell: ({ host }) => host },
          { header: 'Setting', cell: ({ setting }) => setting },
          { header: 'Proof', cell: (host) => <ProofOf host={host} /> },
        ]}
      />
    </Section>
  );
}

function ProofOf({ host: { domain } }: { host: NamedHost }) {
  if (domain?.status === 'verified') return <Status of="verified" />;
  if (!domain?.actsUntil) return <>Not proved</>;
  return (
    <>
      Not proved; works until <Time at={domain.actsUntil} />
    </>
  );
}
