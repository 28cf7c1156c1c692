import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import manifest from '../../../package.json' with { type: 'json' };
import { heapLimits } from '../../../src/service/runtime.ts';
import { fromBuild } from '../../shared/reliability/process.ts';

let folder: string;
let program: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'switchyard-heap-'));
  program = join(folder, 'program.mjs');
  await writeFile(
    program,
    `import { ensureHeapLimits } from ${JSON.stringify(resolve('src/service/runtime.ts'))};
     console.log('began');
     ensureHeapLimits();
     console.log(JSON.stringify([process.execArgv, process.argv.slice(2)]));`,
  );
});
afterAll(() => rm(folder, { recursive: true, force: true }));

/** Runs a program that ensures the limits, and returns its output: `began` each time it starts. */
async function run(flags: readonly string[], environment: Record<string, string> = {}) {
  const env = { PATH: process.env.PATH, ...environment };
  const { stderr, stdout } = await promisify(execFile)(
    process.execPath,
    [...flags, ...fromBuild, program, 'a b'],
    {
      env,
    },
  );
  const lines = stdout.trim().split('\n');
  const [execArgv, argv] = JSON.parse(lines.pop()!) as [string[], string[]];
  return { stderr, begun: lines.length, execArgv, argv };
}
const asGiven = { stderr: '', argv: ['a b'] };

test('A program without heap limits restarts with them, keeping its flags and arguments', async () => {
  expect(await run([])).toEqual({ ...asGiven, begun: 2, execArgv: [...heapLimits, ...fromBuild] });
});

test('A program started with heap limits keeps them', async () => {
  const flags = ['--max-old-space-size=300'];
  expect(await run(flags)).toEqual({ ...asGiven, begun: 1, execArgv: [...flags, ...fromBuild] });
  const environment = { NODE_OPTIONS: '--max_semi_space_size=8' };
  expect(await run([], environment)).toEqual({ ...asGiven, begun: 1, execArgv: fromBuild });
});

test('npm start passes the same limits, so that the program need not restart', () => {
  expect(manifest.scripts.start.split(' ')).toEqual(expect.arrayContaining([...heapLimits]));
});
