import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { runProgram } from '../../../src/commands/program.ts';
import { createDatabase } from '../../kit/database.ts';
import { isFullRun } from '../../kit/figure.ts';
import { startProcess } from '../../shared/reliability/process.ts';

const root = path.resolve(import.meta.dirname, '../../..');
const manifest = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8')) as {
  version: string;
  bin: Record<string, string>;
  scripts: Record<string, string>;
};

const commands = [
  'serve',
  'migrate',
  'person invite',
  'person operator',
  'admin-key create',
  'admin-key revoke',
  'rotate',
  'backup',
  'backup-key',
  'restore',
  'database original',
  'database copy',
  'audit verify',
  'calls unknown',
  'deliveries stuck',
  'partitions status',
  'partitions move',
  'cards fill',
  'rebuild',
  'merchants busy',
  'import',
  'listen',
  'demo',
];

interface Ended {
  readonly code: number;
  readonly output: string;
  readonly errors: string;
}

/** Runs the program within this process. */
async function switchyard(...args: readonly string[]): Promise<Ended> {
  const written = { stdout: '', stderr: '' };
  const into = (stream: keyof typeof written) => ({
    write: (text: string) => {
      written[stream] += text;
    },
  });
  const code = await runProgram(args, { stdout: into('stdout'), stderr: into('stderr') });
  return { code, output: written.stdout, errors: written.stderr };
}

test('switchyard --help lists every command, and --version prints the version of package.json', async () => {
  const { errors, output, code } = await switchyard('--help');
  expect([code, errors]).toEqual([0, '']);
  expect([...output.matchAll(/^ {2}(\S+(?: \S+)*) {2,}\S/gm)].map(([, name]) => name)).toEqual(commands);
  expect(await switchyard('-h')).toEqual({ code: 0, output, errors: '' });
  expect(await switchyard('--version')).toEqual({ code: 0, output: `${manifest.version}\n`, errors: '' });
});

test.each(commands)('switchyard %s --help prints its usage and runs nothing', async (name) => {
  const { code, errors, output } = await switchyard(...name.split(' '), '--help');
  expect([code, errors]).toEqual([0, '']);
  expect(output).toMatch(
    new RegExp(
      `^Usage: switchyard ${name}[^\n]*\n\n[A-Z][^]*\\.\n(?: {2}.*\n)* {2}--help +print this help\n$`,
    ),
  );
});

test.each(commands)('switchyard %s names an unknown option and refuses it', async (name) => {
  const { code, errors, output } = await switchyard(...name.split(' '), '--no-such=hushed');
  expect([code, output]).toEqual([2, '']);
  expect(errors).toMatch(new RegExp(`^There is no option --no-such\\.\n\nUsage: switchyard ${name}`));
  expect(errors).not.toContain('hushed');
});

test.each([
  [[], 'Name a command.'],
  [['destroy'], 'There is no command destroy.'],
  [['--force'], 'There is no option --force.'],
  [['sk_test_3f9a'], 'There is no such command.'],
  [['--sk_test_3f9a'], 'There is no such option.'],
  [['migrate', '--sk_test_3f9a'], 'There is no such option.'],
  [['audit'], 'audit needs a subcommand: audit verify.'],
  [['person', 'remove'], 'person needs a subcommand: person invite, person operator.'],
  [['migrate', 'now'], 'The command takes no arguments.'],
  [['restore'], '<folder> is missing: the folder of the backup.'],
  [['restore', 'one', 'two'], 'There is more than <folder>.'],
  [
    ['audit', 'verify', '--heads'],
    '--heads needs a value. Write a value that begins with a dash as --heads=….',
  ],
  [
    ['audit', 'verify', '--heads', '--help=no'],
    '--heads needs a value. Write a value that begins with a dash as --heads=….',
  ],
  [['person', 'invite', '--email', 'ada@example.com'], '--merchant is missing: the merchant account.'],
  [['person', 'invite', '--email', 'ada', '--merchant', 'acme'], '--email must be an e-mail address.'],
  [
    ['admin-key', 'create', '--name', 'x', '--organization', 'no id'],
    '--organization must be an identifier: 1 to 64 letters, digits, _ and -.',
  ],
  [['admin-key', 'create', '--name', 'x', '--days', '0'], '--days must be a whole number from 1 to 3650.'],
  [['demo', '--payments', 'many'], '--payments must be a whole number from 0 to 1000000.'],
] as const)('switchyard %j is refused and prints the help', async (args, message) => {
  const { code, errors, output } = await switchyard(...args);
  expect([code, output]).toEqual([2, '']);
  expect(errors.startsWith(`${message}\n\nUsage: switchyard `), errors).toBe(true);
  expect(errors).not.toContain('3f9a');
});

const program = manifest.bin.switchyard!;

test('A failing command gives the reason in one sentence and exits with 1', async () => {
  const env = { PATH: process.env.PATH };
  const ran = promisify(execFile)(process.execPath, [program, 'restore', 'backup'], { cwd: root, env });
  await expect(ran).rejects.toMatchObject({
    code: 1,
    stdout: '',
    stderr: 'Set MIGRATION_DATABASE_URL to an empty database, as its owner.\n',
  });
});

/** Arguments of the commands that need an existing database and no other setting. */
const onExisting = {
  'person invite': ['--email', 'ada@example.com', '--merchant', 'acme'],
  'person operator': ['--email', 'ada@example.com'],
  'admin-key create': ['--name', 'x'],
  'admin-key revoke': ['--key', 'adk_0'],
  rotate: [],
  backup: ['backups'],
  'audit verify': [],
  'calls unknown': [],
  'deliveries stuck': [],
  'partitions status': [],
  'partitions move': [],
  'cards fill': [],
  rebuild: ['search'],
  'database original': [],
  'database copy': [],
  'merchants busy': [],
};

/** Runs commands in sequence in one process, and prints the code and errors of each as a line of JSON. */
const RUN_ALL = `
  const { runProgram } = await import(process.argv[1]);
  for (const args of JSON.parse(process.argv[2])) {
    let errors = '';
    const stderr = { write: (text) => { errors += text; } };
    const code = await runProgram(args, { stdout: { write() {} }, stderr });
    console.log(JSON.stringify([code, errors]));
  }`;

test('A command that inspects a database never creates one, and reports that it is missing', async () => {
  // A check of an empty database would pass.
  const data = await mkdtemp(path.join(tmpdir(), 'switchyard-program-'));
  const env = { PATH: process.env.PATH, DATA_DIR: path.join(data, 'none') };
  const runs = Object.entries(onExisting).map(([name, args]) => [...name.split(' '), ...args]);
  const module = path.join(root, path.dirname(program), 'program.js');
  const given = ['--input-type=module', '--eval', RUN_ALL, module, JSON.stringify(runs)];
  try {
    const { stdout } = await promisify(execFile)(process.execPath, given, { cwd: root, env });
    const lines = stdout.trim().split('\n');
    expect(lines.map((line) => JSON.parse(line))).toEqual(
      runs.map(() => [1, expect.stringMatching(/^No database found: DATABASE_URL is not set, and /)]),
    );
    expect(await readdir(data)).toEqual([]);
  } finally {
    await rm(data, { recursive: true, force: true });
  }
  const others = ['serve', 'migrate', 'backup-key', 'restore', 'import', 'listen', 'demo'];
  expect([...others, ...Object.keys(onExisting)].sort()).toEqual(commands.toSorted());
});

test.runIf(isFullRun)('switchyard serve runs until it is stopped', async () => {
  const settings = {
    DATABASE_URL: await createDatabase(),
    ENCRYPTION_KEY: randomBytes(32).toString('base64'),
  };
  const data = await mkdtemp(path.join(tmpdir(), 'switchyard-program-'));
  try {
    const service = await startProcess({ ...settings, DATA_DIR: data }, [program, 'serve']);
    expect((await fetch(`${service.url}/health/ready`)).status).toBe(200);
    service.child.kill('SIGTERM');
    expect(await service.ended).toBe(0);
  } finally {
    await rm(data, { recursive: true, force: true });
  }
});

test('The npm script of a command runs the program that package.json installs', () => {
  const called = Object.values(manifest.scripts).filter((script) =>
    script.includes(manifest.bin.switchyard!),
  );
  expect(called.map((script) => script.split(`${manifest.bin.switchyard} `)[1] ?? '')).toEqual([
    ...[
      '',
      'migrate',
      'person',
      'rotate',
      'audit verify',
      'backup',
      'backup-key',
      'database',
      'restore',
      'demo',
      'import',
      'listen',
    ],
  ]);
  for (const script of called) expect(script).toMatch(/^node deploy\/build\.js && node dist\//);
});
