import { Anchor, Button, Loader, PasswordInput, Stack, Text } from '@mantine/core';
import { useEffect, useState } from 'react';
import { type AskedProof, auth, messageIn, readAuth, refusalOf } from './auth.ts';
import { Problem, useSubmit } from './form.tsx';
import { isNoPasskey, passkeysWork, signInWithPasskey } from './passkeys.ts';
import { signInAtProvider } from './provider-sign-in.tsx';
import { SecondFactor } from './second-factor.tsx';

interface ProveProps {
  readonly onProved: () => void;
}

/** The factors that a person has. */
export interface OwnFactors {
  readonly hasApp: boolean;
  readonly hasPasskey: boolean;
}

/** Reads the person's factors. */
export async function readOwnFactors(): Promise<OwnFactors> {
  const [current, passkeys] = await Promise.all([
    readAuth('/get-session'),
    readAuth('/passkey/list-user-passkeys'),
  ]);
  const { user } = current.body as { user?: { twoFactorEnabled?: boolean } };
  const listed: unknown = passkeys.body;
  return {
    hasApp: user?.twoFactorEnabled === true,
    hasPasskey: Array.isArray(listed) && listed.length > 0,
  };
}

/** Asks a signed-in person to prove their identity again. */
export function Prove({ proof, onProved }: ProveProps & { proof: AskedProof }) {
  if (proof === 'password') return <ByPassword onProved={onProved} />;
  if (proof === 'provider') return <ByProvider />;
  return <ByFactor onProved={onProved} />;
}

function ByFactor({ onProved }: ProveProps) {
  const [factors, setFactors] = useState<OwnFactors | null>(null);
  useEffect(() => {
    readOwnFactors().then(setFactors, () => setFactors({ hasApp: true, hasPasskey: true }));
  }, []);
  if (!factors) return <Loader aria-label="Loading" />;
  if (!factors.hasApp && !factors.hasPasskey) {
    return (
      <Stack>
        <Text size="sm">
          This action needs a second factor, and you have none yet. Set up an authenticator app or a passkey
          in the{' '}
          <Anchor href="/dashboard/settings" target="_blank" underline="always">
            settings, which open in a new tab
          </Anchor>
          . Then continue here: what you entered is kept.
        </Text>
        <Button onClick={onProved}>Continue</Button>
      </Stack>
    );
  }
  return (
    <Stack>
      <Text size="sm">Confirm with your second factor. Valid for five minutes.</Text>
      {factors.hasApp && <SecondFactor onSignedIn={onProved} />}
      {factors.hasPasskey && passkeysWork() && <ByPasskey onProved={onProved} />}
    </Stack>
  );
}

function ByPasskey({ onProved }: ProveProps) {
  const { isBusy, problem, run } = useSubmit(async () => {
    const result = await signInWithPasskey();
    if (isNoPasskey(result)) return result.noPasskey;
    if (!result.isOk) return refusalOf(result, 'Could not check the passkey. Try again.');
    onProved();
    return null;
  });
  return (
    <>
      <Problem text={problem} />
      <Button variant="default" onClick={() => void run()} loading={isBusy}>
        Use a passkey
      </Button>
    </>
  );
}

function ByPassword({ onProved }: ProveProps) {
  const [password, setPassword] = useState('');
  const { isBusy, problem, submit } = useSubmit(async () => {
    const result = await auth('/verify-password', { password });
    if (!result.isOk) return refusalOf(result, 'The password is wrong.');
    onProved();
    return null;
  });
  return (
    <form onSubmit={submit}>
      <Stack>
        <Text size="sm">Confirm with your password. Valid for five minutes.</Text>
        <Problem text={problem} />
        <PasswordInput
          label="Password"
          autoComplete="current-password"
          required
          withAsterisk={false}
          value={password}
          onChange={(event) => setPassword(event.currentTarget.value)}
          visibilityToggleButtonProps={{ 'aria-label': 'Show entered text' }}
          data-autofocus
        />
        <Button type="submit" loading={isBusy}>
          Continue
        </Button>
      </Stack>
    </form>
  );
}

function ByProvider() {
  const { isBusy, problem, run } = useSubmit(async () => {
    const refused = await signInAtProvider();
    return (
      refused && (messageIn(refused.body) ?? 'The sign-in provider is not responding. Try again in a moment.')
    );
  });
  return (
    <Stack>
      <Text size="sm">
        Sign in with your organization again to confirm it’s you. You then return to this page.
      </Text>
      <Problem text={problem} />
      <Button onClick={() => void run()} loading={isBusy}>
        Sign in with your organization
      </Button>
    </Stack>
  );
}
