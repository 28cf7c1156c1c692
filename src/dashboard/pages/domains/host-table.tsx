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
          Unverified hosts have no effect: links use the service’s own host, other sites can’t frame the
          pages, and Apple Pay is not offered there. Add and verify their domain above, or use an
          organization-wide verification by another account. In the test environment, frames need no
          verification.
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
