import { setTimeout as sleep } from 'node:timers/promises';
import { ConfigError, readConfig } from './config.ts';
import { EncryptionKeyError } from './core/access/check-encryption-keys.ts';
import type { ColumnEncryption } from './core/foundation/cryptography.ts';
import { type Database, PoolerError } from './database/database.ts';
import { DatabaseRoleError } from './database/roles.ts';
import { welcome } from './dev/banner.ts';
import type { DemoKeys } from './dev/demo/load.ts';
import { createLogger } from './http/logging.ts';
import { provision } from './provision.ts';
import { createService, originOf } from './service.ts';

/** How long requests in flight may take to finish after a stop signal. */
const DRAIN_MS = 10_000;
/** How long after that the process ends, whatever still runs. */
const LATE_MS = 5_000;
/** How much of that it keeps accepting connections while reporting not ready, so load balancers can notice. */
const LINGER_MS = 2_000;

/** Starts the service from its configuration, and shuts it down in reverse order on SIGTERM or SIGINT. */
async function main(): Promise<void> {
  const config = readConfig();
  const logger = createLogger(config.logLevel);
  const { close, embedded, ...means } = await provision(config, { log: (line) => logger.info(line) });
  const service = await createService({
    ...means,
    environment: config.environment,
    corsOrigins: config.corsOrigins,
    logger,
    publicDocs: config.publicDocs,
    httpLimits: config.httpLimits,
    trustProxy: config.trustProxy,
    retention: config.retention,
    webhookTargets: { allowLoopback: config.webhooksToLoopback },
  });
  const isFirstStart =
    embedded &&
    !config.production &&
    config.environment === 'test' &&
    (await means.database.rows.query({ text: 'select 1 from merchant_accounts limit 1', values: [] }, null))
      .length === 0;

  const server = await service
    .listen(config.port, config.host)
    .catch(async (error: NodeJS.ErrnoException) => {
      await close();
      if (error.code !== 'EADDRINUSE') throw error;
      throw new ConfigError(`Port ${config.port} is taken. Choose another: PORT=8081 npm start`);
    });
  const url = config.publicUrl ?? originOf(server, config.host);
  let loading: Promise<void> = Promise.resolve();
  let stopping = false;
  const stop = (signal: NodeJS.Signals) => {
    // A second signal does not cut the drain short.
    if (stopping) return;
    stopping = true;
    logger.info({ signal }, 'stopping');
    service.drain.begin();
    // In development there is no load balancer, and somebody waits at the terminal.
    const lingerMs = config.production ? LINGER_MS : 0;
    const stopped = sleep(lingerMs)
      .then(() => service.stop(DRAIN_MS - lingerMs))
      // Whatever is being loaded uses the database.
      .finally(() => loading)
      .finally(close);
    // Something that never ends, such as a statement on a server that went silent, must not keep the process.
    const late = sleep(DRAIN_MS + LATE_MS).then(() => {
      throw new Error('Stopping took too long.');
    });
    Promise.race([stopped, late]).then(
      () => process.exit(0),
      (error: unknown) => {
        logger.error({ err: error }, 'could not stop cleanly');
        process.exit(1);
      },
    );
  };
  process.on('SIGTERM', stop);
  process.on('SIGINT', stop);

  logger.info({ url }, 'ready');
  const present = (demo: readonly DemoKeys[]) =>
    void process.stdout.write(welcome({ url, adminApiKey: means.adminApiKey, demo }));
  if (isFirstStart) {
    process.stdout.write(`\n  ${url} is ready. Loading demo data; the keys to it follow in a few seconds.\n`);
    loading = loadFirstDemo(means.database, service.encryption, url).then(present, (error: unknown) => {
      logger.error({ err: error }, 'could not load demo data; try: npm run demo');
    });
  } else if (!config.production) present([]);
}

/** Demo data for the first start. The sandbox connector, which all of it is at, is in the test environment only. */
async function loadFirstDemo(
  database: Database,
  encryption: ColumnEncryption,
  publicUrl: string,
): Promise<DemoKeys[]> {
  // Imported here, because an installation for production has no package that makes up names.
  const { FIRST_START, loadDemo } = await import('./dev/demo/load.ts');
  return loadDemo({ database, encryption, amounts: FIRST_START, publicUrl });
}

main().catch((error: Error) => {
  const told = [ConfigError, DatabaseRoleError, EncryptionKeyError, PoolerError].some(
    (known) => error instanceof known,
  );
  process.stderr.write(`${told ? error.message : error.stack}\n`);
  process.exit(1);
});
