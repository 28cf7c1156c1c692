import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { isFullRun } from '../../kit/figure.ts';
import { startProcess } from '../../shared/reliability/process.ts';

let folder: string;
/** The API key that the first start printed. */
let shown: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'switchyard-start-'));
  await chmod(folder, 0o755);
});
afterAll(() => rm(folder, { recursive: true, force: true, maxRetries: 5 }));

test('The first start is ready before the demo data is loaded, and announces it with its keys', async () => {
  const service = await startProcess({ DATA_DIR: join(folder, 'data') });
  try {
    expect(service.lines.join('\n')).not.toContain('sk_test_');
    const wait = { timeout: 120_000, interval: 100 };
    const key = await vi.waitFor(() => {
      const found = /API key +(sk_test_\w{43})/.exec(service.lines.join('\n'));
      expect(found).not.toBeNull();
      return found![1]!;
    }, wait);
    const said = service.lines.findIndex((line) => line.includes('Loading demo data'));
    expect(said).toBeGreaterThanOrEqual(0);
    expect(said).toBeLessThan(service.lines.findIndex((line) => line.includes(key)));

    const response = await fetch(`${service.url}/payments/list?limit=1`, { headers: { 'api-key': key } });
    expect(await response.json()).toMatchObject([{ size: 1 }]);
    shown = key;
  } finally {
    service.child.kill('SIGTERM');
  }
  expect(await service.ended).toBe(0);
});

test.runIf(isFullRun)('Every later start prints the same keys', async () => {
  const service = await startProcess({ DATA_DIR: join(folder, 'data') });
  try {
    await vi.waitFor(() => expect(service.lines.join('\n')).toContain(shown), { timeout: 60_000 });
    expect(service.lines.join('\n')).not.toContain('Loading demo data');
  } finally {
    service.child.kill('SIGTERM');
  }
  expect(await service.ended).toBe(0);
  // Stopping is no failure: broken connections and their stacks are not logged.
  expect(service.lines.join('\n')).not.toMatch(/broke|"stack"/);
});

test.runIf(isFullRun)('A first start stopped while loading demo data stops cleanly', async () => {
  const service = await startProcess({ DATA_DIR: join(folder, 'stopped') });
  service.child.kill('SIGTERM');
  expect(await service.ended).toBe(0);
});
