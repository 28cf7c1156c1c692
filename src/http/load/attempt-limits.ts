import { createHash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import type { RateLimitSettings } from '../../config/limit-defaults.ts';
import type { Caller } from '../../core/foundation/context.ts';
import { Problem } from '../../core/foundation/errors.ts';
import type { AttemptLimit } from '../../core/foundation/ports/attempt-limit.ts';
import { networkOf } from '../requests/client-address.ts';
import { type AttemptLimitParts, SharedAttemptLimit } from './shared-attempt-limit.ts';

const MINUTE_S = 60;
/** How long wrong passwords block further attempts. */
const LOCKED_S = 30 * MINUTE_S;
/** Attempts to sign in as a person from anywhere, for each that one address has. */
const ANYWHERE = 10;
/** Longer than a code of an authenticator app is accepted. */
const CODE_S = 5 * MINUTE_S;

/** The limits on attempts that hold across processes. */
export function openAttemptLimits(settings: RateLimitSettings, parts: AttemptLimitParts) {
  const open = (name: string, what: string, attempts: number, windowS: number) =>
    new SharedAttemptLimit({ name, what, attempts, windowS }, parts);
  const { balanceChecks, clientSecrets, introspections, passwordResets, refusedKeys, signIns } = settings;
  const { linkMails, linkMailsToOne, testWebhooks } = settings;
  return {
    refusedKeys: open('refused_keys', 'invalid keys from this address', refusedKeys, MINUTE_S),
    introspections: open(
      'introspections',
      'new introspections without a key from this address',
      introspections,
      MINUTE_S,
    ),
    clientSecrets: open(
      'client_secrets',
      'wrong client secrets for this object',
      clientSecrets,
      15 * MINUTE_S,
    ),
    balanceChecks: open(
      'balance_checks',
      'checks of balances for this payment',
      balanceChecks,
      15 * MINUTE_S,
    ),
    signIns: open('sign_ins', 'attempts to sign in with this address', signIns, LOCKED_S),
    signInsAnywhere: open(
      'sign_ins_anywhere',
      'attempts to sign in with this address',
      signIns * ANYWHERE,
      LOCKED_S,
    ),
    codes: open('codes', 'uses of this code', 1, CODE_S),
    passwordResets: open(
      'password_resets',
      'requests to reset the password of this address',
      passwordResets,
      60 * MINUTE_S,
    ),
    testWebhooks: open('test_webhooks', 'test webhooks of this business profile', testWebhooks, MINUTE_S),
    linkMails: open('link_mails', 'links sent by e-mail for this merchant', linkMails, 60 * MINUTE_S),
    linkMailsToOne: open(
      'link_mails_to_one',
      'links sent to this e-mail address',
      linkMailsToOne,
      60 * MINUTE_S,
    ),
  };
}

type AttemptLimits = ReturnType<typeof openAttemptLimits>;

/** Refused attempts per limit. */
export const refusalsOf = (limits: AttemptLimits): Record<keyof AttemptLimits, number> =>
  Object.fromEntries(Object.entries(limits).map(([name, { refusals }]) => [name, refusals])) as Record<
    keyof AttemptLimits,
    number
  >;

/** Accepted keys that a process remembers, and for how long. */
const ACCEPTED_MAX = 10_000;
const ACCEPTED_MS = 60 * 60_000;

/** Looks a key up; rejects with `invalid_api_key` unless it opens anything. */
export type KeyLookUp = (presented: string | undefined) => Promise<Caller>;

/**
 * Limits the refused keys of an address: after too many, none of its keys is looked up for a while. Keys that this
 * process accepted recently still work, since many clients may share an address, behind a proxy all of them: a guessing
 * client does not lock them out.
 */
export class RefusedKeys {
  readonly #limit: AttemptLimit;
  /** SHA-256 of the keys. */
  readonly #accepted = new LRUCache<string, true>({ max: ACCEPTED_MAX, ttl: ACCEPTED_MS });

  constructor(limit: AttemptLimit) {
    this.#limit = limit;
  }

  /**
   * Looks a key up for an address, and counts it if it is refused. A request without a key guesses nothing.
   *
   * @throws {Problem} `rate_limited`; `invalid_api_key`.
   */
  async lookUp(presented: string | undefined, address: string, lookUp: KeyLookUp): Promise<Caller> {
    if (!presented) return lookUp(presented);
    const digest = createHash('sha256').update(presented).digest('base64');
    if (!this.#accepted.has(digest)) this.#limit.requireLeft(networkOf(address));
    try {
      const caller = await lookUp(presented);
      this.#accepted.set(digest, true);
      return caller;
    } catch (error) {
      if (error instanceof Problem && error.code === 'invalid_api_key') {
        this.#accepted.delete(digest);
        this.#limit.count(networkOf(address));
      }
      throw error;
    }
  }
}
