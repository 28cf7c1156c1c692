import { randomBytes } from 'node:crypto';
import { type DemoKeys, loadDemo } from '../../../src/dev/demo/load.ts';
import { createDatabase } from '../../kit/database.ts';
import { startTestService, type TestService } from '../../kit/service.ts';

/** A service with demo data, as loaded by the first `npm start` but smaller, and the printed keys. */
export async function startDemoService(): Promise<{ service: TestService; keys: DemoKeys }> {
  const encryptionKey = randomBytes(32);
  const service = await startTestService({ databaseUrl: await createDatabase(), encryptionKey });
  const [keys] = await loadDemo({
    database: service.database,
    encryption: service.encryption,
    amounts: { payments: 200, merchants: 1 },
  });
  return { service, keys: keys! };
}
