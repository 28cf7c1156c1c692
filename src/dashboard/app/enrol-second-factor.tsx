import { Button, Container, Group, Loader, Paper, Stack, Text, Title } from '@mantine/core';
import { useDocumentTitle } from '@mantine/hooks';
import { useEffect, useState } from 'react';
import { Passkeys } from '../pages/settings/passkeys.tsx';
import { TwoFactor } from '../pages/settings/two-factor.tsx';
import { type OwnFactors, Prove, readOwnFactors } from '../session/prove.tsx';

interface EnrolSecondFactorProps {
  /** Called once an authenticator app may have been set up: the session then counts as signed in with it. */
  readonly onEnrolled: () => Promise<unknown>;
  readonly signOut: () => Promise<void>;
}

/**
 * Replaces every page if the merchant account requires a second factor: asks the person for theirs, or lets them set one up.
 */
export function EnrolSecondFactor({ onEnrolled, signOut }: EnrolSecondFactorProps) {
  const [isOpen, setOpen] = useState(false);
  const [factors, setFactors] = useState<OwnFactors | null>(null);
  useEffect(() => {
    readOwnFactors().then(setFactors, () => setFactors({ hasApp: false, hasPasskey: false }));
  }, []);
  useDocumentTitle('Set up a second factor · Switchyard');
  const close = async () => {
    setOpen(false);
    await onEnrolled();
    // Shown only if the session still needs it: a provider's session must first prove the new factor.
    setFactors(await readOwnFactors());
  };
  if (!factors) return <Loader aria-label="Loading" />;
  if (factors.hasApp || factors.hasPasskey) {
    return (
      <Container component="main" size="xs" py="xl">
        <Paper withBorder p="md">
          <Stack>
            <Title order={1} size="h3">
              This merchant account requires your second factor
            </Title>
            <Prove proof="second_factor" onProved={() => void onEnrolled()} />
            <Button size="xs" variant="default" onClick={() => void signOut()}>
              Sign out
            </Button>
          </Stack>
        </Paper>
      </Container>
    );
  }
  return (
    <Container component="main" size="sm" py="xl">
      <Paper withBorder p="md">
        <Stack>
          <Title order={1} size="h3">
            This merchant account requires a second factor
          </Title>
          <Text>Set up an authenticator app, or add a passkey and sign in again with it.</Text>
          <Group gap="xs">
            <Button size="xs" onClick={() => setOpen(true)}>
              Set up an authenticator app
            </Button>
            <Button size="xs" variant="default" onClick={() => void signOut()}>
              Sign out
            </Button>
          </Group>
          <Title order={2} size="h4">
            Or a passkey
          </Title>
          <Passkeys />
        </Stack>
      </Paper>
      {isOpen && <TwoFactor isOn={false} onClose={() => void close().catch(() => undefined)} />}
    </Container>
  );
}
