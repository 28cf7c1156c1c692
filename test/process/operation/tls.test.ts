import { execFile, execFileSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { chmod, chown, copyFile, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { expect } from 'vitest';
import { expectConnections } from '../../../src/database/connection-error.ts';
import { run } from '../../../src/dev/embedded/processes.ts';
import { findInstalled, startDebianServer } from '../../kit/debian-server.ts';
import { isFullRun, someOf } from '../../kit/figure.ts';
import { testApart as base } from '../../kit/test.ts';
import { startProcess } from '../../shared/reliability/process.ts';

const bin = findInstalled(['initdb', 'pg_ctl', 'pg_dump']);
const root = path.resolve(import.meta.dirname, '../../..');
const [OWNER, SERVING, DATABASE] = ['owning', 'serving', 'switchyard'];

/** Creates a certificate authority; returns its certificate. */
function makeAuthority(folder: string, name: string): string {
  const openssl = (...args: string[]) => execFileSync('openssl', args, { cwd: folder, stdio: 'pipe' });
  const key = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes', '-days', '2'];
  openssl('req', '-x509', ...key, '-subj', `/CN=${name}`, '-keyout', `${name}.key`, '-out', `${name}.pem`);
  return path.join(folder, `${name}.pem`);
}

/** Creates a certificate for `localhost` from the authority `ours`. */
async function makeCertificate(folder: string): Promise<void> {
  const openssl = (...args: string[]) => execFileSync('openssl', args, { cwd: folder, stdio: 'pipe' });
  const key = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes'];
  openssl('req', ...key, '-subj', '/CN=localhost', '-keyout', 'server.key', '-out', 'server.csr');
  await writeFile(path.join(folder, 'names'), 'subjectAltName=DNS:localhost\n');
  const signed = ['-CA', 'ours.pem', '-CAkey', 'ours.key', '-CAcreateserial', '-days', '2'];
  openssl('x509', '-req', '-in', 'server.csr', ...signed, '-extfile', 'names', '-out', 'server.crt');
}

const test = base
  // biome-ignore lint/correctness/noEmptyPattern: Vitest reads a fixture's dependencies from this pattern.
  .extend('folder', { scope: 'file' }, async ({}, { onCleanup }) => {
    const folder = await mkdtemp(path.join(tmpdir(), 'switchyard-tls-'));
    await chmod(folder, 0o755);
    onCleanup(() => rm(folder, { recursive: true, force: true }));
    return folder;
  })
  /** A server that requires TLS except for its superuser, with a certificate for `localhost`. */
  .extend('server', { scope: 'file' }, async ({ folder }, { onCleanup }) => {
    const ours = makeAuthority(folder, 'ours');
    const theirs = makeAuthority(folder, 'theirs');
    await makeCertificate(folder);
    const server = await startDebianServer({
      ...{ bin, parent: folder, settings: { ssl: 'on' } },
      fill: async (data, account) => {
        await run(path.join(bin, 'initdb'), ['-D', data, '-U', 'postgres', '--auth=trust', '-E', 'UTF8'], {
          account,
        });
        for (const name of ['server.key', 'server.crt']) {
          const file = path.join(data, name);
          await copyFile(path.join(folder, name), file);
          await chmod(file, 0o600);
          if (account) await chown(file, account.uid, account.gid);
        }
        const rules = ['hostssl all all 127.0.0.1/32 trust', 'hostnossl all postgres 127.0.0.1/32 trust'];
        await writeFile(path.join(data, 'pg_hba.conf'), `${rules.join('\n')}\n`);
      },
    });
    onCleanup(() => server.kill());
    await server.query(`create role ${OWNER} login; create role ${SERVING} login`);
    await server.query(`create database ${DATABASE} owner ${OWNER}`);
    return { ...server, ours, theirs };
  })
  /** The database address for a role, with these parameters. */
  .extend(
    'at',
    { scope: 'file' },
    ({ server }) =>
      (role: string, parameters: string, host = 'localhost') =>
        `postgres://${role}@${host}:${server.port}/${DATABASE}${parameters && `?${parameters}`}`,
  )
  /** The settings of a production with that database. */
  .extend('settings', { scope: 'file' }, ({ at }) => (parameters: string, host?: string) => ({
    NODE_ENV: 'production',
    DATABASE_URL: at(SERVING, parameters, host),
    MIGRATION_DATABASE_URL: at(OWNER, parameters, host),
  }))
  .skipIf(bin === '');

/** Runs a command of the program; rejects with its failure message. */
const switchyard = async (environment: Record<string, string>, ...args: string[]): Promise<string> => {
  const env = { PATH: bin, ...environment };
  const command = ['dist/commands/switchyard.js', ...args];
  const { stderr, stdout } = await promisify(execFile)(process.execPath, command, { cwd: root, env });
  return stdout + stderr;
};

const trusting = [
  ['NODE_EXTRA_CA_CERTS', 'sslmode=verify-full', false, 'jobs'],
  ['sslrootcert', 'sslmode=verify-full', true, 'all'],
  ['NODE_EXTRA_CA_CERTS', 'sslmode=require', false, 'web'],
] as const;

test.for(someOf(trusting, 1))(
  'The service and its commands trust the certificate authority of %s with %s',
  async ([, mode, named, ROLE], { folder, server, settings }) => {
    const parameters = named ? `${mode}&sslrootcert=${server.ours}` : mode;
    const env = { ...settings(parameters), ...(!named && { NODE_EXTRA_CA_CERTS: server.ours }) };
    expect(await switchyard(env, 'migrate')).not.toContain('WARNING');
    // Commands read their addresses the same way.
    if (isFullRun || !named) {
      const backup = await mkdtemp(path.join(folder, 'backup-'));
      expect(await switchyard(env, 'backup', path.join(backup, 'one'))).toMatch(/all that the database has/);
    }
    const keys = {
      ADMIN_API_KEY: 'Zm9yLXRoZS10ZXN0LW9ubHkhISE',
      ENCRYPTION_KEY: Buffer.alloc(32, 7).toString('base64'),
      SWITCHYARD_ENV: 'test',
    };
    const { MIGRATION_DATABASE_URL: _, ...serving } = env;
    const service = await startProcess({ ...serving, ...keys, ROLE });
    expect((await fetch(`${service.url}/health/ready`)).status).toBe(200);
    const sessions = await server.query<{ ssl: boolean }>(
      `select distinct ssl from pg_stat_ssl join pg_stat_activity using (pid) where usename = '${SERVING}'`,
    );
    expect(sessions).toEqual([{ ssl: true }]);
    service.child.kill('SIGTERM');
    expect(await service.ended).toBe(0);
    expect(service.lines.join('\n')).not.toContain('SECURITY WARNING');
  },
);

test('An untrusted certificate is refused, with instructions, before any data is sent', async ({
  folder,
  server,
  settings,
}) => {
  const untrusted =
    /of an authority that is not trusted here .* Name the authority in sslrootcert of the URL/;
  const cases = [
    [settings('sslmode=verify-full'), untrusted],
    [settings('sslmode=require'), untrusted],
    [settings(`sslmode=verify-full&sslrootcert=${server.theirs}`), untrusted],
    [
      settings(`sslmode=verify-full&sslrootcert=${server.ours}`, '127.0.0.1'),
      /is not for the host 127\.0\.0\.1\. Use a name that it is for/,
    ],
    [settings(''), /takes no connection without TLS\. Add sslmode=verify-full to the URL/],
    [
      settings('sslmode=verify-full&sslrootcert=/none.pem'),
      /the file \/none\.pem of sslrootcert, sslcert or sslkey/,
    ],
  ] as const;
  for (const [{ DATABASE_URL: url }, message] of cases)
    await expect(expectConnections([['DATABASE_URL', url]]), url).rejects.toThrow(message);
  const commands = [['migrate'], ['backup', path.join(folder, 'refused')]];
  const runs = commands.flatMap((args) => cases.map((one) => [args, ...one] as const));
  for (const [args, env, message] of someOf(runs, commands.length))
    await expect(switchyard(env, ...args), `${env.DATABASE_URL} ${args[0]}`).rejects.toThrow(message);
  const keys = {
    ADMIN_API_KEY: randomBytes(32).toString('hex'),
    ENCRYPTION_KEY: randomBytes(32).toString('base64'),
  };
  await expect(startProcess({ ...cases[0][0], ...keys, SWITCHYARD_ENV: 'test' })).rejects.toThrow(untrusted);
  expect(await readdir(folder)).not.toContain('refused');
});
