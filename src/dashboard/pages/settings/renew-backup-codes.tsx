import { Button, Group, PasswordInput, Stack } from '@mantine/core';
import { useRef, useState } from 'react';
import { ActionDialog } from '../../act/action-dialog.tsx';
import { Dialog } from '../../act/dialog.tsx';
import { auth, messageIn, proofAskedBy } from '../../session/auth.ts';
import { BackupCodes } from './enrolment-code.tsx';
import { useHasPassword } from './two-factor.tsx';

/** Replaces the backup codes of a person who has an authenticator app, and shows the new ones once. */
export function RenewBackupCodes({ onClose }: { onClose: () => void }) {
  const [password, setPassword] = useState('');
  const [shown, setShown] = useState<readonly string[] | null>(null);
  const hasPassword = useHasPassword();
  const codes = useRef<readonly string[]>([]);
  const run = async () => {
    const result = await auth('/two-factor/generate-backup-codes', hasPassword === false ? {} : { password });
    if (!result.isOk) {
      const message = messageIn(result.body) ?? 'Could not renew the backup codes.';
      return { userErrors: [{ message }], done: '', asks: proofAskedBy(result) };
    }
    codes.current = (result.body as { backupCodes: readonly string[] }).backupCodes;
    return { userErrors: [], done: '' };
  };
  if (shown) {
    return (
      <Dialog title="Your new backup codes" onClose={onClose}>
        <Stack>
          <BackupCodes codes={shown} />
          <Group justify="flex-end">
            <Button onClick={onClose}>Done</Button>
          </Group>
        </Stack>
      </Dialog>
    );
  }
  return (
    <ActionDialog
      title="Renew the backup codes"
      confirm="Renew"
      explanation="You get ten new codes. The old ones stop working, and you are signed out everywhere else."
      isDisabled={hasPassword !== false && !password}
      run={run}
      onClose={onClose}
      onNext={() => setShown(codes.current)}
    >
      {hasPassword !== false && (
        <PasswordInput
          label="Password"
          autoComplete="current-password"
          value={password}
          onChange={(event) => setPassword(event.currentTarget.value)}
          visibilityToggleButtonProps={{ 'aria-label': 'Show entered text' }}
          data-autofocus
        />
      )}
    </ActionDialog>
  );
}
