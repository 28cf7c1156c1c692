import type { ConnectorAccount } from '../entities/connector-account.ts';
import { invalidParameter } from '../foundation/errors.ts';
import type { Connector } from '../foundation/ports/connector.ts';
import type { Ports } from '../foundation/ports/ports.ts';

/** The wallets with buttons on pages. */
export const buttonNames = ['google_pay', 'apple_pay'] as const;
export type ButtonName = (typeof buttonNames)[number];

/** The wallets for which a connector opens sessions; null for any. */
export const sessionWalletsOf = ({ paymentMethods, sessionWallets }: Connector): readonly string[] | null =>
  sessionWallets ?? paymentMethods?.wallet?.types ?? null;

/**
 * Checks that each name is a wallet that some connector of this service charges or opens sessions for, regardless of the
 * merchant's accounts.
 *
 * @throws {Problem} `invalid_parameter`, naming the first unknown wallet.
 */
export function requireWallets({ connectors }: Pick<Ports, 'connectors'>, names: readonly string[]): void {
  const all = connectors.names.flatMap((name) => connectors.find(name) ?? []);
  const known = new Set(
    all.flatMap((one) => [...(one.paymentMethods?.wallet?.types ?? []), ...(sessionWalletsOf(one) ?? [])]),
  );
  const unknown = names.findIndex((name) => !known.has(name));
  if (unknown === -1) return;
  const param = `wallets[${unknown}]`;
  throw invalidParameter(param, `${param} must be one of ${[...known].sort().join(', ')}.`);
}

/** The wallets whose button data an account may have, by its connector's description. No connector is called. */
export function walletsOfAccount(
  { connectors }: Pick<Ports, 'connectors'>,
  account: Pick<ConnectorAccount, 'connector_name' | 'metadata' | 'test_mode'>,
): readonly string[] {
  const connector = connectors.find(account.connector_name);
  if (!connector?.abilities.has('session_token')) return [];
  return connector.walletsOf?.(account) ?? connector.paymentMethods?.wallet?.types ?? [];
}
