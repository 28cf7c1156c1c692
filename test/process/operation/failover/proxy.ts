import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { freePort } from '../../../kit/free-port.ts';
import type { PatroniNode } from './patroni.ts';
import { type Program, startProgram } from './program.ts';

/** Where Debian installs HAProxy. */
export const HAPROXY = process.env.HAPROXY_PATH ?? '/usr/sbin/haproxy';

/** HAProxy in front of the nodes: one port that leads to the leader. */
export interface LeaderProxy extends Program {
  readonly port: number;
}

/** Starts HAProxy. It asks each node's Patroni for the leader, and closes connections to other nodes. */
export async function startLeaderProxy(folder: string, nodes: readonly PatroniNode[]): Promise<LeaderProxy> {
  const port = await freePort();
  const file = path.join(folder, 'haproxy.cfg');
  const servers = nodes.map(
    (node) => `  server ${node.name} 127.0.0.1:${node.port} check port ${node.restPort}`,
  );
  await writeFile(
    file,
    `defaults
  mode tcp
  timeout connect 2s
  timeout check 2s
  timeout client 2h
  timeout server 2h
listen leader
  bind 127.0.0.1:${port}
  option httpchk OPTIONS /primary
  http-check expect status 200
  default-server inter 1s fall 2 rise 1 on-marked-down shutdown-sessions
${servers.join('\n')}
`,
  );
  const log = path.join(folder, 'haproxy.log');
  return { ...startProgram({ file: HAPROXY, args: ['-db', '-f', file], log, account: undefined }), port };
}
