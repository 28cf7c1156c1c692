import { RoutingType } from '../entities/values/routing.ts';
import { isObject } from '../model/read-input.ts';
import { memberPath, ValidationErrors } from '../model/validation-errors.ts';
import { type RoutingCondition, readCondition } from './routing-condition.ts';

/** Names a connector account, or every account at a connector. At least one of the two is set. */
export interface AccountChoice {
  readonly connector: string | null;
  readonly merchantConnectorId: string | null;
}

/** A share of the traffic, in percent. */
export interface Share {
  readonly split: number;
  readonly choice: AccountChoice;
}

/** A rule fits when all of its conditions hold; a rule without any always fits. */
export interface Rule {
  readonly name: string;
  readonly conditions: readonly RoutingCondition[];
  readonly choices: readonly AccountChoice[];
}

/** How the connector account of a payment or payout is chosen. */
export type RoutingAlgorithm =
  | { readonly type: 'single'; readonly choice: AccountChoice }
  | { readonly type: 'priority'; readonly choices: readonly AccountChoice[] }
  | { readonly type: 'volume_split'; readonly shares: readonly Share[] }
  | {
      readonly type: 'advanced';
      readonly rules: readonly Rule[];
      readonly otherwise: readonly AccountChoice[];
    };

/** Most entries of a list in an algorithm: accounts, shares, rules, or conditions of a rule. */
const ENTRIES_MAX = 100;
const NAME_MAX = 64;
const PERCENT = 100;

const isName = (value: unknown) =>
  typeof value === 'string' && value.length > 0 && value.length <= NAME_MAX && !value.includes('\0');

type Json = Record<string, unknown>;
type Read<T> = (value: unknown, path: string, findings: ValidationErrors) => T;

/** An object's members, of which it has no others than those named; what is no object has none. */
function membersOf(value: unknown, names: readonly string[], path: string, findings: ValidationErrors): Json {
  if (!isObject(value)) {
    findings.invalid(path, `must be an object with ${names.join(' and ')}`);
    return {};
  }
  for (const name of Object.keys(value)) {
    if (!names.includes(name)) findings.unknown(path, name, names);
  }
  return value as Json;
}

function readList<T>(
  value: unknown,
  path: string,
  findings: ValidationErrors,
  read: Read<T>,
  least = 1,
): T[] {
  if (!Array.isArray(value) || value.length < least || value.length > ENTRIES_MAX) {
    findings.invalid(path, `must be a list of ${least} to ${ENTRIES_MAX} entries`);
    return [];
  }
  return value.map((entry, i) => read(entry, `${path}[${i}]`, findings));
}

function readName(value: unknown, path: string, findings: ValidationErrors): string | null {
  if (value === null || value === undefined) return null;
  if (!isName(value)) findings.invalid(path, `must be text of 1 to ${NAME_MAX} characters`);
  return value as string;
}

const readChoice: Read<AccountChoice> = (value, path, findings) => {
  // A connector's bare name is short for the object that names nothing else.
  if (typeof value === 'string') {
    return { connector: readName(value, path, findings), merchantConnectorId: null };
  }
  const given = membersOf(value, ['connector', 'merchant_connector_id'], path, findings);
  const choice = {
    connector: readName(given.connector, memberPath(path, 'connector'), findings),
    merchantConnectorId: readName(
      given.merchant_connector_id,
      memberPath(path, 'merchant_connector_id'),
      findings,
    ),
  };
  if (choice.connector === null && choice.merchantConnectorId === null) {
    findings.invalid(path, 'must have a connector or a merchant_connector_id');
  }
  return choice;
};

const readShare: Read<Share> = (value, path, findings) => {
  const { split, connector } = membersOf(value, ['split', 'connector'], path, findings);
  const isPercent = Number.isInteger(split) && (split as number) >= 0 && (split as number) <= PERCENT;
  if (!isPercent) {
    findings.invalid(memberPath(path, 'split'), `must be a whole number from 0 to ${PERCENT}`);
  }
  return {
    split: isPercent ? (split as number) : 0,
    choice: readChoice(connector, memberPath(path, 'connector'), findings),
  };
};

const readRule: Read<Rule> = (value, path, findings) => {
  const { name, conditions, connectors } = membersOf(
    value,
    ['name', 'conditions', 'connectors'],
    path,
    findings,
  );
  return {
    name: readName(name, memberPath(path, 'name'), findings) ?? '',
    conditions: readList(conditions ?? [], memberPath(path, 'conditions'), findings, readCondition, 0).filter(
      (condition) => condition !== null,
    ),
    choices: readList(connectors, memberPath(path, 'connectors'), findings, readChoice),
  };
};

function readShares(data: unknown, path: string, findings: ValidationErrors): Share[] {
  const shares = readList(data, path, findings, readShare);
  const total = shares.reduce((sum, { split }) => sum + split, 0);
  if (shares.length > 0 && total !== PERCENT) {
    findings.invalid(path, `must have splits that add up to ${PERCENT}`);
  }
  return shares;
}

function readData(type: RoutingAlgorithm['type'], data: unknown, path: string, findings: ValidationErrors) {
  switch (type) {
    case 'single':
      return { type, choice: readChoice(data, path, findings) };
    case 'priority':
      // A Routing object has room for one account alone; it is then a list of one.
      return { type, choices: readList(isObject(data) ? [data] : data, path, findings, readChoice) };
    case 'volume_split':
      return { type, shares: readShares(data, path, findings) };
    case 'advanced': {
      const given = membersOf(data, ['rules', 'default'], path, findings);
      const rules = readList(given.rules ?? [], memberPath(path, 'rules'), findings, readRule, 0);
      const at = memberPath(path, 'default');
      return { type, rules, otherwise: readList(given.default ?? [], at, findings, readChoice, 0) };
    }
  }
}

/**
 * Reads how a connector account is chosen; null when nothing says how. `param` is where the value stands in
 * the request, and begins the path of all that is wrong with it.
 *
 * An account is named by `connector`, `merchant_connector_id` or both; a bare text is a connector's name.
 *
 * @example
 * ```json
 * { "type": "single", "data": { "connector": "sandbox", "merchant_connector_id": "mca_1" } }
 *
 * { "type": "priority", "data": [{ "merchant_connector_id": "mca_1" }, { "connector": "other" }] }
 *
 * { "type": "volume_split", "data": [
 *   { "split": 70, "connector": { "merchant_connector_id": "mca_1" } },
 *   { "split": 30, "connector": { "merchant_connector_id": "mca_2" } }
 * ] }
 *
 * { "type": "advanced", "data": {
 *   "rules": [{
 *     "name": "large in Europe",
 *     "conditions": [
 *       { "field": "country", "comparison": "in", "value": ["DE", "FR"] },
 *       { "field": "amount", "comparison": "greater_than", "value": 10000 }
 *     ],
 *     "connectors": [{ "merchant_connector_id": "mca_1" }]
 *   }],
 *   "default": [{ "connector": "sandbox" }]
 * } }
 * ```
 *
 * @throws {Problem} `invalid_parameter`, naming each bad part by its path.
 */
export function readRoutingAlgorithm(value: unknown, param: string): RoutingAlgorithm | null {
  if (value === null || value === undefined) return null;
  const findings = new ValidationErrors();
  const given = membersOf(value, ['type', 'data'], param, findings);
  const nothing = (given.type ?? given.data ?? null) === null;
  const type = RoutingType.values.find((known) => known === given.type);
  if (!nothing && type === undefined) {
    findings.invalid(memberPath(param, 'type'), `must be one of ${RoutingType.values.join(', ')}`);
  }
  const algorithm = type ? readData(type, given.data, memberPath(param, 'data'), findings) : null;
  findings.raise();
  return algorithm;
}

/**
 * Refuses a way of choosing that could not be read when a payment or payout needs it.
 *
 * @throws {Problem} `invalid_parameter`, naming each bad part by its path.
 */
export function checkRoutingAlgorithm(value: unknown, param: string): void {
  readRoutingAlgorithm(value, param);
}
