import { Anchor, Button, Stack, TextInput } from '@mantine/core';
import { useState } from 'react';
import { auth, refusalOf } from './auth.ts';
import { Problem, useSubmit } from './form.tsx';

interface SecondFactorProps {
  /** Cancels the sign-in; absent for a signed-in person. */
  readonly onBack?: () => void;
  readonly onSignedIn: () => void;
}

/**
 * Asks for an authenticator code or a backup code, as the second step of a sign-in or as a proof by a signed-in person.
 */
export function SecondFactor({ onBack, onSignedIn }: SecondFactorProps) {
  const [code, setCode] = useState('');
  const [isBackup, setBackup] = useState(false);
  const { isBusy, problem, submit } = useSubmit(async () => {
    const operation = isBackup ? '/two-factor/verify-backup-code' : '/two-factor/verify-totp';
    const result = await auth(operation, { code: code.replaceAll(' ', '') });
    if (!result.isOk) return refusalOf(result, 'The code is wrong or has expired.');
    onSignedIn();
    return null;
  });
  return (
    <form onSubmit={submit}>
      <Stack>
        <Problem text={problem} />
        <TextInput
          key={String(isBackup)}
          label={isBackup ? 'Backup code' : 'Code'}
          description={isBackup ? 'Each backup code works once.' : 'Six digits, from your authenticator app.'}
          inputMode={isBackup ? 'text' : 'numeric'}
          autoComplete="one-time-code"
          autoFocus
          required
          withAsterisk={false}
          value={code}
          onChange={(event) => setCode(event.currentTarget.value)}
        />
        <Button type="submit" loading={isBusy}>
          Verify
        </Button>
        <Anchor component="button" type="button" size="sm" onClick={() => setBackup(!isBackup)}>
          {isBackup ? 'Use the authenticator app' : 'Use a backup code'}
        </Anchor>
        {onBack && (
          <Anchor component="button" type="button" size="sm" onClick={onBack}>
            Back to sign in
          </Anchor>
        )}
      </Stack>
    </form>
  );
}
