import { randomBytes as cryptoRandomBytes } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import type { Logger } from 'pino';
import { linkMailTexts } from '../checkout/server/languages.ts';
import type { Config } from '../config/config.ts';
import type { ConnectorSetup } from '../connectors/connector-setup.ts';
import { connectorGuard, connectorRegistry } from '../connectors/guard.ts';
import { installSandbox } from '../connectors/sandbox/sandbox.ts';
import { requireVendors, vendors } from '../connectors/vendors.ts';
import { KeyCache, KeyUse } from '../core/access/authenticate.ts';
import { OrganizationRows } from '../core/access/organization-scope.ts';
import { LearnedRouting } from '../core/derived/learned-routing.ts';
import { domainLookups } from '../core/domains/domain-lookups.ts';
import { BackgroundWork } from '../core/foundation/background-work.ts';
import { type Caller, type Context, organizationOf, type RequestRecord } from '../core/foundation/context.ts';
import { ulidMaker } from '../core/foundation/ids.ts';
import { maskedText } from '../core/foundation/mask-text.ts';
import { NotifiedCache } from '../core/foundation/notified-cache.ts';
import type { Observe } from '../core/foundation/ports/observe.ts';
import type { OutgoingCalls } from '../core/foundation/ports/outgoing-calls.ts';
import type { Ports } from '../core/foundation/ports/ports.ts';
import type { RequestKind } from '../core/foundation/request-kind.ts';
import { dnsResolve } from '../core/foundation/resolve-target.ts';
import { ServiceClock } from '../core/foundation/service-clock.ts';
import { outcomeHandlers } from '../core/outcomes/outcome-handlers.ts';
import { RequestLog } from '../core/request-log/log-requests.ts';
import { AuditAlerts } from '../core/writes/outbox/audit-alerts.ts';
import { WrittenObjects } from '../core/writes/written-objects.ts';
import { ChangeNotifications } from '../database/change-notifications.ts';
import { openAttemptLimits } from '../http/load/attempt-limits.ts';
import { mailWhileOn } from '../people/mail.ts';
import { evidenceWhileOn } from '../storage/s3.ts';
import type { ServiceParts } from './service.ts';

/** Longer than connectors' own time limits, shorter than customers are willing to wait. */
const CONNECTOR_DEADLINE_MS = 20_000;
/** Apple's "Requesting an Apple Pay payment session". */
const APPLE_PAY_GATEWAY = 'https://apple-pay-gateway.apple.com/paymentservices/paymentSession';
/** Cached profiles, lists of accounts and the like, of a few KB each. */
const SETTINGS_MAX = 5_000;
const LOWER_BOUNDS_MAX = 10_000;

/** Runs steps without observing them. */
const unobserved: Observe = (_step, work) => work();

/** The core with its ports, and the listeners that keep its caches current. */
export type Core = ReturnType<typeof wireCore>;

/** Wires the core to the database and the connectors. */
export function wireCore({ database, identity, logger, ports: given = {}, secrets, settings }: ServiceParts) {
  const clock = new ServiceClock(logger, given.processClock);
  const { now = clock.now, observe = unobserved, randomBytes = cryptoRandomBytes } = given;
  const { environment, rateLimits } = settings;
  const ids = ulidMaker(() => now().getTime());
  const { encryption } = secrets.keyring;
  const onError = (error: unknown, requestId?: string) =>
    logger.error({ ...(requestId ? { request_id: requestId } : {}), err: error }, 'unexpected error');
  let origin = settings.publicUrl ?? '';
  let listening: string | null = null;
  const publicUrl = () => origin;
  const pagesUrl = () => settings.pagesUrl ?? origin;

  const { rows } = database;
  const changeNotifications = new ChangeNotifications({ pool: database.pool, url: database.url, onError });
  const caches = openCaches(changeNotifications, now);
  const attemptLimits = openAttemptLimits(rateLimits, { rows, encryption, now, onError });
  const outgoing: OutgoingCalls = identity ?? { off: null };
  const backgroundWork = openBackgroundWork(logger, clock, outgoing);
  /** The address of the sandbox's reports. For a copy it is this process, since its public URL may be the original's. */
  const reportsTo = () => (outgoing.off === null ? publicUrl() : outgoing.off === 'copy' ? listening : null);
  const reportsAt = () =>
    backgroundWork.offReasons.every((reason) => reason === 'copy') ? reportsTo() : null;
  const sandbox =
    environment === 'test'
      ? installSandbox({ rows, now, ids, randomBytes, publicUrl, pagesUrl, reportsAt })
      : null;
  const auditAlerts = new AuditAlerts();
  const guard = connectorGuard(given.connectorDeadlineMs ?? CONNECTOR_DEADLINE_MS);
  const installed = [...(sandbox ? [sandbox.connector] : []), ...connectVendors(settings, now, logger)];
  const connectors = connectorRegistry([...installed, ...(given.connectors ?? [])], outgoing);
  const learned = new LearnedRouting({ rows, now, onError, seed: settings.routingSeed });
  const ports: Ports = Object.freeze({
    connectors,
    learned,
    guard,
    outcomeHandlers,
    encryption,
    isSpread: database.spread,
    environment,
    expectsSecondFactor: environment === 'live' && settings.oidc === null,
    publicUrl,
    pagesUrl,
    ...leavingPorts(given, settings, outgoing, logger),
    settings: caches.settings,
    lowerBounds: new LRUCache<string, number>({ max: LOWER_BOUNDS_MAX }),
    attemptLimits,
    notify: changeNotifications.notify,
    onUnproved: reportOnce(logger),
    serviceHosts: settings.serviceHosts,
    exportRules: settings.exportRules,
    linkMailTexts,
    observe,
    traceparent: given.traceparent ?? (() => null),
    countryOf: given.countryOf ?? null,
    auditAlerts,
    logTouched: (facts: object) => logger.info(facts, 'objects changed'),
    backgroundWork,
    outgoing,
    processId: ids.make('proc'),
    ids,
    now,
    randomBytes,
  });
  const contextFor = contextsWith(ports, database);
  return {
    ...caches,
    auditAlerts,
    backgroundWork,
    clock,
    ports,
    contextFor,
    /** The context of the service's own work; of a request without a key, with the request's record. */
    systemContext: (requestId: string, record?: RequestRecord): Context => ({
      ...contextFor({ kind: 'admin_key' }, requestId),
      ...(record ? { record } : {}),
    }),
    keyUse: new KeyUse(rows, now, onError),
    requestLog: new RequestLog(
      settings.requestLog,
      contextFor({ kind: 'admin_key' }, 'request_log'),
      onError,
    ),
    attemptLimits,
    changeNotifications,
    guard,
    learned,
    sandbox,
    onError,
    /** Sets the public address, unless one is configured. */
    servesAt: (address: string) => {
      listening = address;
      origin ||= address;
    },
  };
}

/** The ports that call other machines, besides the connectors. Outgoing calls may be off. */
function leavingPorts(
  given: NonNullable<ServiceParts['ports']>,
  settings: ServiceParts['settings'],
  outgoing: OutgoingCalls,
  logger: Logger,
) {
  const webhookTargets = {
    allowLoopback: settings.webhooksToLoopback,
    resolve: dnsResolve(),
    ...given.webhookTargets,
  };
  return {
    webhookTargets,
    domainLookups: given.domainLookups ?? domainLookups(webhookTargets),
    applePayGateway: given.applePayGateway ?? { url: APPLE_PAY_GATEWAY },
    mail: given.mail ? mailWhileOn(given.mail, outgoing, logger) : null,
    evidenceObjects: given.evidenceObjects ? evidenceWhileOn(given.evidenceObjects, outgoing) : null,
  };
}

/** Background work, off on a host whose clock is far off, and on a copy of the database. */
function openBackgroundWork(logger: Logger, clock: ServiceClock, outgoing: OutgoingCalls): BackgroundWork {
  const backgroundWork = new BackgroundWork(logger);
  backgroundWork.offWhile('clock', clock.isFarOff);
  backgroundWork.offWhile('copy', () => outgoing.off !== null);
  return backgroundWork;
}

/** Keys and settings cached until another process changes them. */
function openCaches(changes: ChangeNotifications, now: () => Date) {
  const { isListening: isNotified } = changes;
  const keyCache = new KeyCache({ now, isNotified });
  const settings = new NotifiedCache({ max: SETTINGS_MAX, now, isNotified });
  changes.onKeyChanges((merchantIds) => keyCache.forget(merchantIds));
  changes.onSettingsChanges((merchantIds) => settings.forget(merchantIds));
  return { keyCache, settings };
}

/** The facts of a connector's warning without card numbers and keys, which vendors repeat in their texts. */
const maskedFacts = (facts: Parameters<ConnectorSetup['warn']>[0]): object =>
  Object.fromEntries(
    Object.entries(facts).map(([name, value]) => [
      name,
      typeof value === 'string' ? maskedText(value) : value,
    ]),
  );

/** The most settings of unproved hosts that a process remembers to have reported. */
const REPORTED_MAX = 1_000;

/** Reports each setting that has no effect, as its host is not proved, once per process. */
function reportOnce(logger: Logger): Ports['onUnproved'] {
  const reported = new LRUCache<string, true>({ max: REPORTED_MAX });
  return (facts) => {
    const key = JSON.stringify(facts);
    if (reported.has(key)) return;
    reported.set(key, true);
    logger.warn(facts, 'a setting has no effect: the merchant has not proved its host');
  };
}

/** The vendors' connectors. */
function connectVendors({ connectorBaseUrls, environment }: Config, now: () => Date, logger: Logger) {
  requireVendors(connectorBaseUrls);
  const setupOf = (name: string): ConnectorSetup => ({
    baseUrl: connectorBaseUrls[name] ?? null,
    environment,
    now,
    warn: (facts, message) => logger.warn({ connector: name, ...maskedFacts(facts) }, message),
  });
  return Object.entries(vendors).map(([name, connect]) => connect(setupOf(name)));
}

/** Makes the contexts of requests and, without a kind, of the service's own work. */
const contextsWith =
  (ports: Ports, { requests, rows, transact }: ServiceParts['database']) =>
  (caller: Caller, requestId: string, hangUp?: () => AbortSignal, kind?: RequestKind): Context => {
    const ctx = {
      ports,
      requestId,
      caller,
      merchantId: caller.kind === 'admin_key' ? null : caller.merchantId,
      rows: kind ? requests[kind].rows() : rows,
      transact: kind ? requests[kind].transact : transact,
      ...(hangUp ? { hangUp } : {}),
      ...(kind ? { written: new WrittenObjects() } : {}),
    };
    const organizationId = organizationOf(caller);
    if (organizationId === null) return ctx;
    const organization = { rows: ctx.rows, transact: ctx.transact };
    const own = new OrganizationRows(organization, organizationId);
    return { ...ctx, organization, rows: own, transact: own.transact };
  };
