import { Client } from 'pg';
import { OperatorError } from '../core/foundation/operator-error.ts';
import { connectionOptions } from './pools.ts';

/** Thrown if a configured database cannot be connected to. The message names the setting, and no password. */
export class DatabaseConnectionError extends OperatorError {
  override readonly name = 'DatabaseConnectionError';
}

/** A setting that names a database, such as `DATABASE_URL`, and its value. */
type DatabaseSetting = readonly [name: string, url: string];

/** The addresses of the database in the configuration; null where none is set. */
interface DatabaseUrls {
  readonly databaseUrl: string | null;
  readonly databaseDirectUrl: string | null;
  readonly migrationDatabaseUrl: string | null;
}

/** The settings that name a database; the embedded server needs none. */
export function databaseSettings(config: DatabaseUrls): DatabaseSetting[] {
  const settings = [
    ['DATABASE_URL', config.databaseUrl],
    ['DATABASE_DIRECT_URL', config.databaseDirectUrl],
    ['MIGRATION_DATABASE_URL', config.migrationDatabaseUrl],
  ] as const;
  return settings.flatMap(([name, url]) => (url === null ? [] : [[name, url] as const]));
}

/**
 * Connects to each database once.
 *
 * @throws {DatabaseConnectionError} for the first that cannot be connected to.
 */
export async function expectConnections(settings: readonly DatabaseSetting[]): Promise<void> {
  for (const [name, url] of settings) {
    const client = clientOf(name, url);
    client.on('error', () => {});
    try {
      await client.connect();
    } catch (error) {
      throw new DatabaseConnectionError(`${name}: ${reasonOf(error as ConnectionFault, client)}`);
    } finally {
      await client.end().catch(() => {});
    }
  }
}

function clientOf(name: string, url: string): Client {
  try {
    return new Client({ ...connectionOptions(url), application_name: 'switchyard start' });
  } catch (error) {
    const { path: file } = error as NodeJS.ErrnoException;
    if (file !== undefined)
      throw new DatabaseConnectionError(
        `${name}: the file ${file} of sslrootcert, sslcert or sslkey cannot be read. Correct the path or its rights.`,
      );
    throw new DatabaseConnectionError(
      `${name}: the URL cannot be read. Percent-encode characters of the password such as / # ? and %.`,
    );
  }
}

interface ConnectionFault {
  readonly code?: string;
  readonly message: string;
}

function reasonOf({ code, message }: ConnectionFault, { database, host, port, user }: Client): string {
  const server = `${host}:${port}`;
  switch (code) {
    case 'ENOENT':
      return `there is no socket ${host}/.s.PGSQL.${port}. Start PostgreSQL with that folder in unix_socket_directories, or correct the folder and the port.`;
    case 'EACCES':
      return `the socket ${host}/.s.PGSQL.${port} may not be used by this account. Give it access, or connect over TCP.`;
    case 'ECONNREFUSED':
      return `no server listens at ${server}. Start PostgreSQL there, or correct the host and port.`;
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
      return `there is no host ${host}. Correct the host.`;
    case 'ETIMEDOUT':
    case 'EHOSTUNREACH':
    case 'ENETUNREACH':
      return `${server} does not respond. Check the host, the port and the network.`;
    case '28P01':
      return `${server} refuses the password of the role ${user}. Correct the role or the password.`;
    case '28000':
      if (/no encryption|SSL off/.test(message))
        return `${server} takes no connection without TLS. Add sslmode=verify-full to the URL.`;
      return `${server} refuses the role ${user} (${message}). Correct the role, or let it log in.`;
    case 'ERR_TLS_CERT_ALTNAME_INVALID':
      return `the certificate of ${server} is not for the host ${host}. Use a name that it is for, or correct it.`;
    case 'CERT_HAS_EXPIRED':
      return `the certificate of ${server} has expired. Renew it.`;
    case 'SELF_SIGNED_CERT_IN_CHAIN':
    case 'DEPTH_ZERO_SELF_SIGNED_CERT':
    case 'UNABLE_TO_GET_ISSUER_CERT_LOCALLY':
    case 'UNABLE_TO_VERIFY_LEAF_SIGNATURE':
    case 'CERT_SIGNATURE_FAILURE':
      return (
        `the certificate of ${server} is of an authority that is not trusted here (${code}). ` +
        'Name the authority in sslrootcert of the URL, or in NODE_EXTRA_CA_CERTS.'
      );
    case '3D000':
      return `${server} has no database ${database}. Create it, or correct the name.`;
  }
  if (/password must be a (non-empty )?string/.test(message))
    return `${server} asks for a password of the role ${user}, and the URL has none.`;
  if (/does not support SSL/.test(message))
    return `${server} has no TLS, which sslmode asks for. Switch it on there (ssl = on), or correct the URL.`;
  if (/timeout/.test(message)) return `${server} does not respond. Check the host, the port and the network.`;
  return `connecting to ${server} failed: ${message}`;
}
