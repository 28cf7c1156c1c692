import { Button } from '@mantine/core';
import { useEffect, useState } from 'react';
import { type AuthResult, auth, messageIn, readAuth } from './auth.ts';
import { Problem, useSubmit } from './form.tsx';

/**
 * Redirects to the OpenID Connect provider, which redirects back to this URL.
 *
 * @returns The service's refusal; null once the browser leaves the page.
 */
export async function signInAtProvider(): Promise<AuthResult | null> {
  const here = new URL(window.location.href);
  here.searchParams.delete('error');
  const { pathname, search } = here;
  const result = await auth('/sign-in/social', {
    provider: 'oidc',
    callbackURL: pathname + search,
    errorCallbackURL: pathname,
  });
  if (typeof result.body.url !== 'string') return result;
  window.location.assign(result.body.url);
  return null;
}

/** Signs in with the OpenID Connect provider, if one is configured. */
export function ProviderSignIn() {
  const [isOffered, setIsOffered] = useState(false);
  const { isBusy, problem, run } = useSubmit(async () => {
    const refused = await signInAtProvider();
    return (
      refused && (messageIn(refused.body) ?? 'The sign-in provider is not responding. Try again in a moment.')
    );
  });
  useEffect(() => {
    // Without a response, the other ways of signing in remain.
    readAuth('/methods').then(
      ({ body }) => setIsOffered(body.oidc === true),
      () => {},
    );
  }, []);
  if (!isOffered) return null;
  const isRefused = new URLSearchParams(window.location.search).has('error');
  return (
    <>
      <Problem
        text={
          problem ??
          (isRefused
            ? 'The provider signed you in, but there is no account for your verified address here. Ask for an invitation.'
            : null)
        }
      />
      <Button variant="default" onClick={() => void run()} loading={isBusy}>
        Sign in with your organization
      </Button>
    </>
  );
}
