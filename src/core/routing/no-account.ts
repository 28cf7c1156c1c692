import type { ConnectorAccount } from '../entities/connector-account.ts';
import { type Context, isCustomersKey } from '../foundation/context.ts';
import { Problem } from '../foundation/errors.ts';

/** Maximum number of accounts named with reasons in an error. */
const REASONS_MAX = 10;

/** The error when no account is eligible, with the reasons, except for a customer's client, which may not see accounts. */
export function noEligibleAccount(
  { caller }: Context,
  noun: string,
  reasons: ReadonlyMap<ConnectorAccount, string>,
): Problem {
  if (isCustomersKey(caller.kind)) {
    return new Problem('no_connector_available', `This ${noun} cannot be made with this payment method.`);
  }
  return new Problem(
    'no_connector_available',
    `No connector account can process this ${noun}: ${reasonsText(reasons)}.`,
  );
}

/** The reasons to exclude each account, by their labels. */
export function reasonsText(reasons: ReadonlyMap<ConnectorAccount, string>): string {
  const named = [...reasons].slice(0, REASONS_MAX).map(([account, reason]) => {
    return `${account.connector_label ?? account.connector_name} (${reason})`;
  });
  const more = reasons.size > REASONS_MAX ? ` and ${reasons.size - REASONS_MAX} more` : '';
  return named.length > 0 ? named.join(', ') + more : 'there are no connector accounts';
}

/** Maximum duration of an open circuit, in seconds. */
const RETRY_AFTER_S = 10;

/** The error while the circuits of all eligible accounts are open. */
export const noneReachable = (noun: string) =>
  new Problem(
    'connector_unavailable',
    `No connector account for this ${noun} can be reached at present. Nothing was sent; try again shortly.`,
    { retryAfterS: RETRY_AFTER_S },
  );

const retriesEnd: ReadonlySet<string> = new Set([
  'no_connector_available',
  'connector_unavailable',
  'outgoing_calls_off',
]);

/** The chosen accounts; empty if no account is eligible, and then there is no retry. */
export async function orNone(chosen: Promise<ConnectorAccount[]>): Promise<ConnectorAccount[]> {
  try {
    return await chosen;
  } catch (error) {
    if (error instanceof Problem && retriesEnd.has(error.code)) return [];
    throw error;
  }
}
