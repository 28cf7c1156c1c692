import { ApolloProvider, useQuery } from '@apollo/client/react';
import { Button, Center, Container, Loader } from '@mantine/core';
import { type ReactNode, type RefObject, useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { problemOf } from '../data/problem.ts';
import { auth, readAuth } from '../session/auth.ts';
import { connect } from '../session/client.ts';
import { firstMerchant, keepMerchant } from '../session/credentials.ts';
import { SessionDocument } from '../session/session.documents.ts';
import { SessionProvider } from '../session/session.tsx';
import { SignIn } from '../session/sign-in.tsx';
import { Empty, Failure } from '../show/states.tsx';
import { EnrolSecondFactor } from './enrol-second-factor.tsx';

/** Shows the dashboard to signed-in people, and the sign-in form to others, at the same URL. */
export function Gate({ children }: { children: ReactNode }) {
  const [merchantId, setMerchantId] = useState(firstMerchant);
  const [isSignedOut, setSignedOut] = useState(false);
  // Whether the session ended while the dashboard was in use, rather than by signing out.
  const isInUse = useRef(false);
  // Each sign-in and each merchant account has its own client, and so its own cache.
  const [generation, setGeneration] = useState(0);

  const connection = useMemo(() => {
    void generation;
    return connect(merchantId, () => void confirmSignedOut().then((isOut) => isOut && setSignedOut(true)));
  }, [merchantId, generation]);
  useEffect(() => () => connection.close(), [connection]);

  const actIn = useCallback((chosen: string | null) => {
    keepMerchant(chosen);
    setMerchantId(chosen);
  }, []);
  const signOut = useCallback(async () => {
    isInUse.current = false;
    await auth('/sign-out');
    keepMerchant(null);
    setSignedOut(true);
  }, []);
  const signedIn = useCallback(() => {
    setGeneration((past) => past + 1);
    setSignedOut(false);
  }, []);

  if (isSignedOut) return <SignIn onSignedIn={signedIn} hasEnded={isInUse.current} />;
  return (
    <ApolloProvider client={connection.client} key={`${merchantId} ${generation}`}>
      <SignedIn merchantId={merchantId} actIn={actIn} signOut={signOut} isInUse={isInUse}>
        {children}
      </SignedIn>
    </ApolloProvider>
  );
}

/**
 * Whether the session has ended. A request in flight during a second-factor check has the former session and is refused.
 */
async function confirmSignedOut(): Promise<boolean> {
  const { body } = await readAuth('/get-session').catch(() => ({ body: {} }));
  return !('user' in body);
}

interface SignedInProps {
  readonly merchantId: string | null;
  readonly actIn: (merchantId: string | null) => void;
  readonly signOut: () => Promise<void>;
  readonly isInUse: RefObject<boolean>;
  readonly children: ReactNode;
}

function SignedIn({ actIn, children, isInUse, merchantId, signOut }: SignedInProps) {
  const { data, error, refetch } = useQuery(SessionDocument);
  const hasData = Boolean(data);
  useEffect(() => {
    if (hasData) isInUse.current = true;
  }, [hasData, isInUse]);
  const problem = error && problemOf(error);
  const accounts = data?.viewer.merchantAccounts ?? [];
  const isOwn = accounts.some((account) => account.merchantId === merchantId);
  const chosen = isOwn ? merchantId : (accounts[0]?.merchantId ?? null);
  const lacksSecondFactor = problem?.code === 'second_factor_required';
  // The person may have left the stored merchant account.
  const isStale =
    merchantId !== null &&
    !lacksSecondFactor &&
    (problem?.status === 403 || problem?.status === 404 || (data && !isOwn));

  useEffect(() => {
    if (isStale) actIn(null);
    else if (data && chosen !== null && chosen !== merchantId) actIn(chosen);
  }, [isStale, data, chosen, merchantId, actIn]);

  if (data && chosen !== null && chosen === merchantId) {
    return (
      <SessionProvider viewer={data.viewer} merchantId={chosen} switchMerchant={actIn} signOut={signOut}>
        {children}
      </SessionProvider>
    );
  }
  if (data && accounts.length === 0) {
    return (
      <Empty
        title="You have no merchant account"
        action={
          <Button variant="default" onClick={() => void signOut()}>
            Sign out
          </Button>
        }
      >
        Ask an owner or admin of the merchant account to invite {data.viewer.person?.email}.
      </Empty>
    );
  }
  if (lacksSecondFactor)
    return <EnrolSecondFactor onEnrolled={() => refetch().catch(() => undefined)} signOut={signOut} />;
  if (error && !isStale) {
    return (
      <Container size="xs" py="xl">
        <Failure error={error} onRetry={refetch} />
      </Container>
    );
  }
  return (
    <Center mih="100vh">
      <Loader aria-label="Loading" />
    </Center>
  );
}
