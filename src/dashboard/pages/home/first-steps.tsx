import { List, Text } from '@mantine/core';
import { Link } from 'wouter';
import { type Permission, useSession } from '../../session/session.tsx';
import { Section } from '../../show/facts.tsx';

interface Step {
  readonly text: string;
  readonly href: string;
  readonly needs: Permission;
}

const steps: readonly Step[] = [
  { text: 'Connect a payment provider', href: '/dashboard/connectors', needs: 'CONNECTORS_WRITE' },
  { text: 'Create an API key for your server', href: '/dashboard/developers', needs: 'KEYS_WRITE' },
  {
    text: 'Send a test payment through the provider',
    href: '/dashboard/connectors',
    needs: 'PAYMENTS_WRITE',
  },
  { text: 'Invite your colleagues', href: '/dashboard/team', needs: 'TEAM_WRITE' },
];

/** What a new merchant account does first, of what the person may do. */
export function FirstSteps() {
  const { can } = useSession();
  const own = steps.filter(({ needs }) => can(needs));
  if (own.length === 0) return null;
  return (
    <Section title="First steps">
      <Text size="sm" mb="xs">
        There are no payments yet. To take the first one:
      </Text>
      <List type="ordered" size="sm" spacing="xs">
        {own.map(({ href, text }) => (
          <List.Item key={text}>
            <Link href={href}>{text}</Link>
          </List.Item>
        ))}
      </List>
    </Section>
  );
}
