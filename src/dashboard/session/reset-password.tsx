import { Anchor, Button, PasswordInput, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { useSearchParams } from 'wouter';
import { auth, messageIn, refusalOf } from './auth.ts';
import { Card, Problem, useSubmit } from './form.tsx';

/** The page of a password reset link, where the person chooses a new password. */
export function ResetPassword() {
  const [params] = useSearchParams();
  const token = params.get('token');
  const [newPassword, setNewPassword] = useState('');
  const [isDone, setDone] = useState(false);
  const { isBusy, problem, submit } = useSubmit(async () => {
    const result = await auth('/reset-password', { token, newPassword });
    if (!result.isOk) {
      const message = messageIn(result.body);
      const isAboutPassword = message !== null && /password/i.test(message);
      return refusalOf(result, isAboutPassword ? message : 'The link is no longer valid. Ask for a new one.');
    }
    setDone(true);
    return null;
  });
  if (isDone) {
    return (
      <Card title="The password is changed">
        <Anchor href="/">Sign in</Anchor>
      </Card>
    );
  }
  if (!token) {
    return (
      <Card title="This link is no longer valid">
        <Text size="sm">Ask for a new one: choose “Forgotten?” where you sign in.</Text>
        <Anchor href="/">Sign in</Anchor>
      </Card>
    );
  }
  return (
    <Card title="Choose a new password">
      <form onSubmit={submit}>
        <Stack>
          <Problem text={problem} />
          <PasswordInput
            label="New password"
            autoComplete="new-password"
            required
            withAsterisk={false}
            value={newPassword}
            onChange={(event) => setNewPassword(event.currentTarget.value)}
            visibilityToggleButtonProps={{ 'aria-label': 'Show entered text' }}
          />
          <Button type="submit" loading={isBusy}>
            Change the password
          </Button>
        </Stack>
      </form>
    </Card>
  );
}
