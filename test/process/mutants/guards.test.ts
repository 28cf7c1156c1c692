import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { expect, test } from 'vitest';
import { figure, isFullRun } from '../../kit/figure.ts';
import { type Mutant, mutants } from './mutants.ts';
import { mutated } from './plugin.ts';

const root = resolve(import.meta.dirname, '../../..');
const textOf = (file: string) => readFile(join(root, file), 'utf8');

test.for(mutants)(
  'The source contains the code that a mutant removes, and its test: without $without',
  async (mutant) => {
    expect(() => mutated('', mutant)).toThrow('0 times');
    const text = await textOf(mutant.file);
    expect(mutated(text, mutant)).not.toBe(text);
    // Every run includes the test that detects it.
    const test = await textOf(mutant.test);
    expect(mutant.test).not.toContain('/drills/');
    const [before, after] = test.split(mutant.title);
    expect(after).toBeDefined();
    expect(before!.slice(-60) + after!.slice(0, 60)).not.toMatch(/isFullRun|runsInFull/);
  },
);

/** Without its guard a test may wait forever. It fails before the surrounding test does. */
const WAIT_MAX_MS = 120_000;

interface Outcome {
  readonly status: string;
  readonly fullName: string;
  readonly failureMessages: readonly string[];
}

/** Runs a guard's test without the guard. */
async function outcomesWithout({ test: file, title, without }: Mutant): Promise<Outcome[]> {
  const folder = await mkdtemp(join(tmpdir(), 'switchyard-mutant-'));
  const report = join(folder, 'report.json');
  const pattern = title.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
  const vitest = join(root, 'node_modules/vitest/vitest.mjs');
  const options = [
    '--reporter=json',
    `--outputFile=${report}`,
    `--testTimeout=${WAIT_MAX_MS}`,
    '-t',
    pattern,
  ];
  const { VITEST: _, VITEST_POOL_ID: __, VITEST_WORKER_ID: ___, ...environment } = process.env;
  const child = spawn(process.execPath, [vitest, 'run', file, ...options], {
    cwd: root,
    env: { ...environment, MUTANT: without },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let complaints = '';
  child.stderr.on('data', (text) => (complaints += String(text)));
  try {
    await once(child, 'exit');
    const text = await readFile(report, 'utf8').catch(() => {
      throw new Error(`The tests did not run:\n${complaints}`);
    });
    const { testResults } = JSON.parse(text) as { testResults: { assertionResults: Outcome[] }[] };
    return testResults
      .flatMap(({ assertionResults }) => assertionResults)
      .filter(({ status }) => status === 'passed' || status === 'failed');
  } finally {
    await rm(folder, { recursive: true });
  }
}

test.runIf(isFullRun).for(mutants)('A test fails without $without', async (mutant, { task }) => {
  const outcomes = await outcomesWithout(mutant);
  expect(outcomes.map(({ fullName }) => fullName.includes(mutant.title))).toContain(true);
  const failed = outcomes.filter(({ status }) => status === 'failed');
  expect(failed.length, `"${mutant.title}" passes without it.`).toBeGreaterThan(0);
  // Only the guard is missing; the rest still parses.
  for (const { failureMessages } of failed)
    expect(failureMessages.join()).not.toMatch(/SyntaxError|Transform failed/);
  figure(task, `"${mutant.title}" fails`);
});
