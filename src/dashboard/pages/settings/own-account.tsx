import { Button, Group, Title } from '@mantine/core';
import { useEffect, useState } from 'react';
import { browserName } from '../../data/browser-name.ts';
import { auth, readAuth } from '../../session/auth.ts';
import { useSession } from '../../session/session.tsx';
import { Facts, Section } from '../../show/facts.tsx';
import { SmallTable } from '../../show/small-table.tsx';
import { Time } from '../../show/time.tsx';
import { ChangePassword } from './change-password.tsx';
import { Passkeys } from './passkeys.tsx';
import { RenewBackupCodes } from './renew-backup-codes.tsx';
import { TwoFactor } from './two-factor.tsx';

interface OwnSession {
  readonly id: string;
  readonly token: string;
  readonly createdAt: string;
  readonly userAgent?: string | null;
  readonly ipAddress?: string | null;
}

/** A person who takes over an old session must not see the others. */
const TOO_LONG_AGO = 'You signed in more than a day ago. Sign in again to see your other sessions.';

/** The person's password, second factor, passkeys and sessions. */
export function OwnAccount() {
  const { person } = useSession();
  const [open, setOpen] = useState<'password' | 'two_factor' | 'backup_codes' | null>(null);
  const [hasSecondFactor, setSecondFactor] = useState<boolean | null>(null);
  const [current, setCurrent] = useState<string | null>(null);
  const [sessions, setSessions] = useState<readonly OwnSession[] | null>(null);
  const look = async () => {
    const [current, all] = await Promise.all([readAuth('/get-session'), readAuth('/list-sessions')]);
    const { session, user } = current.body as {
      user?: { twoFactorEnabled?: boolean };
      session?: { id: string };
    };
    setSecondFactor(user?.twoFactorEnabled === true);
    setCurrent(session?.id ?? null);
    setSessions(Array.isArray(all.body) ? (all.body as OwnSession[]) : []);
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the page is opened
  useEffect(() => {
    look().catch(() => undefined);
  }, []);
  const close = () => {
    setOpen(null);
    look().catch(() => undefined);
  };
  const end = async (token: string) => {
    await auth('/revoke-session', { token });
    await look();
  };
  return (
    <Section
      title="Your sign-in"
      actions={
        <Group gap="xs">
          <Button size="xs" variant="default" onClick={() => setOpen('password')}>
            Change password
          </Button>
          {hasSecondFactor && (
            <Button size="xs" variant="default" onClick={() => setOpen('backup_codes')}>
              Renew backup codes
            </Button>
          )}
          {hasSecondFactor !== null && (
            <Button size="xs" variant="default" onClick={() => setOpen('two_factor')}>
              {hasSecondFactor ? 'Turn two-factor authentication off' : 'Turn two-factor authentication on'}
            </Button>
          )}
        </Group>
      }
    >
      <Facts
        of={[
          ['Name', person.name],
          ['Email', person.email],
          ['Two-factor authentication', hasSecondFactor === null ? null : hasSecondFactor ? 'On' : 'Off'],
        ]}
      />
      <Passkeys onChange={look} />
      <Title order={3} size="h5" mt="lg" mb="xs">
        Sessions
      </Title>
      <SmallTable
        label="Sessions"
        rows={sessions ?? []}
        keyOf={({ id }) => id}
        whenEmpty={sessions === null ? '' : TOO_LONG_AGO}
        columns={[
          {
            header: 'Browser',
            cell: ({ userAgent }) => <span title={userAgent ?? undefined}>{browserName(userAgent)}</span>,
          },
          { header: 'Address', cell: ({ ipAddress }) => ipAddress || '–' },
          { header: 'Since', cell: ({ createdAt }) => <Time at={createdAt} /> },
          {
            header: 'End',
            cell: ({ id, token }) =>
              id === current ? (
                'This session'
              ) : (
                <Button size="compact-xs" variant="default" onClick={() => void end(token)}>
                  Sign out there
                </Button>
              ),
          },
        ]}
      />
      {open === 'password' && <ChangePassword onClose={close} />}
      {open === 'backup_codes' && <RenewBackupCodes onClose={close} />}
      {open === 'two_factor' && <TwoFactor isOn={hasSecondFactor === true} onClose={close} />}
    </Section>
  );
}
