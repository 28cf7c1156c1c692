import type { BusinessProfile } from '../entities/business-profile.ts';
import { type ConnectorFailure, NOT_SENT_CODE } from '../foundation/ports/connector.ts';
import type { MappedError } from './map-error.ts';

/** Retries used by one confirmation or fulfilment, carried from call to call in the request. */
export interface Tries {
  /** The automatic retries made. */
  readonly retries: number;
  /** The connector accounts that must not be tried again. */
  readonly tried: readonly string[];
  /** Whether a charge by the connector's token was retried with the card number. */
  readonly withNumber?: boolean;
}

export const firstTry: Tries = Object.freeze({ retries: 0, tried: [] });

type RetrySettings = Pick<BusinessProfile, 'is_auto_retries_enabled' | 'max_auto_retries_enabled'>;
type Failure = Pick<ConnectorFailure, 'code' | 'advice'>;

const wasSent = ({ code }: Failure) => code !== NOT_SENT_CODE;

/**
 * Whether to retry a failed call: its error maps to `retry`, and the profile has automatic retries left. A call that
 * was certainly not sent does not count as a retry: no connector has seen it, so choosing another account continues the
 * routing. A retry that the card network advises against is not made.
 */
export function mayRetry(
  { is_auto_retries_enabled: isEnabled, max_auto_retries_enabled: max }: RetrySettings,
  { retries }: Tries,
  { decision }: Pick<MappedError, 'decision'>,
  failure: Failure,
): boolean {
  if (decision !== 'retry' || failure.advice?.retry === 'never') return false;
  return !wasSent(failure) || (isEnabled && retries < (max ?? 0));
}

/**
 * Whether to retry a failed charge by a connector's token with the card number: the error's mapping suggests it, the
 * profile enables it, and it was not tried before.
 */
export function mayRetryWithNumber(
  { is_clear_pan_retries_enabled: isEnabled }: Pick<BusinessProfile, 'is_clear_pan_retries_enabled'>,
  { withNumber = false }: Tries,
  { clear_pan_possible, decision }: Pick<MappedError, 'clear_pan_possible' | 'decision'>,
  { advice }: Failure,
): boolean {
  return isEnabled && clear_pan_possible && !withNumber && decision === 'retry' && advice?.retry !== 'never';
}

/** The retries left after a failure at an account. Later retries exclude the account unless `again`. */
export function triesAfter(
  { retries, tried, withNumber = false }: Tries,
  failure: Failure,
  account: string,
  again = false,
): Tries {
  return {
    withNumber,
    retries: wasSent(failure) ? retries + 1 : retries,
    tried: again ? tried : [...tried, account],
  };
}
