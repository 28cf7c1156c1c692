import express, { type Express, type RequestHandler } from 'express';
import { checkoutPage } from '../checkout/server/checkout-page.ts';
import { continuePage } from '../checkout/server/continue-page.ts';
import { elementsPage } from '../checkout/server/elements-page.ts';
import { recipientPages } from '../checkout/server/recipient-page.ts';
import { returnPage } from '../checkout/server/return-page.ts';
import { authenticate } from '../core/access/authenticate.ts';
import { authenticatePerson } from '../core/access/authenticate-person.ts';
import { WebhookSightings } from '../core/connector-accounts/webhook-status.ts';
import { receiveWebhook } from '../core/outcomes/receive-webhook.ts';
import { apolloServer } from '../graphql/apollo.ts';
import { CompiledOperations } from '../graphql/compiled-execution.ts';
import { graphqlDoor } from '../graphql/door.ts';
import { exampleTabs } from '../graphql/examples.ts';
import { graphiqlPage } from '../graphql/graphiql.ts';
import { problemResponse, reportingErrorFormat } from '../graphql/kit/errors.ts';
import { KnownOperations } from '../graphql/known-operations.ts';
import { graphqlSchema } from '../graphql/schema.ts';
import { subscriptionServer } from '../graphql/subscriptions/server.ts';
import type { KeyAuthentication, LiveAuthentication } from '../http/front-door/caller.ts';
import { healthRouter, readinessOf } from '../http/front-door/health.ts';
import { httpServer } from '../http/front-door/http-server.ts';
import { incomingWebhooks } from '../http/front-door/incoming-webhooks.ts';
import { type PageHosts, pageHosts } from '../http/front-door/page-hosts.ts';
import {
  closeWhileDraining,
  compressResponses,
  crossOrigin,
  standardHeaders,
} from '../http/front-door/response-headers.ts';
import { Admission, refuseEarly } from '../http/load/admission.ts';
import { RefusedKeys } from '../http/load/attempt-limits.ts';
import { RateLimits } from '../http/load/rate-limits.ts';
import { CspReports } from '../http/pages/csp-reports.ts';
import { dashboardPage } from '../http/pages/dashboard-page.ts';
import { domainAssociation } from '../http/pages/domain-association.ts';
import { refuseForeignHosts, servedHosts, tokenPath } from '../http/pages/foreign-hosts.ts';
import { framedPageHeaders, pageHeaders } from '../http/pages/page-headers.ts';
import { pageScripts } from '../http/pages/page-scripts.ts';
import { clientAddressBehind, refuseElsewhere } from '../http/requests/client-address.ts';
import { Drain } from '../http/requests/drain.ts';
import { requestHostBehind } from '../http/requests/request-host.ts';
import { keepRequests, observeRequests, requestIds, requestLogging } from '../http/requests/request-log.ts';
import { respondWithProblems } from '../http/requests/responses.ts';
import { unknownRoute } from '../http/requests/routes.ts';
import { openPeople, type People } from '../people/people.ts';
import { docsRouter } from '../rest/docs.ts';
import { restRouter, takesPublicKey } from '../rest/router.ts';
import type { Background } from './background.ts';
import type { Core } from './core.ts';
import type { ServiceParts } from './service.ts';

/** Where the GraphQL API is served. */
const GRAPHQL = '/graphql';

/** A service's HTTP server with both APIs, and the parts that are stopped and measured. */
export async function wireHttp(parts: ServiceParts, core: Core, background: Background) {
  const { database, logger, settings } = parts;
  const drain = new Drain();
  const admission = new Admission(database.expectedWaitMs, logger, settings.admissionLimits);
  const requestLimits = new RateLimits(settings.rateLimits);
  const cspReports = new CspReports({
    clientAddress: clientAddressBehind(settings.trustProxy),
    logger,
    now: core.ports.now,
  });
  const hosts = pageHosts({ publicUrl: core.ports.publicUrl, pagesUrl: settings.pagesUrl });
  const { authentication, people } = wireAccess(parts, core, admission, requestLimits, hosts);
  const graphql = await wireGraphql(parts, core, authentication, drain);
  const { subscriptions } = graphql;

  const readiness = readinessOf({
    ping: database.ping,
    drain,
    jobsRunning: background.jobsRunning,
    offReasons: () => core.backgroundWork.offReasons,
  });
  const app = express();
  app.disable('x-powered-by');
  // Responses are not cacheable, so hashing bodies for an ETag would be wasted.
  app.disable('etag');
  app.use(
    ...beforeRoutes(parts, core, drain),
    healthRouter(readiness, {
      clockOffsetMs: () => core.clock.offsetMs,
      outgoingOff: () => core.ports.outgoing.off,
    }),
  );
  const servesRequests = settings.role !== 'jobs';
  if (!servesRequests) app.use(unknownRoute, respondWithProblems);
  addRoutes(app, { parts, core, authentication, cspReports, hosts, people, graphql: graphql.door });

  const listener = refuseEarly(app, {
    admission,
    ids: core.ports.ids,
    graphql: { path: GRAPHQL, body: problemResponse },
  });
  const upgrades = servesRequests
    ? subscriptions.upgrades
    : { ...subscriptions.upgrades, accepts: () => false };
  return {
    server: httpServer(listener, core.ports.ids, upgrades, settings.httpLimits),
    apollo: graphql.apollo,
    subscriptions,
    drain,
    admission,
    requestLimits,
    cspReports,
  };
}

/** Identifies callers, by their keys or sessions, and admits and limits their requests. */
function wireAccess(
  parts: ServiceParts,
  core: Core,
  admission: Admission,
  requestLimits: RateLimits,
  hosts: PageHosts,
) {
  const { database, logger, secrets, settings } = parts;
  const { attemptLimits, contextFor, keyCache, keyUse, ports } = core;
  const { rows } = database;
  const clientAddress = clientAddressBehind(settings.trustProxy);
  const refusedKeys = new RefusedKeys(attemptLimits.refusedKeys);
  const people = openPeople({
    pool: database.people,
    rows,
    encryption: secrets.keyring.encryption,
    publicUrl: ports.publicUrl,
    ids: ports.ids,
    limits: { ...attemptLimits, perAddress: settings.rateLimits.signInsPerAddress },
    oidc: settings.oidc,
    mail: ports.mail,
    now: ports.now,
    sessionIdleMs: settings.sessionIdleMs,
    logger,
    clientAddress,
    contextFor: core.systemContext,
    onSessionsEnded: () => keyCache.forget(null),
  });
  const callerOf: KeyAuthentication['authenticate'] = async ({ key, session }, address, kind) => {
    const source = kind ? database.requests[kind].incoming : rows;
    const lookUp = (known: string | undefined) => authenticate(source, secrets, known, ports.now());
    const lane = kind ?? 'any';
    const caller = session
      ? await keyCache.findPerson(
          session,
          () => authenticatePerson(source, session, ports.now(), settings.sessionIdleMs),
          lane,
        )
      : await keyCache.find(key, () => refusedKeys.lookUp(key, address, lookUp), lane);
    refuseElsewhere(caller, address, logger);
    return caller;
  };
  const authentication: LiveAuthentication = {
    admit: (kind, res) => admission.admit(kind, res),
    turn: (merchantId, res) => admission.turn(merchantId, res),
    contextFor,
    clientAddress,
    credentialsOf: hosts.credentialsOf(people.credentialsOf),
    rateLimits: requestLimits,
    authenticate: async (presented, address, kind) => {
      const caller = await callerOf(presented, address, kind);
      keyUse.record(caller);
      return caller;
    },
    reauthenticate: callerOf,
  };
  return { authentication, people };
}

/** The GraphQL API: over HTTP, and its subscriptions. */
async function wireGraphql(
  parts: ServiceParts,
  core: Core,
  authentication: LiveAuthentication,
  drain: Drain,
) {
  const { publicDocs } = parts.settings;
  const { observe, subscriptionLimits } = parts.ports ?? {};
  const { attemptLimits, changeNotifications, onError, ports } = core;
  const schema = graphqlSchema();
  const compiled = new CompiledOperations(schema);
  const known = new KnownOperations(compiled);
  const apollo = apolloServer(schema, onError, compiled, known);
  await apollo.start();
  const subscriptions = subscriptionServer({
    path: GRAPHQL,
    schema,
    rows: parts.database.rows,
    onUpdates: (listener) => changeNotifications.onUpdates(listener),
    onKeyChanges: (listener) => changeNotifications.onKeyChanges(listener),
    drain,
    ids: ports.ids,
    now: ports.now,
    logger: parts.logger,
    onError,
    limits: subscriptionLimits,
    ...authentication,
  });
  const door = graphqlDoor({
    path: GRAPHQL,
    schema,
    apollo,
    known,
    eventStreams: subscriptions.eventStreams,
    keylessIntrospection: publicDocs,
    introspections: attemptLimits.introspections,
    format: reportingErrorFormat(schema, onError),
    observe,
    onError,
    ...authentication,
  });
  return { apollo, subscriptions, door };
}

/** The middleware of every request before routing. */
function beforeRoutes(parts: ServiceParts, core: Core, drain: Drain): RequestHandler[] {
  const { corsOrigins } = parts.settings;
  const observe = parts.ports?.observe;
  return [
    requestIds(core.ports.ids),
    ...(observe ? [observeRequests(observe)] : []),
    standardHeaders,
    requestLogging(parts.logger),
    ...(core.requestLog.level === 'off' ? [] : [keepRequests(core.requestLog, core.ports.now)]),
    closeWhileDraining(drain),
    crossOrigin({
      origins: corsOrigins,
      isPublic: (method, path) => path === GRAPHQL || takesPublicKey(method, path),
    }),
    compressResponses,
  ];
}

/** The pages and both APIs, in the order in which they are tried. */
function addRoutes(
  app: Express,
  {
    authentication,
    core: {
      onError,
      ports: { pagesUrl },
      sandbox,
      systemContext,
    },
    cspReports,
    graphql,
    hosts: { atDashboardHost, leadToPages },
    parts,
    people,
  }: {
    readonly parts: ServiceParts;
    readonly core: Core;
    readonly authentication: KeyAuthentication;
    readonly cspReports: CspReports;
    readonly hosts: PageHosts;
    readonly people: People;
    readonly graphql: RequestHandler;
  },
): void {
  const { publicDocs, publicUrl } = parts.settings;
  const routes = parts.ports?.routes;
  const sightings = new WebhookSightings(onError);
  const hosts = servedHosts(requestHostBehind(parts.settings.trustProxy), parts.logger);
  // Before every page.
  app.all(tokenPath, refuseForeignHosts(systemContext, hosts));
  if (leadToPages) app.use(leadToPages);
  app.use(atDashboardHost(dashboardPage({ publicDocs })));
  if (routes) app.use(routes);
  app.use(GRAPHQL, graphql);
  app.use(['/docs', '/graphiql'], pageHeaders);
  app.use(['/return', '/continue', '/sandbox'], framedPageHeaders);
  if (publicDocs) {
    app.use(atDashboardHost(graphiqlPage({ endpoint: GRAPHQL, tabs: exampleTabs })));
    app.use(atDashboardHost(docsRouter({ publicUrl })));
  }
  if (sandbox) app.use(sandbox.routes(systemContext));
  app.use(
    atDashboardHost(people.routes),
    returnPage(systemContext),
    continuePage(systemContext),
    checkoutPage(systemContext),
    elementsPage(systemContext, authentication, hosts),
    pageScripts(pagesUrl),
    cspReports.routes,
    recipientPages(systemContext, authentication),
    domainAssociation(systemContext, hosts.hostOf),
  );
  app.use(
    incomingWebhooks((requestId, record, source, read) => {
      const ctx = systemContext(requestId, record);
      return sightings.observe(ctx, source, () => receiveWebhook(ctx, source, read));
    }),
  );
  app.use(restRouter(authentication));
  app.use(unknownRoute, respondWithProblems);
}
