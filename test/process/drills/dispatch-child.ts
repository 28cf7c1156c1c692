/**
 * A service that delivers webhooks until it is killed. Its plan is JSON in the environment: see `DispatchPlan`. It
 * prints `ready` when it starts.
 */
import 'reflect-metadata';
import { Writable } from 'node:stream';
import { readConfig } from '../../../src/config/config.ts';
import { openDatabase } from '../../../src/database/database.ts';
import { claimPort } from '../../../src/http/front-door/port.ts';
import { createLogger } from '../../../src/http/requests/logging.ts';
import { createService } from '../../../src/service/service.ts';
import { localKeyring } from '../../kit/local-keyring.ts';
import type { DispatchPlan } from './dispatch-plan.ts';

const plan = JSON.parse(process.env.DISPATCH_PLAN!) as DispatchPlan;
const database = await openDatabase({ url: plan.databaseUrl, poolMax: 5 });
const service = await createService({
  database,
  secrets: {
    adminApiKey: 'admin_of_nobody_here',
    keyring: await localKeyring(database, Buffer.from(plan.encryptionKey, 'hex')),
  },
  settings: readConfig({}),
  logger: createLogger('silent', new Writable({ write: (_line, _encoding, done) => done() })),
  ports: { webhooks: plan.webhooks },
});
await service.listen(await claimPort(0, '127.0.0.1'));
process.stdout.write('ready\n');
