import { useQuery } from '@apollo/client/react';
import { List, Text, VisuallyHidden } from '@mantine/core';
import { Link } from 'wouter';
import { type Permission, useSession } from '../../session/session.tsx';
import { Section } from '../../show/facts.tsx';
import { CheckIcon } from '../../show/icons.tsx';
import { FirstStepsDocument, type FirstStepsQuery } from './first-steps.documents.ts';

interface Step {
  readonly text: string;
  readonly href: string;
  readonly needs: Permission;
  /** Whether the step is done. The test payment never is: the first payment hides the steps. */
  readonly isDone?: (has: FirstStepsQuery) => boolean;
}

const steps: readonly Step[] = [
  {
    text: 'Connect a payment provider',
    href: '/dashboard/connectors',
    needs: 'CONNECTORS_WRITE',
    isDone: ({ connectorAccounts }) => (connectorAccounts?.nodes.length ?? 0) > 0,
  },
  {
    text: 'Create an API key for your server',
    href: '/dashboard/developers',
    needs: 'KEYS_WRITE',
    isDone: ({ apiKeys }) => (apiKeys?.nodes.length ?? 0) > 0,
  },
  {
    text: 'Send a test payment through the provider',
    href: '/dashboard/connectors',
    needs: 'PAYMENTS_WRITE',
  },
  {
    text: 'Invite your colleagues',
    href: '/dashboard/team',
    needs: 'TEAM_WRITE',
    isDone: ({ invitations, teamMembers }) =>
      (teamMembers?.nodes.length ?? 0) > 1 || (invitations?.nodes.length ?? 0) > 0,
  },
];

/** A new merchant account's first steps that the person may take, including completed ones. */
export function FirstSteps() {
  const { can } = useSession();
  const { data } = useQuery(FirstStepsDocument, {
    variables: {
      withAccounts: can('CONNECTORS_READ'),
      withKeys: can('KEYS_READ'),
      withTeam: can('TEAM_READ'),
    },
    fetchPolicy: 'cache-and-network',
  });
  const permitted = steps.filter(({ needs }) => can(needs));
  if (permitted.length === 0) return null;
  return (
    <Section title="First steps">
      <Text size="sm" mb="xs">
        You have no payments yet. To accept your first one:
      </Text>
      <List type="ordered" size="sm" spacing="xs">
        {permitted.map(({ href, isDone, text }) => (
          <List.Item key={text}>
            <Link href={href}>{text}</Link>
            {data && isDone?.(data as FirstStepsQuery) && (
              <span className="done">
                {' '}
                <CheckIcon size={14} />
                <VisuallyHidden>Done</VisuallyHidden>
              </span>
            )}
          </List.Item>
        ))}
      </List>
    </Section>
  );
}
