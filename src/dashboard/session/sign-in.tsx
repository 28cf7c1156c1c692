import {
  Alert,
  Anchor,
  Button,
  Group,
  Paper,
  PasswordInput,
  Stack,
  Text,
  TextInput,
  Title,
} from '@mantine/core';
import { useDocumentTitle } from '@mantine/hooks';
import { type FormEvent, type ReactNode, useState } from 'react';
import { auth, refusalOf } from './auth.ts';
import { PasskeySignIn } from './passkey-sign-in.tsx';
import { passkeysWork } from './passkeys.ts';
import { ProviderSignIn } from './provider-sign-in.tsx';
import { SecondFactor } from './second-factor.tsx';

type Step = 'password' | 'second_factor' | 'forgotten' | 'mailed';

interface SignInProps {
  readonly onSignedIn: () => void;
  /** Whether a session ended that the person had not ended themselves. */
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
      <Card title="Look in your mail">
        <Text size="sm">
          If {email} has an account, a message with a link to choose a new password is on its way.
        </Text>
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
          Your session has ended. Sign in to go on with this page; what was not sent has to be typed again.
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

export function Card({ children, title }: { children: ReactNode; title: string }) {
  useDocumentTitle(`${title} · Switchyard`);
  return (
    <main className="sign-in">
      <Paper withBorder p="xl" radius="md" w="100%" maw={400}>
        <Stack>
          <img src="/favicon.svg" alt="Switchyard" width="40" height="40" />
          <Title order={1} size="h3">
            {title}
          </Title>
          {children}
        </Stack>
      </Paper>
    </main>
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
          visibilityToggleButtonProps={{ 'aria-label': 'Show what is typed' }}
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
    if (!result.isOk) return refusalOf(result, 'This is no email address.');
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

/** Why the form was refused; nothing if it was not. */
export function Problem({ text }: { text: string | null }) {
  if (text === null) return null;
  return (
    <Alert color="red" variant="outline" role="alert">
      {text}
    </Alert>
  );
}

/** Runs a form's request, one at a time. `ask` returns the reason of a refusal, or null. */
export function useSubmit(ask: () => Promise<string | null>) {
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const run = async () => {
    if (isBusy) return;
    setBusy(true);
    setProblem(null);
    try {
      setProblem(await ask());
    } catch {
      setProblem('The service cannot be reached. Check the connection.');
    } finally {
      setBusy(false);
    }
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    void run();
  };
  return { isBusy, problem, run, submit };
}
