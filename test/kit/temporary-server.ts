import { chmod, mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type EmbeddedServer, startEmbeddedServer } from '../../src/dev/embedded/server.ts';

/**
 * Starts a PostgreSQL server in a temporary folder. Both are removed once it is stopped or this process ends, even by a
 * kill.
 *
 * @param purpose Part of the folder's name.
 * @param settings Settings for postgresql.conf.
 */
export async function startTemporaryServer(
  purpose: string,
  settings: Readonly<Record<string, string>> = {},
): Promise<EmbeddedServer> {
  const dataDir = await mkdtemp(path.join(tmpdir(), `switchyard-${purpose}-`));
  // Under root, PostgreSQL runs as another account, which needs access.
  await chmod(dataDir, 0o755);
  return startEmbeddedServer({ dataDir, temporary: true, settings });
}
