import path from 'node:path';
import type { Account } from '../../../../src/dev/embedded/account.ts';
import { freePort } from '../../../kit/free-port.ts';
import { type Program, startProgram, until } from './program.ts';

/** Where Debian installs etcd. */
export const ETCD = '/usr/bin/etcd';

/** The store for Patroni's leader lock. */
export interface Etcd extends Program {
  /** Its host and port for Patroni's configuration. */
  readonly address: string;
}

/** Starts a single-member etcd and waits until it serves. */
export async function startEtcd(folder: string, account: Account | undefined): Promise<Etcd> {
  const [clients, peers] = [await freePort(), await freePort()];
  const at = (port: number) => `http://127.0.0.1:${port}`;
  const settings = {
    name: 'only',
    'enable-v2': 'true',
    'data-dir': path.join(folder, 'etcd'),
    'listen-client-urls': at(clients),
    'advertise-client-urls': at(clients),
    'listen-peer-urls': at(peers),
    'initial-advertise-peer-urls': at(peers),
    'initial-cluster': `only=${at(peers)}`,
  };
  const args = Object.entries(settings).map(([name, value]) => `--${name}=${value}`);
  const program = startProgram({ file: ETCD, args, log: path.join(folder, 'etcd.log'), account });
  await until('etcd serves', async () => (await fetch(`${at(clients)}/health`)).ok);
  return { ...program, address: `127.0.0.1:${clients}` };
}
