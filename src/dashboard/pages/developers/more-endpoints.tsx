import { useQuery } from '@apollo/client/react';
import { Button, Menu } from '@mantine/core';
import { useState } from 'react';
import { Link } from 'wouter';
import { urlPath } from '../../../core/foundation/url-path.ts';
import { counted } from '../../data/words.ts';
import { useSession } from '../../session/session.tsx';
import { Section } from '../../show/facts.tsx';
import { SmallTable } from '../../show/small-table.tsx';
import { Status } from '../../show/status.tsx';
import { SecretDialog } from './api-keys.tsx';
import { type Endpoint, EndpointCommand, EndpointForm, endpointCommands } from './endpoint-dialogs.tsx';
import { EndpointState } from './endpoints.tsx';
import { MoreEndpointsDocument } from './more-endpoints.documents.ts';

type Command = keyof typeof endpointCommands;
type Open = { readonly command: Command | 'edit'; readonly endpoint: Endpoint } | { readonly command: 'add' };

/** Endpoints in addition to the profiles' own, each with its own events, secret and body version. */
export function MoreEndpoints({ onChange }: { onChange: () => unknown }) {
  const { can } = useSession();
  const { data, refetch } = useQuery(MoreEndpointsDocument, { fetchPolicy: 'cache-and-network' });
  const [open, setOpen] = useState<Open | null>(null);
  const [secret, setSecret] = useState<string | null>(null);
  const commandsFor = ({ disabled }: Endpoint): readonly (Command | 'edit')[] => [
    ...(can('WEBHOOKS_WRITE') ? (['test'] as const) : []),
    ...(can('SETTINGS_WRITE') ? (['edit', disabled ? 'resume' : 'pause', 'rotate', 'remove'] as const) : []),
  ];
  if (!data) return null;
  const dialog = {
    onClose: () => setOpen(null),
    onDone: () => Promise.all([refetch(), onChange()]),
    onSecret: setSecret,
  };
  return (
    <Section
      title="Additional endpoints"
      actions={
        can('SETTINGS_WRITE') && (
          <Button size="xs" variant="default" onClick={() => setOpen({ command: 'add' })}>
            Add an endpoint
          </Button>
        )
      }
    >
      <SmallTable
        label="Additional endpoints"
        rows={data.webhookEndpoints.nodes as readonly Endpoint[]}
        keyOf={({ id }) => id}
        whenEmpty="No additional endpoints"
        columns={[
          { header: 'URL', cell: ({ url }) => <span className="identifier">{url}</span> },
          { header: 'Profile', cell: ({ profile, profileId }) => profile?.profileName ?? profileId },
          {
            header: 'Events',
            cell: ({ eventTypes }) =>
              eventTypes ? (
                <span title={eventTypes.join(', ')}>{counted(eventTypes.length, 'type')}</span>
              ) : (
                'All'
              ),
          },
          {
            header: 'State',
            cell: ({ disabled, health }) =>
              disabled ? <Status of="disabled" /> : <EndpointState of={health} />,
          },
          { header: 'Description', cell: ({ description }) => description ?? '–' },
          {
            header: 'Webhooks',
            cell: ({ endpointId }) => (
              <Link href={urlPath`/dashboard/webhooks?endpoint=${endpointId}`}>Show</Link>
            ),
          },
          {
            header: 'Change',
            cell: (endpoint) =>
              commandsFor(endpoint).length > 0 && (
                <Menu position="bottom-end">
                  <Menu.Target>
                    <Button size="compact-xs" variant="default" aria-label={`Change ${endpoint.url}`}>
                      Change
                    </Button>
                  </Menu.Target>
                  <Menu.Dropdown>
                    {commandsFor(endpoint).map((command) => (
                      <Menu.Item
                        key={command}
                        {...(command === 'remove' ? { color: 'red' } : {})}
                        onClick={() => setOpen({ command, endpoint })}
                      >
                        {command === 'edit' ? 'Edit' : endpointCommands[command].label}
                      </Menu.Item>
                    ))}
                  </Menu.Dropdown>
                </Menu>
              ),
          },
        ]}
      />
      {open?.command === 'add' && (
        <EndpointForm endpoint={null} profiles={data.businessProfiles.nodes} {...dialog} />
      )}
      {open?.command === 'edit' && (
        <EndpointForm endpoint={open.endpoint} profiles={data.businessProfiles.nodes} {...dialog} />
      )}
      {open && open.command !== 'add' && open.command !== 'edit' && (
        <EndpointCommand command={open.command} endpoint={open.endpoint} {...dialog} />
      )}
      {secret && <SecretDialog title="The signing secret" secret={secret} onClose={() => setSecret(null)} />}
    </Section>
  );
}
