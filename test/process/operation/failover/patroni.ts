import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Account } from '../../../../src/dev/embedded/account.ts';
import { commandLineOf } from '../../../../src/dev/embedded/processes.ts';
import { treeOf } from '../../../bench/processes.ts';
import { freePort } from '../../../kit/free-port.ts';
import { killAll, type Program, signalAll, startProgram } from './program.ts';

/** Where Debian installs Patroni. */
export const PATRONI = '/usr/bin/patroni';

/**
 * The settings recommended by docs/recover.md. The leader must renew its lock within `ttl`; `synchronous_mode` decides
 * whether an acknowledged write can be lost.
 */
export const patroniSettings = {
  ttl: 20,
  loop_wait: 4,
  retry_timeout: 8,
  synchronous_mode: true,
  synchronous_mode_strict: true,
} as const;

/** The cluster of a node. */
export interface NodePlace {
  readonly folder: string;
  readonly account: Account | undefined;
  /** The folder of PostgreSQL's programs. */
  readonly bin: string;
  /** Host and port of etcd. */
  readonly etcd: string;
}

/** A PostgreSQL server with its Patroni. */
export interface PatroniNode {
  readonly name: string;
  readonly port: number;
  readonly restPort: number;
  start(): void;
  /** Kills Patroni, the postmaster and all of its processes. */
  kill(): Promise<void>;
  /** Suspends all of them, like a hung machine: their connections stay open, and nothing responds. */
  freeze(): Promise<void>;
  thaw(): Promise<void>;
  /** The logs of Patroni and PostgreSQL. */
  log(): Promise<string>;
}

/** Writes a node's configuration. The first one started initializes the cluster, the others copy it. */
export async function makeNode(
  { account, bin, etcd, folder }: NodePlace,
  name: string,
): Promise<PatroniNode> {
  const [port, restPort] = [await freePort(), await freePort()];
  const data = path.join(folder, name);
  const log = path.join(folder, `${name}.log`);
  const trusted = ['local all all trust', 'host all all 127.0.0.1/32 trust'];
  const configuration = {
    scope: 'switchyard',
    name,
    restapi: { listen: `127.0.0.1:${restPort}`, connect_address: `127.0.0.1:${restPort}` },
    // Over etcd's API v3, Patroni 3.0 lets a leader that hung take its lock back: see docs/recover.md.
    etcd: { host: etcd },
    bootstrap: {
      dcs: { ...patroniSettings, postgresql: { use_pg_rewind: true } },
      initdb: [{ encoding: 'UTF8' }, { auth: 'trust' }, 'data-checksums'],
      pg_hba: [...trusted, 'host replication all 127.0.0.1/32 trust'],
    },
    postgresql: {
      listen: `127.0.0.1:${port}`,
      connect_address: `127.0.0.1:${port}`,
      data_dir: data,
      bin_dir: bin,
      pgpass: path.join(folder, `${name}.pgpass`),
      authentication: {
        superuser: { username: 'postgres', password: 'unused' },
        replication: { username: 'replicating', password: 'unused' },
        rewind: { username: 'rewinding', password: 'unused' },
      },
      parameters: { unix_socket_directories: folder },
    },
  };
  // YAML includes JSON.
  const file = path.join(folder, `${name}.yml`);
  await writeFile(file, JSON.stringify(configuration, null, 2));
  let patroni: Program | null = null;
  // A killed server's pid file remains, and its pid may belong to another process by now.
  const postmaster = async () => {
    const pid = Number.parseInt(
      await readFile(path.join(data, 'postmaster.pid'), 'utf8').catch(() => ''),
      10,
    );
    return pid > 0 && (await commandLineOf(pid)).includes(data) ? treeOf(pid) : [];
  };
  // Patroni first, or it would restart the server.
  const processes = async () => [...(patroni?.pids ?? []), ...(await postmaster())];
  return {
    name,
    port,
    restPort,
    start: () => {
      patroni = startProgram({ file: PATRONI, args: [file], log, account });
    },
    kill: async () => {
      await killAll(await processes());
      patroni = null;
    },
    freeze: async () => signalAll(await processes(), 'SIGSTOP'),
    thaw: async () => signalAll(await processes(), 'SIGCONT'),
    log: () => readFile(log, 'utf8'),
  };
}
