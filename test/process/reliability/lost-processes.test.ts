import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { expect } from 'vitest';
import { ownerUrl } from '../../kit/database.ts';
import { figure, isFullRun } from '../../kit/figure.ts';
import { mutate } from '../../kit/mutate.ts';
import { testApart as test } from '../../kit/test.ts';
import { startProcess } from '../../shared/reliability/process.ts';

const production = (databaseUrl: string, encryptionKey: Buffer) => ({
  DATABASE_URL: databaseUrl,
  ADMIN_API_KEY: `admin_${randomBytes(24).toString('base64url')}`,
  ENCRYPTION_KEY: encryptionKey.toString('base64'),
  NODE_ENV: 'production',
  SWITCHYARD_ENV: 'test',
});

test('A process with a wrong encryption key exits before it serves and names the missing key', async ({
  service,
  shared,
  shop,
  task,
}) => {
  await shop.connector({ connector_account_details: { api_key: 'secret' } });
  const started = performance.now();
  const said = await startProcess(production(shared.databaseUrl, randomBytes(32))).then(
    ({ child }) => {
      child.kill('SIGKILL');
      return 'ready';
    },
    (error: Error) => error.message,
  );
  figure(task, `ended after ${Math.round(performance.now() - started)} ms: ${said.split('\n')[1]}`);
  expect(said).toContain('ended with 1');
  expect(said).toContain(service.encryption.keyIds[0]);
});

test.runIf(isFullRun)(
  'A process suspended in a transaction loses its locks, and the others continue',
  async ({ api, shared, shop, task }) => {
    const { child, ended, url } = await startProcess(production(shared.databaseUrl, shared.encryptionKey));
    const owner = new pg.Client({ connectionString: ownerUrl(shared.databaseUrl) });
    await owner.connect();
    try {
      const paymentId = await shop.payment({ amount: 100, status: 'requires_payment_method' });
      const customerId = await shop.customer();
      // Suspended while waiting to read the customer, with the payment locked and its changes not yet sent.
      await owner.query('begin; lock table customers in access exclusive mode');
      const asked = { url, statements: [] };
      const input = { paymentId, customerId };
      const updating = mutate(asked, shop.key, 'updatePayment', input, 'payment { status }').catch(
        () => null,
      );
      const locked = async () =>
        (await owner.query(`select 1 from pg_locks where not granted and relation = 'customers'::regclass`))
          .rowCount;
      await expect.poll(locked, { interval: 5 }).toBeGreaterThan(0);
      child.kill('SIGSTOP');
      await owner.query('commit');
      const stopped = performance.now();
      const change = async () => (await api.post(`/payments/${paymentId}`, { description: 'theirs' })).status;
      await expect.poll(change, { timeout: 60_000, interval: 100 }).toBe(200);
      const lettingGoMs = performance.now() - stopped;
      figure(task, `its lock was gone ${Math.round(lettingGoMs)} ms after it was stopped`);
      if (isFullRun) expect(lettingGoMs).toBeLessThan(10_000);
      child.kill('SIGKILL');
      await updating;
    } finally {
      child.kill('SIGKILL');
      await ended;
      await owner.end();
    }
  },
);
