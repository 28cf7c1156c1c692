import type { Connector, ConnectorRegistry } from '../core/foundation/connector.ts';

/** The connectors a service has, by their names. */
export function connectorRegistry(connectors: readonly Connector[]): ConnectorRegistry {
  const byName = new Map(connectors.map((connector) => [connector.name, connector]));
  return { find: (name) => byName.get(name), names: [...byName.keys()].sort() };
}
