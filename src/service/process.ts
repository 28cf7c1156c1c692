import cluster from 'node:cluster';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from 'pino';
import { type Config, ConfigError, readConfig } from '../config/config.ts';
import { version } from '../config/version.ts';
import { OperatorError } from '../core/foundation/operator-error.ts';
import { type ClaimedPort, claimPort, sharedPort } from '../http/front-door/port.ts';
import { createLogger } from '../http/requests/logging.ts';
import { openTelemetry, openWorkersMetrics, type Telemetry } from '../telemetry/telemetry.ts';
import { development } from './development.ts';
import { findServer } from './find-server.ts';
import type { Service } from './service.ts';
import { onReplaced, reportReady, superviseWorkers, workerNumber } from './workers.ts';

/** How long after a stop signal the last request in flight may end. */
const DRAIN_MS = 10_000;
/** How long after that the process exits, whether or not work is still running. */
const LATE_MS = 5_000;

/** Starts the service, and ends the process if it cannot. */
export async function runProcess(): Promise<void> {
  try {
    const config = readConfig();
    if (config.workers > 1 && !cluster.isWorker) return await supervise(config);
    // First, so that nothing is created that a start at another port would not find.
    const port = cluster.isWorker ? sharedPort(config.port, config.host) : await claim(config);
    await serve(config, port).catch((error: unknown) => {
      port.release();
      throw error;
    });
  } catch (error) {
    const { message, stack } = error as Error;
    process.stderr.write(`${error instanceof OperatorError ? message : stack}\n`);
    process.exit(1);
  }
}

/** @throws {ConfigError} if the configured port cannot be listened on. */
async function claim({ host, port }: Config): Promise<ClaimedPort> {
  try {
    return await claimPort(port, host);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'EADDRINUSE')
      throw new ConfigError(`Port ${port} is taken. Choose another: PORT=8081 npm start`);
    if (code === 'EACCES') throw new ConfigError(`This user may not listen on PORT ${port}.`);
    if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND')
      throw new ConfigError(`HOST ${host} is no address of this machine.`);
    throw error;
  }
}

/**
 * Keeps the configured number of processes at the port. SIGTERM and SIGINT end them together, since a load balancer sends
 * nothing more to any of them; SIGHUP replaces them one by one.
 */
async function supervise(config: Config): Promise<void> {
  const logger = createLogger(config.logLevel);
  logger.info({ version }, 'starting');
  // Checked here, so that a conflict is reported once instead of by each process.
  (await claim(config)).release();
  const metrics = await openWorkersMetrics(config);
  if (metrics) logger.info({ url: metrics.metricsUrl }, 'metrics');
  const workers = superviseWorkers(config.workers, logger);
  metrics?.measure(workers);
  let stopping = false;
  let replacing = false;
  const stop = async (signal: NodeJS.Signals) => {
    if (stopping) return;
    stopping = true;
    logger.info({ signal }, 'stopping');
    const isClean = await workers.stop();
    await metrics?.close();
    process.exit(isClean ? 0 : 1);
  };
  process.on('SIGTERM', stop);
  process.on('SIGINT', stop);
  process.on('SIGHUP', () => {
    if (replacing || stopping) return;
    replacing = true;
    logger.info('replacing workers');
    workers
      .replace()
      .then(() => logger.info('workers replaced'))
      .catch((error: unknown) => logger.error({ err: error }, 'workers were not all replaced'))
      .finally(() => {
        replacing = false;
      });
  });
  const { url } = await workers.ready;
  logger.info({ url, workers: config.workers }, 'ready');
}

/** Starts the service from its configuration, and shuts it down in reverse order on SIGTERM or SIGINT. */
async function serve(config: Config, port: ClaimedPort): Promise<void> {
  const dev = config.production ? null : await development();
  const telemetry = await openTelemetry(config, workerNumber());
  const destination = process.stdout.isTTY ? await dev?.prettyLog() : undefined;
  const logger = createLogger(config.logLevel, destination, telemetry.traces?.traceId);
  logger.info({ version }, 'starting');
  if (telemetry.metricsUrl) logger.info({ url: telemetry.metricsUrl }, 'metrics');
  const { close, database, embedded, modules, secrets, service } = await open(config, telemetry, logger);
  const listening = await service.listen(port).catch(after(close));
  if ((workerNumber() ?? '1') === '1') {
    await warnOfUnnamedKeys(service, logger).catch((error: unknown) => logger.error({ err: error }));
    await startReconciliation(service, logger).catch((error: unknown) => logger.error({ err: error }));
  }
  const address = modules.originOf(listening, config.host);
  let greeting = Promise.resolve();
  const leaving = new AbortController();
  stopOnSignal(config, logger, service, async () => {
    // Demo data still being loaded uses the database.
    leaving.abort();
    await greeting;
    await close();
  });
  if (cluster.isWorker) reportReady(address);
  else logger.info({ url: address }, 'ready');
  const starting = service.contextFor({ kind: 'admin_key' }, 'start');
  await modules.reportUnproved(starting, logger).catch((error: unknown) => {
    logger.error({ err: error }, 'could not look for domains that have to be proved');
  });
  if (dev === null) return;

  greeting = dev
    .greet({
      config,
      ctx: starting,
      database,
      encryption: service.encryption,
      embedded,
      adminApiKey: secrets.adminApiKey,
      url: config.publicUrl ?? address,
      print: (text) => void process.stdout.write(text),
      signal: leaving.signal,
    })
    .catch((error: unknown) => {
      if (!leaving.signal.aborted)
        logger.error({ err: error }, 'could not load demo data; try: npm run demo');
    });
}

/** Opens the database and creates the service on it. A failure closes everything again. */
async function open(config: Config, telemetry: Telemetry, logger: Logger) {
  const { traces } = telemetry;
  const log = (line: string) => logger.info(line);
  // The embedded server starts while the modules load. It must be started first: loading blocks the event loop.
  const { server } = await underway(config, log);
  const modules = await loadModules();
  const {
    close: closeDatabase,
    database,
    embedded,
    places,
  } = await modules.provision(config, {
    log,
    server,
    observe: traces?.observeStatement,
    servesReads: config.role !== 'jobs',
  });
  const close = async () => {
    await closeDatabase();
    await telemetry.close();
  };
  const secrets = await modules.openSecrets(config, database.transact).catch(after(close));
  const identity = await modules.DatabaseIdentity.open(database.ask, places).catch(after(close));
  const countryOf = await modules.openIpCountries(config.geoipDatabase).catch(after(close));
  const service = await modules
    .createService({
      database,
      identity,
      secrets,
      settings: config,
      logger,
      ports: {
        mail: modules.mailFor(config.mail, config.production, logger),
        evidenceObjects: modules.openEvidenceObjects(config.evidence, logger),
        countryOf,
        observe: telemetry.observe,
        traceparent: traces?.traceparent,
      },
    })
    .catch(after(close));
  const { now } = service.contextFor({ kind: 'admin_key' }, 'telemetry').ports;
  telemetry.measure({ vitals: service.vitals, rows: database.requests.read.incoming, now });
  return { close, database, embedded, modules, secrets, service };
}

/** Lists the API keys that are about to lose permissions which they do not name. */
async function warnOfUnnamedKeys({ contextFor }: Service, logger: Logger): Promise<void> {
  const { ports, rows } = contextFor({ kind: 'admin_key' }, 'start');
  const { findUnnamedKeys } = await import('../core/access/unnamed-permissions.ts');
  for (const { count, keys, merchant_id, until } of await findUnnamedKeys(rows, ports.now()))
    logger.warn(
      { merchant_id, keys, count, until },
      'API keys lose team:write and keys:write then, unless their permissions name them',
    );
}

/** Lists the merchant accounts whose stored `is_recon_enabled` acts since this release. */
async function startReconciliation({ contextFor }: Service, logger: Logger): Promise<void> {
  const { startStoredRecon } = await import('../core/merchant-accounts/reconciliation.ts');
  const merchants = await startStoredRecon(contextFor({ kind: 'admin_key' }, 'start'));
  if (merchants.length > 0)
    logger.warn(
      { merchants },
      'is_recon_enabled acts from now on: reconciliation is active for these merchants',
    );
}

/** Resolves once the embedded server, if there is one, is starting. */
async function underway(config: Config, log: (line: string) => void) {
  const { promise: isUnderway, resolve: onUnderway } = Promise.withResolvers<void>();
  const server = findServer(config, { log, onUnderway });
  server.catch(() => {}).finally(onUnderway);
  await isUnderway;
  // In an object, since awaiting this must not await the server.
  return { server };
}

/** The modules of the service. */
async function loadModules() {
  const [
    { provision },
    { openSecrets },
    { createService },
    { originOf },
    { mailFor },
    { openEvidenceObjects },
    { openIpCountries },
    { reportUnproved },
    { DatabaseIdentity },
  ] = await Promise.all([
    import('./provision.ts'),
    import('./secrets.ts'),
    import('./service.ts'),
    import('../http/front-door/http-server.ts'),
    import('../people/mail.ts'),
    import('../storage/s3.ts'),
    import('../storage/ip-countries.ts'),
    import('./report-unproved.ts'),
    import('../database/identity.ts'),
  ]);
  return {
    DatabaseIdentity,
    provision,
    createService,
    originOf,
    mailFor,
    openEvidenceObjects,
    openIpCountries,
    openSecrets,
    reportUnproved,
  };
}

/** Cleans up after a failure, and passes it on. */
const after = (cleanUp: () => Promise<void>) => async (error: unknown) => {
  await cleanUp();
  throw error;
};

function stopOnSignal(config: Config, logger: Logger, service: Service, close: () => Promise<void>): void {
  let stopping = false;
  const stop = (signal: NodeJS.Signals | 'replaced') => {
    // A second signal does not cut the drain short.
    if (stopping) return;
    stopping = true;
    logger.info({ signal }, 'stopping');
    const untilMs = performance.now() + DRAIN_MS;
    service.drain.begin(signal === 'replaced');
    // In development there is no load balancer, and a person waits at the terminal.
    const noticed = config.production ? service.drain.untilNoticed() : Promise.resolve();
    const stopped = noticed.then(() => service.stop(untilMs - performance.now())).finally(close);
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
  onReplaced(() => stop('replaced'));
}
