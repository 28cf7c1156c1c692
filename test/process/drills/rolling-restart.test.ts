import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { createDatabase } from '../../kit/database.ts';
import { freePort } from '../../kit/free-port.ts';
import { startProcess } from '../../shared/reliability/process.ts';

/** Debian's path of HAProxy. */
const HAPROXY = process.env.HAPROXY_PATH ?? '/usr/sbin/haproxy';
const isInstalled = existsSync(HAPROXY);
if (!isInstalled) process.stdout.write(`Rolling restarts are not tested: there is no ${HAPROXY}.\n`);

const adminApiKey = `admin_${randomBytes(24).toString('base64url')}`;

const until = (what: () => boolean | Promise<boolean>) =>
  vi.waitUntil(what, { timeout: 50_000, interval: 20 });

/** HAProxy in front of the ports, as a balancer with readiness checks. */
async function startProxy(ports: readonly number[]): Promise<{ url: string; allUp(): Promise<boolean> }> {
  const folder = await mkdtemp(path.join(tmpdir(), 'switchyard-haproxy-'));
  const [port, statisticsPort] = [await freePort(), await freePort()];
  const file = path.join(folder, 'haproxy.cfg');
  await writeFile(
    file,
    `defaults
  mode http
  timeout connect 2s
  timeout check 5s
  timeout client 60s
  timeout server 60s
  option redispatch
  retries 3
frontend statistics
  bind 127.0.0.1:${statisticsPort}
  stats enable
  stats uri /
frontend all
  bind 127.0.0.1:${port}
  default_backend service
backend service
  balance roundrobin
  option httpchk GET /health/ready
  default-server check inter 200ms fall 2 rise 1
${ports.map((at) => `  server s${at} 127.0.0.1:${at}`).join('\n')}
`,
  );
  const child = spawn(HAPROXY, ['-db', '-f', file], { stdio: 'ignore' });
  onTestFinished(async () => {
    child.kill('SIGKILL');
    await rm(folder, { recursive: true, force: true });
  });
  const url = `http://127.0.0.1:${port}`;
  await until(() =>
    fetch(`${url}/health/live`).then(
      ({ ok }) => ok,
      () => false,
    ),
  );
  const allUp = async () => {
    const table = await (await fetch(`http://127.0.0.1:${statisticsPort}/;csv`)).text();
    return ports.every((at) => new RegExp(`^service,s${at},.*,UP,`, 'm').test(table));
  };
  return { url, allUp };
}

test.runIf(isInstalled)(
  'Three processes behind HAProxy restart one by one under load without a failed request',
  { timeout: 240_000 },
  async () => {
    const environment = {
      DATABASE_URL: await createDatabase(),
      ADMIN_API_KEY: adminApiKey,
      ENCRYPTION_KEY: randomBytes(32).toString('base64'),
      NODE_ENV: 'production',
      SWITCHYARD_ENV: 'test',
    };
    const ports = [await freePort(), await freePort(), await freePort()];
    const startAt = (port: number) => startProcess({ ...environment, PORT: String(port) });
    const services = await Promise.all(ports.map(startAt));
    onTestFinished(() => {
      for (const { child } of services) child.kill('SIGKILL');
    });
    const { allUp, url } = await startProxy(ports);

    const failures: string[] = [];
    let answered = 0;
    let stopped = false;
    const headers = { 'api-key': adminApiKey, 'content-type': 'application/json' };
    const one = async (client: number) => {
      for (let round = 0; !stopped; round++) {
        const body = JSON.stringify({ merchant_id: `c${client}r${round}` });
        const made = await fetch(`${url}/accounts`, { method: 'POST', headers, body }).catch(String);
        const read = await fetch(`${url}/accounts/c${client}r${round}`, { headers }).catch(String);
        for (const answer of [made, read]) {
          if (typeof answer === 'string') failures.push(answer);
          else if (answer.status !== 200) failures.push(`${answer.status} ${await answer.text()}`);
          else await answer.arrayBuffer();
          answered++;
        }
      }
    };
    const running = Promise.all([1, 2, 3, 4].map(one));
    for (const [index, port] of ports.entries()) {
      const before = answered;
      await until(() => answered > before + 50);
      // Like an operator: the next process stops only after the balancer uses the last one again.
      await until(allUp);
      services[index]!.child.kill('SIGTERM');
      expect(await services[index]!.ended).toBe(0);
      services[index] = await startAt(port);
    }
    const before = answered;
    await until(() => answered > before + 50);
    stopped = true;
    await running;
    expect(failures).toEqual([]);
  },
);
