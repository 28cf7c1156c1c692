import { execFile } from 'node:child_process';
import { chmod, chown, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { accountFor } from '../../../../src/dev/embedded/account.ts';
import { type DebianServer, findInstalled, startDebianServer } from '../../../kit/debian-server.ts';

/** PostgreSQL's programs needed for recording and restoring. */
export const bin = findInstalled(['initdb', 'pg_ctl', 'psql', 'pg_dump']);

export const [OWNER, SERVING] = ['switchyard', 'switchyard_service'] as const;
export const DATABASE = 'switchyard';

/** The key-encrypting key of every recorded installation. */
export const ENCRYPTION_KEY = Buffer.from('a key of recorded installations!');

/** The folder of a release's files: the dump of its database, and a description of the contents. */
export const folderOf = (version: string) => path.join(import.meta.dirname, version);

/** The facts about a recorded installation that a test needs. */
export interface Recorded {
  readonly version: string;
  readonly merchantId: string;
  readonly profileId: string;
  readonly key: string;
  readonly signingKey: string;
  readonly customerId: string;
  readonly payments: {
    readonly succeeded: string;
    readonly authorized: string;
    readonly refunded: string;
    readonly failed: string;
    readonly setUp: string;
  };
  readonly mandateId: string;
  readonly payoutId: string;
  readonly endpoint: { readonly id: string; readonly secret: string };
  readonly eventId: string;
}

/** Starts a separate server with the two roles and an empty database. */
export async function startEmpty(): Promise<DebianServer & { readonly end: () => Promise<void> }> {
  const folder = await mkdtemp(path.join(tmpdir(), 'switchyard-release-'));
  const account = await accountFor(path.join(folder, 'none'));
  if (account) await chown(folder, account.uid, account.gid);
  await chmod(folder, 0o755);
  const server = await startDebianServer({ bin, parent: folder });
  await server.query(`create role ${OWNER} login; create role ${SERVING} login`);
  await server.query(`create database ${DATABASE} owner ${OWNER}`);
  const end = async () => {
    await server.kill().catch(() => {});
    await rm(folder, { recursive: true, force: true });
  };
  return { ...server, end };
}

/** Runs one of PostgreSQL's programs, and returns its output. */
export async function runProgram(name: string, args: readonly string[]): Promise<string> {
  const { stdout } = await promisify(execFile)(path.join(bin, name), args, { maxBuffer: 256 * 1024 * 1024 });
  return stdout;
}
