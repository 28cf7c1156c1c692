import type { ConnectorAccess } from '../../core/foundation/ports/connector.ts';

/**
 * An HMAC key of Adyen. The package accepts any text as one, and reads anything that is not hexadecimal as an empty
 * key.
 */
const hmacKey = /^(?:[0-9A-Fa-f]{2}){16,64}$/;

/** The secrets that an account's webhooks are signed with: while keys are changed, two are good. */
export const hmacKeysOf = ({ additionalWebhookSecret, webhookSecret }: ConnectorAccess): string[] =>
  [webhookSecret, additionalWebhookSecret].filter((key): key is string => key !== null && hmacKey.test(key));
