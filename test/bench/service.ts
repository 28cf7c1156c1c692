import { spawnSync } from 'node:child_process';
import path from 'node:path';
import manifest from '../../package.json' with { type: 'json' };
import type { BenchCluster } from './cluster.ts';
import { type ServerProcess, startServer } from './processes.ts';

const ROOT = path.join(import.meta.dirname, '../..');

/** The arguments of node in `npm start`, of which the last is the program. */
const startArgs = manifest.scripts.start.split(' ').slice(1);
const program = startArgs.pop()!;

/**
 * Builds the service and starts it as in production, without load limits and request log.
 *
 * @param environment Additional settings.
 * @param preload A module that is loaded before the program.
 */
export async function startService(
  cluster: Pick<BenchCluster, 'url' | 'encryptionKey'>,
  environment: Readonly<Record<string, string>> = {},
  preload?: string,
): Promise<ServerProcess> {
  const built = spawnSync(process.execPath, ['deploy/build.js'], { cwd: ROOT, stdio: 'inherit' });
  if (built.status !== 0) throw new Error('The service could not be built.');
  return startServer({
    name: 'the service',
    args: [...startArgs, ...(preload === undefined ? [] : ['--import', preload]), program],
    cwd: ROOT,
    env: {
      DATABASE_URL: cluster.url,
      ADMIN_API_KEY: 'admin_key_of_a_benchmark_1234',
      ENCRYPTION_KEY: cluster.encryptionKey.toString('base64'),
      SWITCHYARD_ENV: 'test',
      HOST: '127.0.0.1',
      LOG_LEVEL: 'warn',
      RATE_LIMITS: 'false',
      READ_WAIT_MS: '30000',
      WRITE_WAIT_MS: '30000',
      WEBHOOKS_TO_LOOPBACK: 'true',
      ...environment,
    },
    ready: '/health/ready',
  });
}
