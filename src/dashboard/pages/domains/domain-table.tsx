import { useMutation } from '@apollo/client/react';
import { Button, Group, Stack, Text } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { makeKey } from '../../data/idempotency.ts';
import { problemOf } from '../../data/problem.ts';
import { Section } from '../../show/facts.tsx';
import { Identifier } from '../../show/identifier.tsx';
import { SmallTable } from '../../show/small-table.tsx';
import { Status } from '../../show/status.tsx';
import { Time } from '../../show/time.tsx';
import type { Domain } from './domain-dialogs.tsx';
import { VerifyDomainDocument } from './domains.documents.ts';

interface DomainTableProps {
  readonly domains: readonly Domain[];
  readonly canChange: boolean;
  readonly onChange: () => unknown;
  readonly onDelete: (domain: Domain) => void;
}

/** The domains, with their state and the place for their tokens. */
export function DomainTable({ canChange, domains, onChange, onDelete }: DomainTableProps) {
  return (
    <Section title="Your domains">
      <SmallTable
        label="Domains"
        rows={domains}
        keyOf={({ id }) => id}
        whenEmpty="No domains yet. Hosts for links, frames or Apple Pay have no effect until their domain is verified."
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
          Verify by <Time at={actsUntil} />
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
          ? { color: 'red', title: `${domain.domainName} was not verified`, message }
          : { color: 'green', message: `${domain.domainName} is verified.` },
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
