import { readConfig } from '../config/config.ts';
import type { Context } from '../core/foundation/context.ts';
import { createLogger } from '../http/requests/logging.ts';
import { provision } from '../service/provision.ts';
import { openSecrets } from '../service/secrets.ts';
import { createService } from '../service/service.ts';

/**
 * Runs a command of the core as an administrator. The audit log has its changes, made by `program`.
 *
 * @param action The operation, as the audit log names it.
 */
export async function acting<T>(action: string, work: (ctx: Context) => Promise<T>): Promise<T> {
  const config = readConfig();
  const log = (line: string) => process.stderr.write(`${line}\n`);
  const { close, database } = await provision(config, { log, share: true, existing: true });
  try {
    const publicUrl = config.publicUrl ?? `http://127.0.0.1:${config.port}`;
    const service = await createService({
      database,
      secrets: await openSecrets(config, database.transact),
      settings: { ...config, publicUrl, role: 'web' },
      logger: createLogger('silent'),
    });
    try {
      const holder = { type: 'key', id: 'program', name: 'switchyard' } as const;
      const ctx = service.contextFor({ kind: 'admin_key', holder }, action);
      return await work({ ...ctx, command: { name: action, recorded: new Set() } });
    } finally {
      // The service's open handles keep the process from ending.
      await service.stop(0);
    }
  } finally {
    await close();
  }
}
