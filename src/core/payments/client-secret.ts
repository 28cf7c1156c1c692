import type { ClientSecret } from '../access/client-secret.ts';

/** A payment's client secret as it is checked: good until the payment expires. */
export function sessionSecretOf(payment: {
  readonly client_secret: string;
  readonly created: Date;
  readonly expires_on?: Date | null;
}): ClientSecret {
  const { client_secret: secret, created, expires_on: expiresOn } = payment;
  return expiresOn
    ? { secret, createdAt: expiresOn, lifetimeS: 0 }
    : { secret, createdAt: created, lifetimeS: null };
}
