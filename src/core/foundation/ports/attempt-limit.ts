import type { WritingContext } from '../context.ts';

/** A limit on attempts within a time window, across processes; attempts are counted by `subject`. */
export interface AttemptLimit {
  /** @throws {Problem} `rate_limited` if, to this process's knowledge, the subject has no attempt left. */
  requireLeft(...subject: readonly string[]): void;
  /** Counts an attempt: immediately for this process, in the background for the others. */
  count(...subject: readonly string[]): void;
  /**
   * Counts an attempt by a statement, exactly across processes; in a transaction it counts if the transaction
   * commits.
   *
   * @throws {Problem} `rate_limited`.
   */
  take(at: Pick<WritingContext, 'rows' | 'merchantId'>, ...subject: readonly string[]): Promise<void>;
  /** Resets the attempts of a subject that has authenticated. */
  forget(at: Pick<WritingContext, 'rows' | 'merchantId'>, ...subject: readonly string[]): Promise<void>;
}

/** The attempt limits of commands. */
export interface AttemptLimits {
  /** Wrong client secrets, per object. */
  readonly clientSecrets: AttemptLimit;
  /** Checks of gift cards' balances, per payment. */
  readonly balanceChecks: AttemptLimit;
  /** Test webhooks, per business profile. */
  readonly testWebhooks: AttemptLimit;
  /** Links that are sent by e-mail, per merchant. */
  readonly linkMails: AttemptLimit;
  /** Links that are sent by e-mail, per merchant and recipient. */
  readonly linkMailsToOne: AttemptLimit;
}
