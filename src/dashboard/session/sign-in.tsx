import { Anchor, Button, Group, PasswordInput, Stack, Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import { auth, refusalOf } from './auth.ts';
import { Card, Problem, useSubmit } from './form.tsx';
import { PasskeySignIn } from './passkey-sign-in.tsx';
import { passkeysWork } from './passkeys.ts';
import { ProviderSignIn } from './provider-sign-in.tsx';
import { SecondFactor } from './second-factor.tsx';

type Step = 'password' | 'second_factor' | 'forgotten' | 'mailed';

interface SignInProps {
  readonly onSignedIn: () => void;
  /** Whether the last session ended without a sign-out. */
  readonly hasEnded?: boolean;
}

/** The sign-in form: e-mail and password, then a code if the account requires one. */
export function SignIn({ hasEnded = false, onSignedIn }: SignInProps) {
  const [step, setStep] = useState<Step>('password');
  const [email, setEmail] = useState('');
  const back = () => setStep('password');
  if (step === 'second_factor') {
    return (
      <Card title="Two-factor authentication">
        <SecondFactor onSignedIn={onSignedIn} onBack={back} />
      </Card>
    );
  }
  if (step === 'mailed') {
    return (
      <Card title="Check your email">
        <Text size="sm">If {email} has an account, we have sent a link to choose a new password.</Text>
        <Anchor component="button" type="button" onClick={back}>
          Back to sign in
        </Anchor>
      </Card>
    );
  }
  return (
    <Card title={step === 'forgotten' ? 'Choose a new password' : 'Sign in to Switchyard'}>
      {hasEnded && step === 'password' && (
        <Text size="sm" role="status">
          Your session has ended. Sign in to continue on this page. Unsent entries are lost.
        </Text>
      )}
      {step === 'forgotten' ? (
        <Forgotten email={email} setEmail={setEmail} onMailed={() => setStep('mailed')} onBack={back} />
      ) : (
        <Password
          email={email}
          setEmail={setEmail}
          onSignedIn={onSignedIn}
          onSecondFactor={() => setStep('second_factor')}
          onForgotten={() => setStep('forgotten')}
        />
      )}
    </Card>
  );
}

interface PasswordProps {
  readonly email: string;
  readonly setEmail: (email: string) => void;
  readonly onSignedIn: () => void;
  readonly onSecondFactor: () => void;
  readonly onForgotten: () => void;
}

function Password({ email, onForgotten, onSecondFactor, onSignedIn, setEmail }: PasswordProps) {
  const [password, setPassword] = useState('');
  const { isBusy, problem, submit } = useSubmit(async () => {
    const result = await auth('/sign-in/email', { email: email.trim(), password });
    if (!result.isOk) return refusalOf(result, 'The email or the password is wrong.');
    if (result.body.twoFactorRedirect === true) onSecondFactor();
    else onSignedIn();
    return null;
  });
  return (
    <form onSubmit={submit}>
      <Stack>
        <Problem text={problem} />
        <TextInput
          label="Email"
          type="email"
          autoComplete="username webauthn"
          autoFocus
          required
          withAsterisk={false}
          value={email}
          onChange={(event) => setEmail(event.currentTarget.value)}
        />
        <PasswordInput
          label="Password"
          autoComplete="current-password"
          required
          withAsterisk={false}
          value={password}
          onChange={(event) => setPassword(event.currentTarget.value)}
          visibilityToggleButtonProps={{ 'aria-label': 'Show entered text' }}
        />
        <Button type="submit" loading={isBusy}>
          Sign in
        </Button>
        <Anchor component="button" type="button" size="sm" onClick={onForgotten}>
          Forgot password?
        </Anchor>
        {passkeysWork() && <PasskeySignIn onSignedIn={onSignedIn} />}
        <ProviderSignIn />
        <Group gap="md" justify="center">
          <Anchor href="/docs" size="sm">
            API reference
          </Anchor>
          <Anchor href="/graphiql" size="sm">
            GraphiQL
          </Anchor>
        </Group>
      </Stack>
    </form>
  );
}

interface ForgottenProps {
  readonly email: string;
  readonly setEmail: (email: string) => void;
  readonly onMailed: () => void;
  readonly onBack: () => void;
}

function Forgotten({ email, onBack, onMailed, setEmail }: ForgottenProps) {
  const { isBusy, problem, submit } = useSubmit(async () => {
    const result = await auth('/request-password-reset', { email: email.trim() });
    if (!result.isOk) return refusalOf(result, 'Enter a valid email address.');
    onMailed();
    return null;
  });
  return (
    <form onSubmit={submit}>
      <Stack>
        <Problem text={problem} />
        <TextInput
          label="Email"
          type="email"
          autoComplete="username"
          required
          withAsterisk={false}
          value={email}
          onChange={(event) => setEmail(event.currentTarget.value)}
        />
        <Button type="submit" loading={isBusy}>
          Send a link
        </Button>
        <Anchor component="button" type="button" size="sm" onClick={onBack}>
          Back to sign in
        </Anchor>
      </Stack>
    </form>
  );
}
