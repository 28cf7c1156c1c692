import type { ConnectorAccount } from '../entities/connector-account.ts';
import type { Ports } from '../foundation/ports/ports.ts';

/** The wallets that pages have buttons of. */
export const buttonNames = ['google_pay', 'apple_pay'] as const;
export type ButtonName = (typeof buttonNames)[number];

/** The wallets whose buttons an account may have the data of, by its connector's description: no connector is called. */
export function walletsOfAccount(
  { connectors }: Pick<Ports, 'connectors'>,
  account: Pick<ConnectorAccount, 'connector_name' | 'metadata' | 'test_mode'>,
): readonly string[] {
  const connector = connectors.find(account.connector_name);
  if (!connector?.abilities.has('session_token')) return [];
  return connector.walletsOf?.(account) ?? connector.paymentMethods?.wallet?.types ?? [];
}
