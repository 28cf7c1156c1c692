import { type MutableToken, OAuth2Server } from 'oauth2-mock-server';

/** A local OpenID Connect provider, which signs in whoever it is told to. */
export interface OidcProvider {
  readonly settings: { readonly issuer: string; readonly clientId: string; readonly clientSecret: string };
  /** Sets what the provider says of the person who signs in next. */
  says(claims: Record<string, unknown>): void;
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
    Object.assign(payload, claims, { aud: settings.clientId }),
  );
  return {
    settings,
    says: (next) => {
      claims = next;
    },
    stop: () => provider.stop(),
  };
}
