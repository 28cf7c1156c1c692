import { PasswordInput } from '@mantine/core';
import { useState } from 'react';
import { ActionDialog } from '../../act/action-dialog.tsx';
import { auth, messageIn, proofAskedBy } from '../../session/auth.ts';

/** Changes the person's password. */
export function ChangePassword({ onClose }: { onClose: () => void }) {
  const [currentPassword, setCurrent] = useState('');
  const [newPassword, setNew] = useState('');
  const run = async () => {
    const result = await auth('/change-password', {
      currentPassword,
      newPassword,
      revokeOtherSessions: true,
    });
    const message = result.isOk ? null : (messageIn(result.body) ?? 'Could not change the password.');
    return {
      userErrors: message === null ? [] : [{ message }],
      done: 'Password changed',
      asks: proofAskedBy(result),
    };
  };
  return (
    <ActionDialog
      title="Change password"
      confirm="Change"
      explanation="You stay signed in here and are signed out everywhere else."
      isDisabled={!currentPassword || !newPassword}
      run={run}
      onClose={onClose}
    >
      <PasswordInput
        label="Current password"
        autoComplete="current-password"
        value={currentPassword}
        onChange={(event) => setCurrent(event.currentTarget.value)}
        visibilityToggleButtonProps={{ 'aria-label': 'Show the current password' }}
        data-autofocus
      />
      <PasswordInput
        label="New password"
        autoComplete="new-password"
        value={newPassword}
        onChange={(event) => setNew(event.currentTarget.value)}
        visibilityToggleButtonProps={{ 'aria-label': 'Show the new password' }}
      />
    </ActionDialog>
  );
}
