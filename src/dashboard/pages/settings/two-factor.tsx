import { PasswordInput, TextInput } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import { ActionDialog } from '../../act/action-dialog.tsx';
import { auth, messageIn, proofAskedBy, readAuth } from '../../session/auth.ts';
import { AuthenticatorKey, BackupCodes } from './enrolment-code.tsx';

interface Enrolment {
  readonly totpURI: string;
  readonly backupCodes: readonly string[];
}

interface TwoFactorProps {
  readonly isOn: boolean;
  readonly onClose: () => void;
}

/** Turns the second factor on, verified by a code of the authenticator app, or off. */
export function TwoFactor({ isOn, onClose }: TwoFactorProps) {
  const [enrolment, setEnrolment] = useState<Enrolment | null>(null);
  return enrolment ? (
    <Prove enrolment={enrolment} onClose={onClose} />
  ) : (
    <Begin isOn={isOn} onClose={onClose} onEnrolled={setEnrolment} />
  );
}

interface BeginProps extends TwoFactorProps {
  readonly onEnrolled: (enrolment: Enrolment) => void;
}

/** Whether the person has a password; null until known. */
export function useHasPassword(): boolean | null {
  const [hasPassword, setHasPassword] = useState<boolean | null>(null);
  useEffect(() => {
    readAuth('/list-accounts').then(
      ({ body }) => {
        const accounts: unknown = body;
        const isPassword = ({ providerId }: { providerId?: unknown }) => providerId === 'credential';
        setHasPassword(!Array.isArray(accounts) || accounts.some(isPassword));
      },
      () => setHasPassword(true),
    );
  }, []);
  return hasPassword;
}

function Begin({ isOn, onClose, onEnrolled }: BeginProps) {
  const [password, setPassword] = useState('');
  const hasPassword = useHasPassword();
  const enrolment = useRef<Enrolment | null>(null);
  const run = async () => {
    const input = hasPassword === false ? {} : { password };
    const result = await auth(isOn ? '/two-factor/disable' : '/two-factor/enable', input);
    if (!result.isOk) {
      const message = messageIn(result.body) ?? 'The password is wrong.';
      return { userErrors: [{ message }], done: '', asks: proofAskedBy(result) };
    }
    enrolment.current = result.body as unknown as Enrolment;
    return { userErrors: [], done: isOn ? 'Two-factor authentication is off.' : '' };
  };
  return (
    <ActionDialog
      title={`Turn two-factor authentication ${isOn ? 'off' : 'on'}`}
      confirm={isOn ? 'Turn off' : 'Continue'}
      isDestructive={isOn}
      explanation={
        isOn
          ? 'You then sign in with only your password. You are signed out everywhere else.'
          : 'Each sign-in then also asks for a code from your authenticator app. You are signed out everywhere else.'
      }
      isDisabled={hasPassword !== false && !password}
      run={run}
      onClose={onClose}
      onNext={isOn ? undefined : () => onEnrolled(enrolment.current!)}
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

function Prove({ enrolment, onClose }: { enrolment: Enrolment; onClose: () => void }) {
  const [code, setCode] = useState('');
  const run = async () => {
    const result = await auth('/two-factor/verify-totp', { code: code.replaceAll(' ', '') });
    const message = result.isOk ? null : (messageIn(result.body) ?? 'The code is wrong.');
    return {
      userErrors: message === null ? [] : [{ message }],
      done: 'Two-factor authentication is on.',
      asks: proofAskedBy(result),
    };
  };
  return (
    <ActionDialog
      title="Turn two-factor authentication on"
      confirm="Turn on"
      explanation="Scan the code with your authenticator app, then type the code that it shows."
      isDisabled={code.trim() === ''}
      run={run}
      onClose={onClose}
    >
      <AuthenticatorKey uri={enrolment.totpURI} />
      <BackupCodes codes={enrolment.backupCodes} />
      <TextInput
        label="Code"
        inputMode="numeric"
        autoComplete="one-time-code"
        value={code}
        onChange={(event) => setCode(event.currentTarget.value)}
        data-autofocus
      />
    </ActionDialog>
  );
}
