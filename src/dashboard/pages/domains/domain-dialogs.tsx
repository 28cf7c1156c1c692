import { useApolloClient } from '@apollo/client/react';
import { Checkbox, TextInput } from '@mantine/core';
import { useState } from 'react';
import { ActionDialog } from '../../act/action-dialog.tsx';
import type { Outcome } from '../../act/outcome.ts';
import { AddDomainDocument, DeleteDomainDocument, type DomainsQuery } from './domains.documents.ts';

export type Domain = DomainsQuery['domains']['nodes'][number];

interface DialogProps {
  readonly onClose: () => void;
  readonly onDone: () => unknown;
}

/** Adds a domain for verification. */
export function AddDomain(props: DialogProps) {
  const client = useApolloClient();
  const [domainName, setName] = useState('');
  const [isShared, setShared] = useState(false);
  const run = async (idempotencyKey: string): Promise<Outcome> => {
    const scope = isShared ? ('organization' as const) : ('merchant' as const);
    const input = { domainName, scope, idempotencyKey };
    const { data } = await client.mutate({ mutation: AddDomainDocument, variables: { input } });
    return {
      userErrors: data!.createDomain.userErrors,
      done: 'Domain added. Put its token where the list says, then choose Verify.',
    };
  };
  return (
    <ActionDialog
      title="Add a domain"
      confirm="Add the domain"
      explanation="The proof also covers subdomains. Nothing changes until the domain is verified."
      labels={{ domainName: 'Domain' }}
      isDisabled={domainName.trim() === ''}
      run={run}
      {...props}
    >
      <TextInput
        label="Domain"
        placeholder="shop.example.com"
        value={domainName}
        onChange={({ currentTarget }) => setName(currentTarget.value)}
      />
      <Checkbox
        label="Verify it for all merchant accounts of the organization"
        checked={isShared}
        onChange={({ currentTarget }) => setShared(currentTarget.checked)}
      />
    </ActionDialog>
  );
}

/** Confirms and deletes a domain. */
export function DeleteDomain({ domain, ...dialog }: DialogProps & { readonly domain: Domain }) {
  const client = useApolloClient();
  const run = async (idempotencyKey: string): Promise<Outcome> => {
    const input = { domainId: domain.domainId, idempotencyKey };
    const { data } = await client.mutate({ mutation: DeleteDomainDocument, variables: { input } });
    return { userErrors: data!.deleteDomain.userErrors, done: 'Domain deleted' };
  };
  return (
    <ActionDialog
      title="Delete the domain"
      confirm="Delete"
      explanation={`Settings that name ${domain.domainName} or a subdomain lose their effect: links use the service’s own host, and other sites can’t frame the pages.`}
      isDestructive
      run={run}
      {...dialog}
    />
  );
}
