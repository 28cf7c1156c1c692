import type { GenericEndpointContext } from 'better-auth';
import { genericOAuth } from 'better-auth/plugins';
import { decodeJwt } from 'jose';

/** An OpenID Connect provider that people may sign in with. */
export interface OidcSettings {
  /** Such as `https://login.example.com`. */
  readonly issuer: string;
  readonly clientId: string;
  readonly clientSecret: string;
}

/** The name of the provider in better-auth's endpoints. */
const OIDC = 'oidc';

/**
 * Signing in with the provider, by redirect. better-auth checks signature, issuer, audience, times and nonce of the ID token, and
 * takes each state once.
 */
export const openIdConnect = ({ clientId, clientSecret, issuer }: OidcSettings) =>
  genericOAuth({
    config: [
      {
        providerId: OIDC,
        discoveryUrl: `${issuer}/.well-known/openid-configuration`,
        clientId,
        clientSecret,
        scopes: ['openid', 'email', 'profile'],
        requireIdTokenVerification: true,
        accountSubject: ({ tokens }) => subjectOf(tokens.idToken, clientId),
      },
    ],
  });

/**
 * The person whom a verified ID token is about. There has to be one, and it has to be made for this service: one for several has to
 * name this one in `azp` (OpenID Connect Core 1.0, 3.1.3.7).
 */
function subjectOf(idToken: string | undefined, clientId: string): string {
  if (!idToken) throw new Error('The provider has sent no ID token.');
  const { aud, azp, sub } = decodeJwt(idToken);
  const isForSeveral = Array.isArray(aud) && aud.length > 1;
  if (azp === undefined ? isForSeveral : azp !== clientId) {
    throw new Error('The ID token was made for another client.');
  }
  return sub ?? '';
}

const times = new WeakMap<object, Date>();

/** Notes when the provider says that the person of a request has signed in, from its verified ID token. */
export function noteSignIn(
  context: GenericEndpointContext | null | undefined,
  idToken: string | null | undefined,
): void {
  if (!context || !idToken) return;
  const { auth_time: seconds } = decodeJwt(idToken);
  if (typeof seconds === 'number') times.set(context.context, new Date(seconds * 1000));
}

/**
 * When the person of a request has signed in at the provider. Null where the provider does not say so, and for requests without
 * the provider.
 */
export const signedInAt = (context: GenericEndpointContext | null | undefined): Date | null =>
  (context && times.get(context.context)) ?? null;
