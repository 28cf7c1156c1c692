import { ConnectorAccount } from '../entities/connector-account.ts';
import type { AccountChoice } from '../entities/values/typed-routing.ts';
import { RoutingType } from '../entities/values/typed-routing.ts';
import type { Context, WritingContext } from '../foundation/context.ts';
import { invalidParameter, notFound, type Problem } from '../foundation/errors.ts';
import type { Connector } from '../foundation/ports/connector.ts';
import { memberPath } from '../model/validation-errors.ts';
import { namedChoices, type RoutingAlgorithm, readRoutingAlgorithm } from './routing-algorithm.ts';

/** The connector with this name. @throws {Problem} `invalid_parameter` if this service does not have it. */
export function requireConnector({ ports: { connectors } }: Context, name: string, param: string): Connector {
  const connector = connectors.find(name);
  if (connector) return connector;
  const known = connectors.names.join(', ');
  throw invalidParameter(param, `${param} must name a connector of this service: ${known || 'it has none'}.`);
}

/** The owner of the routing. A merchant account's default may name accounts of any of its profiles. */
export interface RoutingOwner {
  readonly merchant_id: string;
  readonly profile_id?: string | null;
  /** The noun of a new owner, which has no connector accounts yet; null for an existing one. */
  readonly isNew?: 'merchant account' | 'business profile';
}

/**
 * Validates a routing algorithm that is being set, and requires that the accounts it names exist: otherwise every
 * payment it routes would be refused.
 *
 * @returns The algorithm; null if the value sets none.
 * @throws {Problem} `invalid_parameter` for an invalid algorithm, an unknown connector, an account of another profile or
 * connector, or any account for a new owner; `resource_not_found` for an unknown account. Each names the path.
 */
export async function requireRoutable(
  tx: WritingContext,
  owner: RoutingOwner,
  value: unknown,
  param: string,
): Promise<RoutingAlgorithm | null> {
  if (value === null || value === undefined) return null;
  const algorithm = readRoutingAlgorithm(value, param);
  if (!algorithm) throw typeMissing(param);
  await requireAccounts(tx, owner, namedChoices(algorithm, value, param));
  return algorithm;
}

/** Requires that the accounts that a setting names exist. @throws {Problem} as {@link requireRoutable}. */
export async function requireAccounts(
  tx: WritingContext,
  owner: RoutingOwner,
  choices: readonly (readonly [path: string, choice: AccountChoice])[],
): Promise<void> {
  const ids = choices.flatMap(([, { merchant_connector_id: id }]) => id ?? []);
  const { merchant_id } = owner;
  const accounts =
    ids.length === 0
      ? []
      : await tx.transaction.em.find(ConnectorAccount, { merchant_id, merchant_connector_id: { $in: ids } });
  const byId = new Map(accounts.map((account) => [account.merchant_connector_id, account]));
  for (const [path, choice] of choices) requireChoice(tx, owner, choice, path, byId);
}

function typeMissing(param: string): Problem {
  const type = memberPath(param, 'type');
  return invalidParameter(type, `${type} must be one of ${RoutingType.values.join(', ')}.`);
}

function noAccountsYet(noun: string, path: string): Problem {
  const setting = path.split(/[.[]/)[0];
  return invalidParameter(
    path,
    `${path} names a connector account, but a new ${noun} has none. Create the ${noun} without ${setting}, add its connector accounts, then update it with ${setting}; or name connectors only.`,
  );
}

function requireChoice(
  tx: WritingContext,
  { isNew, profile_id: profileId }: RoutingOwner,
  { connector, merchant_connector_id: id }: AccountChoice,
  path: string,
  accounts: ReadonlyMap<string, ConnectorAccount>,
): void {
  if (connector !== null) requireConnector(tx, connector, path);
  if (id === null) return;
  if (isNew) throw noAccountsYet(isNew, path);
  const account = accounts.get(id);
  if (!account) throw notFound('connector account', path);
  if (profileId && account.profile_id !== profileId) {
    throw invalidParameter(path, `${path} must name a connector account of the same business profile.`);
  }
  if (connector !== null && account.connector_name !== connector) {
    throw invalidParameter(path, `${path} must name a connector account of the named connector.`);
  }
}
