import { Button, Container, Group } from '@mantine/core';
import { useState } from 'react';
import { Passkeys } from '../pages/settings/passkeys.tsx';
import { TwoFactor } from '../pages/settings/two-factor.tsx';
import { Section } from '../show/facts.tsx';

interface EnrolSecondFactorProps {
  /** Called once an authenticator app may have been set up: the session then counts as begun with it. */
  readonly onEnrolled: () => void;
  readonly signOut: () => Promise<void>;
}

/** Lets a person set a second factor up whose merchant account requires one, in place of every other page. */
export function EnrolSecondFactor({ onEnrolled, signOut }: EnrolSecondFactorProps) {
  const [isOpen, setOpen] = useState(false);
  const close = () => {
    setOpen(false);
    onEnrolled();
  };
  return (
    <Container size="sm" py="xl">
      <Section
        title="This merchant account requires a second factor"
        actions={
          <Group gap="xs">
            <Button size="xs" onClick={() => setOpen(true)}>
              Set up an authenticator app
            </Button>
            <Button size="xs" variant="default" onClick={() => void signOut()}>
              Sign out
            </Button>
          </Group>
        }
      >
        Set up an authenticator app, or add a passkey and sign in again with it.
        <Passkeys />
        {isOpen && <TwoFactor isOn={false} onClose={close} />}
      </Section>
    </Container>
  );
}
