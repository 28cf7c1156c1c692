import { randomBytes as cryptoRandomBytes } from 'node:crypto';
import express from 'express';
import { LRUCache } from 'lru-cache';
import type { ConnectorSetup } from './connectors/connector-setup.ts';
import { connectorGuard, connectorRegistry } from './connectors/guard.ts';
import { installSandbox } from './connectors/sandbox/sandbox.ts';
import { requireVendors, vendors } from './connectors/vendors.ts';
import { authenticate, KeyUse } from './core/access/authenticate.ts';
import { authenticatePerson } from './core/access/authenticate-person.ts';
import { checkEncryptionKeys } from './core/access/check-encryption-keys.ts';
import { KeyCache } from './core/access/key-cache.ts';
import { disputeStages } from './core/entities/states/dispute-states.ts';
import { allMachines } from './core/entities/states/machines.ts';
import type { Caller, Context } from './core/foundation/context.ts';
import { aesColumnEncryption } from './core/foundation/cryptography.ts';
import { type IdMaker, ulidMaker } from './core/foundation/ids.ts';
import { NotifiedCache } from './core/foundation/notified-cache.ts';
import { unobserved } from './core/foundation/ports/observe.ts';
import type { RequestKind } from './core/foundation/request-kind.ts';
import { checkStates } from './core/foundation/state-machine.ts';
import { outcomeHandlers } from './core/outcomes/outcome-handlers.ts';
import { receiveWebhook } from './core/outcomes/receive-webhook.ts';
import { dnsResolve } from './core/webhook-endpoints/resolve-target.ts';
import { type Dispatcher, startDispatcher } from './core/webhooks/dispatcher.ts';
import { WrittenObjects } from './core/writes/written-objects.ts';
import { ChangeNotifications } from './database/change-notifications.ts';
import { apolloServer } from './graphql/apollo.ts';
import { CompiledOperations } from './graphql/compiled-execution.ts';
import { graphqlDoor } from './graphql/door.ts';
import { exampleTabs } from './graphql/examples.ts';
import { graphiqlPage } from './graphql/graphiql.ts';
import { problemResponse, reportingErrorFormat } from './graphql/kit/errors.ts';
import { KnownOperations } from './graphql/known-operations.ts';
import { buildGraphqlSchema } from './graphql/schema.ts';
import { subscriptionServer } from './graphql/subscriptions/server.ts';
import { Admission } from './http/admission.ts';
import { openAttemptLimits, refusalsOf } from './http/attempt-limits.ts';
import { clientAddressBehind } from './http/client-address.ts';
import { compressResponses } from './http/compression.ts';
import { continuePage } from './http/continue-page.ts';
import { crossOrigin } from './http/cross-origin.ts';
import { dashboardPage } from './http/dashboard-page.ts';
import { closeGracefully, closeWhileDraining, Drain } from './http/drain.ts';
import { refuseEarly } from './http/early-refusals.ts';
import { healthRouter, readinessOf } from './http/health.ts';
import { incomingWebhooks } from './http/incoming-webhooks.ts';
import { requestLogging } from './http/logging.ts';
import { observeRequests } from './http/observe-requests.ts';
import { framedPageHeaders, pageHeaders } from './http/page-headers.ts';
import { RateLimits, rateLimits } from './http/rate-limits.ts';
import { refuseElsewhere } from './http/refuse-elsewhere.ts';
import { RefusedKeys } from './http/refused-keys.ts';
import { type KeyAuthentication, requestIds } from './http/request.ts';
import { respondWithProblems, standardHeaders } from './http/responses.ts';
import { returnPage } from './http/return-page.ts';
import { unknownRoute } from './http/routes.ts';
import { httpServer, originOf } from './http/server.ts';
import { type Heartbeat, startHeartbeat } from './jobs/heartbeat.ts';
import { startRecovery } from './jobs/recovery.ts';
import type { SupervisedJobs } from './jobs/supervise.ts';
import { startJobs } from './jobs/worker.ts';
import { openPeople } from './people/people.ts';
import { docsRouter } from './rest/docs.ts';
import { evidenceUploads } from './rest/evidence-uploads.ts';
import { restRouter, takesPublicKey } from './rest/router.ts';
import type { Service, ServiceParts } from './service-parts.ts';

/** Longer than connectors' own time limits, shorter than customers are willing to wait. */
const CONNECTOR_DEADLINE_MS = 20_000;
/** How many profiles, lists of accounts and the like are kept, of a few KB each. */
const SETTINGS_MAX = 5_000;
const LOWER_BOUNDS_MAX = 100_000;

/** The composition root: wires the core to the database, connectors, jobs and the REST and GraphQL APIs. */
export async function createService(parts: ServiceParts): Promise<Service> {
  checkStates([...allMachines, disputeStages]);
  const { adminApiKey, database, logger } = parts;
  const { rows, transact } = database;
  const now = parts.now ?? (() => new Date());
  const randomBytes = parts.randomBytes ?? cryptoRandomBytes;
  const ids: IdMaker = ulidMaker(() => now().getTime());
  const encryption = aesColumnEncryption(parts.encryptionKeys);
  const onError = (error: unknown, requestId?: string) =>
    logger.error({ ...(requestId ? { request_id: requestId } : {}), err: error }, 'unexpected error');
  const processId = ids.make('proc');
  const keyUse = new KeyUse(rows, now, onError);
  const drain = new Drain();
  let origin = parts.publicUrl ?? '';
  const sandbox =
    parts.environment === 'test'
      ? installSandbox({ rows, now, ids, randomBytes, publicUrl: () => origin })
      : null;
  requireVendors(parts.connectorBaseUrls ?? {});
  const setupOf = (name: string): ConnectorSetup => ({
    baseUrl: parts.connectorBaseUrls?.[name] ?? null,
    environment: parts.environment,
    now,
    warn: (facts, message) => logger.warn({ connector: name, ...facts }, message),
  });
  const connectors = connectorRegistry([
    ...(sandbox ? [sandbox.connector] : []),
    ...Object.entries(vendors).map(([name, connect]) => connect(setupOf(name))),
    ...(parts.connectors ?? []),
  ]);
  const changeNotifications = new ChangeNotifications({ pool: database.pool, url: database.url, onError });
  const { isListening: isNotified } = changeNotifications;
  const keyCache = new KeyCache({ now, isNotified });
  const settings = new NotifiedCache({ max: SETTINGS_MAX, now, isNotified });
  const lowerBounds = new LRUCache<string, number>({ max: LOWER_BOUNDS_MAX });
  const webhookTargets = { allowLoopback: false, resolve: dnsResolve(), ...parts.webhookTargets };
  const guard = connectorGuard(parts.connectorDeadlineMs ?? CONNECTOR_DEADLINE_MS);

  const admission = new Admission(database.expectedWaitMs, logger, parts.admissionLimits);
  const rateLimitSettings = { ...rateLimits, ...parts.rateLimits };
  const attemptLimits = openAttemptLimits(rateLimitSettings, { rows, encryption, now, onError });
  const requestLimits = new RateLimits(rateLimitSettings);
  const refusedKeys = new RefusedKeys(attemptLimits.refusedKeys);

  const contextFor = (
    caller: Caller,
    requestId: string,
    hangUp?: () => AbortSignal,
    kind?: RequestKind,
  ): Context => ({
    requestId,
    caller,
    merchantId: caller.kind === 'admin_key' ? null : caller.merchantId,
    rows: kind ? database.requests[kind].rows() : rows,
    transact: kind ? database.requests[kind].transact : transact,
    ...(hangUp ? { hangUp } : {}),
    ...(kind ? { written: new WrittenObjects() } : {}),
    ports: {
      connectors,
      guard,
      observe: parts.observe ?? unobserved,
      traceparent: parts.traceparent ?? (() => null),
      attemptLimits,
      outcomeHandlers,
      processId,
      settings,
      lowerBounds,
      notify: changeNotifications.notify,
      webhookTargets,
      mail: parts.mail ?? null,
      evidenceObjects: parts.evidenceObjects ?? null,
      publicUrl: () => origin,
      encryption,
      environment: parts.environment,
      ids,
      now,
      randomBytes,
    },
  });
  const systemContext = (requestId: string) => contextFor({ kind: 'admin_key' }, requestId);
  changeNotifications.onKeyChanges((merchantIds) => keyCache.forget(merchantIds));
  changeNotifications.onSettingsChanges((merchantIds) => settings.forget(merchantIds));
  const background: { stop(): Promise<unknown> }[] = [];
  let dispatcher: Dispatcher | undefined;
  let heartbeat: Heartbeat | undefined;
  let jobs: SupervisedJobs | undefined;
  const clientAddress = clientAddressBehind(parts.trustProxy ?? 0);
  const people = openPeople({
    pool: database.people,
    rows,
    encryptionKeys: parts.encryptionKeys,
    publicUrl: () => origin,
    ids,
    limits: { ...attemptLimits, perAddress: rateLimitSettings.signInsPerAddress },
    oidc: parts.oidc ?? null,
    mail: parts.mail ?? null,
    logger,
    clientAddress,
    contextFor: systemContext,
    onSessionsEnded: () => keyCache.forget(null),
  });
  const authentication: KeyAuthentication = {
    admit: (kind, res) => admission.admit(kind, res),
    contextFor,
    clientAddress,
    credentialsOf: people.credentialsOf,
    rateLimits: requestLimits,
    authenticate: async ({ key, session }, address, kind) => {
      const source = kind ? database.requests[kind].arriving : rows;
      const lookUp = (known: string | undefined) => authenticate(source, { adminApiKey }, known, now());
      const lane = kind ?? 'any';
      const caller = session
        ? await keyCache.findPerson(session, () => authenticatePerson(source, session, now()), lane)
        : await keyCache.find(key, () => refusedKeys.lookUp(key, address, lookUp), lane);
      refuseElsewhere(caller, address, logger);
      keyUse.record(caller);
      return caller;
    },
  };

  const schema = buildGraphqlSchema();
  const compiled = new CompiledOperations(schema);
  const known = new KnownOperations(schema, compiled);
  const graphql = apolloServer(schema, onError, compiled, known);
  await graphql.start();
  const subscriptions = subscriptionServer({
    path: '/graphql',
    schema,
    rows,
    onUpdates: (listener) => changeNotifications.onUpdates(listener),
    onKeyChanges: (listener) => changeNotifications.onKeyChanges(listener),
    drain,
    ids,
    now,
    logger,
    onError,
    limits: parts.subscriptionLimits,
    ...authentication,
  });

  const app = express();
  app.disable('x-powered-by');
  // No cache may keep an answer, so hashing its body for an ETag would be for nothing.
  app.disable('etag');
  const readiness = readinessOf({ ping: database.ping, drain, jobsRunning: () => jobs?.running ?? null });
  const publicDocs = parts.publicDocs ?? true;
  const servesRequests = parts.servesRequests ?? true;
  app.use(
    requestIds(ids),
    ...(parts.observe ? [observeRequests(parts.observe)] : []),
    standardHeaders,
    requestLogging(logger),
    closeWhileDraining(drain),
    crossOrigin({
      origins: parts.corsOrigins ?? [],
      isPublic: (method, path) => path === '/graphql' || takesPublicKey(method, path),
    }),
    compressResponses,
  );
  app.use(healthRouter(readiness));
  if (!servesRequests) app.use(unknownRoute, respondWithProblems);
  app.use(
    '/graphql',
    graphqlDoor({
      path: '/graphql',
      schema,
      apollo: graphql,
      known,
      eventStreams: subscriptions.eventStreams,
      keylessIntrospection: publicDocs,
      format: reportingErrorFormat(schema, onError),
      observe: parts.observe,
      onError,
      ...authentication,
    }),
  );
  app.use(dashboardPage({ publicDocs }));
  if (parts.routes) app.use(parts.routes);
  app.use(['/docs', '/graphiql'], pageHeaders);
  app.use(['/return', '/continue', '/sandbox'], framedPageHeaders);
  if (publicDocs) {
    app.use(graphiqlPage({ endpoint: '/graphql', tabs: exampleTabs }));
    app.use(docsRouter({ publicUrl: parts.publicUrl ?? null }));
  }
  if (sandbox) app.use(sandbox.routes(systemContext));
  app.use(people.routes, returnPage(systemContext), continuePage(systemContext));
  app.use(
    incomingWebhooks((requestId, ...received) => receiveWebhook(systemContext(requestId), ...received)),
  );
  app.use(evidenceUploads(authentication));
  app.use(restRouter(authentication));
  app.use(unknownRoute, respondWithProblems);

  const upgrades = servesRequests
    ? subscriptions.upgrades
    : { ...subscriptions.upgrades, accepts: () => false };
  const listener = refuseEarly(app, {
    admission,
    ids,
    graphql: { path: '/graphql', body: problemResponse },
  });
  const server = httpServer(listener, ids, upgrades, parts.httpLimits);
  return {
    encryption,
    keyUse,
    drain,
    contextFor,
    vitals: () => ({
      pools: database.poolUsage(),
      replicas: database.replicasUsage(),
      circuits: guard.countCircuits(),
      caches: { keys: keyCache.uses, settings: settings.uses },
      refusedForLoad: admission.refusals,
      refusedByLimit: {
        ...requestLimits.refusals,
        ...refusalsOf(attemptLimits),
      },
      liveConnections: subscriptions.connections(),
    }),
    listen: async (port) => {
      await checkEncryptionKeys(database.transact, encryption, now());
      await port.handTo(server);
      origin ||= originOf(server, port.host);
      heartbeat = startHeartbeat(database.heartbeats, processId, encryption.keyIds[0]!, onError);
      if (parts.doesJobs ?? true) {
        jobs = await startJobs({
          databaseUrl: database.url,
          logger,
          contextFor: systemContext,
          retention: parts.retention,
        });
        background.push(jobs);
        background.push(startRecovery(() => systemContext(ids.make('req')), heartbeat, logger));
        if (sandbox) background.push(sandbox.start(systemContext, onError));
        dispatcher = startDispatcher({
          ctx: systemContext('webhooks'),
          logger,
          onDeliveries: (listener) => changeNotifications.onDeliveries(listener),
          options: parts.webhooks,
        });
      }
      return server;
    },
    stop: async (graceMs) => {
      drain.begin();
      await Promise.all([subscriptions.stop(), closeGracefully(server, graceMs), dispatcher?.stop(graceMs)]);
      await Promise.all(background.map((running) => running.stop()));
      await graphql.stop();
      await keyUse.drain();
      await parts.mail?.drain();
      await Promise.all(Object.values(attemptLimits).map((limit) => limit.drain()));
      await changeNotifications.stop();
      await heartbeat?.stop();
      admission.stop();
    },
  };
}
