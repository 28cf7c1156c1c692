import { invalidParameter, Problem } from '../foundation/errors.ts';
import type { Connector, CredentialKey, CredentialScheme } from '../foundation/ports/connector.ts';
import { isObject } from '../model/read-input.ts';

const DETAILS = 'connector_account_details';
/** The location of the keys: an object of the same name in `connector_account_details`, with `metadata` beside it. */
const PATH = `${DETAILS}.${DETAILS}`;
const AUTH_TYPE = 'auth_type';
/** Key names that an error may quote. */
const plainName = /^\w{1,64}$/;

/**
 * Checks an account's credentials against its connector's description. A connector without a description accepts any.
 *
 * @param details The whole of `connector_account_details`, with stored secrets in place of masked ones.
 * @param path The path of the keys in the request.
 * @throws {Problem} `missing_parameter`, `unknown_parameter` or `invalid_parameter`, naming the key. No value is
 *   repeated.
 */
export function requireCredentials({ credentials, name }: Connector, details: unknown, path = PATH): void {
  if (!credentials) return;
  const given = isObject(details) ? (details[DETAILS] ?? {}) : {};
  if (!isObject(given)) throw invalidParameter(path, `${path} must be an object with the keys of ${name}.`);
  const keys = schemeOf(credentials, name, given, path).keys;
  for (const key of Object.keys(given)) {
    if (key === AUTH_TYPE || keys.some((known) => known.name === key)) continue;
    const param = plainName.test(key) ? `${path}.${key}` : path;
    const known = keys.map((one) => one.name).join(', ') || 'none';
    throw new Problem(
      'unknown_parameter',
      `${param} is not a credential of ${name}. Its credentials are: ${known}.`,
      {
        param,
      },
    );
  }
  for (const key of keys) requireKey(name, key, given[key.name], path);
}

/** The scheme that the `auth_type` names; without one, the first. */
function schemeOf(
  schemes: readonly CredentialScheme[],
  connector: string,
  given: Readonly<Record<string, unknown>>,
  path: string,
): CredentialScheme {
  const named = given[AUTH_TYPE];
  const scheme = named == null ? schemes[0] : schemes.find(({ authType }) => authType === named);
  if (scheme) return scheme;
  const param = `${path}.${AUTH_TYPE}`;
  const known = schemes.map(({ authType }) => authType).join(', ');
  throw invalidParameter(param, `${param} must be one of ${connector}: ${known}.`);
}

function requireKey(
  connector: string,
  { about, name, pattern, required }: CredentialKey,
  value: unknown,
  path: string,
): void {
  const param = `${path}.${name}`;
  if (value === undefined || value === null || value === '') {
    if (required === false) return;
    throw new Problem('missing_parameter', `${param} is required for ${connector}: ${about}`, { param });
  }
  if (typeof value !== 'string' || (pattern && !pattern.test(value))) {
    throw invalidParameter(param, `${param} does not have the format of ${connector}: ${about}`);
  }
}
