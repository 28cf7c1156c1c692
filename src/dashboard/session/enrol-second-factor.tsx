import { Button, Container, Group, Paper, Stack, Text, Title } from '@mantine/core';
import { useDocumentTitle } from '@mantine/hooks';
import { useState } from 'react';
import { Passkeys } from '../pages/settings/passkeys.tsx';
import { TwoFactor } from '../pages/settings/two-factor.tsx';

interface EnrolSecondFactorProps {
  /** Called once an authenticator app may have been set up: the session then counts as begun with it. */
  readonly onEnrolled: () => void;
  readonly signOut: () => Promise<void>;
}

/** Lets a person set a second factor up whose merchant account requires one, in place of every other page. */
export function EnrolSecondFactor({ onEnrolled, signOut }: EnrolSecondFactorProps) {
  const [isOpen, setOpen] = useState(false);
  useDocumentTitle('Set up a second factor · Switchyard');
  const close = () => {
    setOpen(false);
    onEnrolled();
  };
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
      {isOpen && <TwoFactor isOn={false} onClose={close} />}
    </Container>
  );
}
