import { Alert } from '@mantine/core';
import { Section } from '../../show/facts.tsx';
import { SmallTable } from '../../show/small-table.tsx';
import { Status } from '../../show/status.tsx';
import { Time } from '../../show/time.tsx';
import type { NamedHost } from './named-hosts.ts';

const hasEffect = ({ domain }: NamedHost): boolean => domain?.status === 'verified';

/** The hosts in settings, hosts without effect first. */
export function HostTable({ hosts }: { hosts: readonly NamedHost[] }) {
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
        whenEmpty="No hosts in settings"
        columns={[
          { header: 'Host', cell: ({ host }) => host },
          { header: 'Setting', cell: ({ setting }) => setting },
          { header: 'Proof', cell: (host) => <Proof host={host} /> },
        ]}
      />
    </Section>
  );
}

function Proof({ host: { domain } }: { host: NamedHost }) {
  if (domain?.status === 'verified') return <Status of="verified" />;
  if (!domain?.actsUntil) return <>Not proved</>;
  return (
    <>
      Not proved; works until <Time at={domain.actsUntil} />
    </>
  );
}
