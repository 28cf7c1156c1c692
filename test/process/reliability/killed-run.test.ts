import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, test } from 'vitest';
import { createDatabase } from '../../kit/database.ts';
import { fromBuild } from '../../shared/reliability/process.ts';

const runs = (pid: number): boolean => {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
};

test('A service started by a test ends with its worker, even if that is killed', async () => {
  const module = pathToFileURL(join(import.meta.dirname, '../../shared/reliability/process.ts'));
  const script = `
    import { startProcess } from '${module}';
    const { child } = await startProcess({ DATABASE_URL: '${await createDatabase()}' });
    console.log('pid ' + child.pid);`;
  const worker = spawn(process.execPath, [...fromBuild, '--input-type=module', '--eval', script], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = once(worker, 'exit').then(([code]) => `The worker ended with ${code}.`);
  const line = await Promise.race([once(worker.stdout, 'data').then(([data]) => String(data)), ended]);
  expect(line).toMatch(/^pid \d+/);
  const pid = Number(/^pid (\d+)/.exec(line)?.[1]);
  expect(runs(pid)).toBe(true);
  worker.kill('SIGKILL');
  await expect.poll(() => runs(pid)).toBe(false);
});
