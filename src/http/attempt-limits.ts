import type { RateLimitSettings } from './load/rate-limits.ts';
import { type AttemptLimitParts, SharedAttemptLimit } from './load/shared-attempt-limit.ts';

const MINUTE_S = 60;

/** The limits on attempts that hold across processes. */
export function openAttemptLimits(settings: RateLimitSettings, parts: AttemptLimitParts) {
  return {
    refusedKeys: new SharedAttemptLimit(
      {
        name: 'refused_keys',
        what: 'invalid keys from this address',
        attempts: settings.refusedKeys,
        windowS: MINUTE_S,
      },
      parts,
    ),
    clientSecrets: new SharedAttemptLimit(
      {
        name: 'client_secrets',
        what: 'wrong client secrets for this object',
        attempts: settings.clientSecrets,
        windowS: 15 * MINUTE_S,
      },
      parts,
    ),
    signIns: new SharedAttemptLimit(
      {
        name: 'sign_ins',
        what: 'attempts to sign in with this address',
        attempts: settings.signIns,
        windowS: 15 * MINUTE_S,
      },
      parts,
    ),
    passwordResets: new SharedAttemptLimit(
      {
        name: 'password_resets',
        what: 'requests to reset the password of this address',
        attempts: settings.passwordResets,
        windowS: 60 * MINUTE_S,
      },
      parts,
    ),
    testWebhooks: new SharedAttemptLimit(
      {
        name: 'test_webhooks',
        what: 'test webhooks of this business profile',
        attempts: settings.testWebhooks,
        windowS: MINUTE_S,
      },
      parts,
    ),
  };
}

type AttemptLimits = ReturnType<typeof openAttemptLimits>;

/** How many attempts each limit has refused so far. */
export const refusalsOf = (limits: AttemptLimits): Record<keyof AttemptLimits, number> =>
  Object.fromEntries(Object.entries(limits).map(([name, { refusals }]) => [name, refusals])) as Record<
    keyof AttemptLimits,
    number
  >;
