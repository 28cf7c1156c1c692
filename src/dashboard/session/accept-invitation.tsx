import { Anchor, Button, Loader, PasswordInput, Stack, Text, TextInput } from '@mantine/core';
import { useEffect, useState } from 'react';
import { useLocation, useSearchParams } from 'wouter';
import { urlPath } from '../../core/foundation/url-path.ts';
import { asWords } from '../data/words.ts';
import { auth, messageIn, readAuth } from './auth.ts';
import { keepMerchant } from './credentials.ts';
import { Card, Problem, useSubmit } from './form.tsx';
import { SignIn } from './sign-in.tsx';

interface Invitation {
  readonly email: string;
  readonly hasAccount: boolean;
  readonly merchantName: string | null;
  readonly role: string;
}

/** The page of an invitation's link: the person signs in, or creates an account, and joins the merchant account. */
export function AcceptInvitation() {
  const [params] = useSearchParams();
  const [, navigate] = useLocation();
  const token = params.get('token') ?? '';
  const [invitation, setInvitation] = useState<Invitation | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const [isSignedIn, setSignedIn] = useState<boolean | null>(null);

  useEffect(() => {
    const look = async () => {
      const [found, session] = await Promise.all([
        readAuth(urlPath`/invitation?token=${token}`),
        readAuth('/get-session'),
      ]);
      if (!found.isOk) return setProblem(messageIn(found.body) ?? 'This invitation is no longer valid.');
      setInvitation(found.body as unknown as Invitation);
      setSignedIn(session.isOk && 'user' in session.body);
    };
    look().catch(() => setProblem('Can’t reach the service. Check your connection.'));
  }, [token]);

  const joined = (body: Readonly<Record<string, unknown>>) => {
    if (typeof body.merchantId === 'string') keepMerchant(body.merchantId);
    navigate('/');
  };
  if (problem !== null) {
    return (
      <Card title="This link is no longer valid">
        <Text size="sm">{problem}</Text>
        <Text size="sm">Ask the person who invited you for a new invitation.</Text>
        <Anchor href="/">Sign in</Anchor>
      </Card>
    );
  }
  if (!invitation || isSignedIn === null) {
    return (
      <Card title="Invitation">
        <Loader aria-label="Loading" />
      </Card>
    );
  }
  if (invitation.hasAccount && !isSignedIn) return <SignIn onSignedIn={() => setSignedIn(true)} />;
  return <Join invitation={invitation} token={token} isNew={!invitation.hasAccount} onJoined={joined} />;
}

interface JoinProps {
  readonly invitation: Invitation;
  readonly token: string;
  readonly isNew: boolean;
  readonly onJoined: (body: Readonly<Record<string, unknown>>) => void;
}

function Join({ invitation, isNew, onJoined, token }: JoinProps) {
  const [name, setName] = useState('');
  const [password, setPassword] = useState('');
  const { isBusy, problem, submit } = useSubmit(async () => {
    const result = await auth('/accept-invitation', { token, ...(isNew ? { name, password } : {}) });
    if (!result.isOk) return messageIn(result.body) ?? 'Could not accept the invitation.';
    onJoined(result.body);
    return null;
  });
  return (
    <Card title={`Join ${invitation.merchantName ?? 'a merchant account'}`}>
      <form onSubmit={submit}>
        <Stack>
          <Text size="sm">
            You are invited as {asWords(invitation.role).toLowerCase()}, with the address {invitation.email}.
          </Text>
          <Problem text={problem} />
          {isNew && (
            <>
              <TextInput
                label="Your name"
                autoComplete="name"
                required
                withAsterisk={false}
                value={name}
                onChange={(event) => setName(event.currentTarget.value)}
              />
              <PasswordInput
                label="Password"
                autoComplete="new-password"
                required
                withAsterisk={false}
                value={password}
                onChange={(event) => setPassword(event.currentTarget.value)}
                visibilityToggleButtonProps={{ 'aria-label': 'Show entered text' }}
              />
            </>
          )}
          <Button type="submit" loading={isBusy}>
            Join
          </Button>
        </Stack>
      </form>
    </Card>
  );
}
