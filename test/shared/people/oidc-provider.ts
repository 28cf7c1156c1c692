import { type MutableResponse, type MutableToken, OAuth2Server } from 'oauth2-mock-server';
import type { Browser } from './people.ts';

/** A local OpenID Connect provider, which signs in any configured person. */
export interface OidcProvider {
  readonly settings: { readonly issuer: string; readonly clientId: string; readonly clientSecret: string };
  /** Sets the provider's claims for the next sign-in. */
  says(claims: Record<string, unknown>): void;
  /** Changes the signed ID token of the next sign-in. */
  forges(change: (idToken: string) => string): void;
  stop(): Promise<void>;
}

export async function startOidcProvider(): Promise<OidcProvider> {
  const provider = new OAuth2Server();
  let claims: Record<string, unknown> = {};
  await provider.issuer.keys.generate('RS256');
  await provider.start(0, '127.0.0.1');
  const settings = {
    issuer: provider.issuer.url!,
    clientId: 'switchyard',
    clientSecret: 'a secret of the provider',
  };
  provider.service.on('beforeTokenSigning', ({ payload }: MutableToken) =>
    Object.assign(payload, { aud: settings.clientId }, claims),
  );
  let forge = (idToken: string) => idToken;
  provider.service.on('beforeResponse', ({ body }: MutableResponse) => {
    if (typeof body === 'object' && body && typeof body.id_token === 'string')
      body.id_token = forge(body.id_token);
  });
  return {
    settings,
    says: (next) => {
      claims = next;
      forge = (idToken) => idToken;
    },
    forges: (change) => {
      forge = change;
    },
    stop: () => provider.stop(),
  };
}

/** The parameters of the redirect to the provider, and the provider's redirect back. */
export async function askProvider(browser: Browser): Promise<{ asked: URLSearchParams; back: string }> {
  const { body } = await browser.post('/auth/sign-in/social', { provider: 'oidc', callbackURL: '/done' });
  const returned = (await fetch(body.url, { redirect: 'manual' })).headers.get('location')!;
  const { pathname, search } = new URL(returned);
  return { asked: new URL(body.url).searchParams, back: pathname + search };
}

/** Signs in with the provider like a browser that follows redirects; returns its final address. */
export async function signInWithProvider(browser: Browser): Promise<string> {
  const { back } = await askProvider(browser);
  const { headers } = await browser.get(back, { 'sec-fetch-site': 'cross-site' });
  return headers.get('location')!;
}
