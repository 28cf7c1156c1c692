import type { Server } from 'node:http';
import type { RequestHandler } from 'express';
import type { Logger } from 'pino';
import type { Config } from '../config/config.ts';
import type { KeyUse } from '../core/access/authenticate.ts';
import { disputeStages } from '../core/entities/states/dispute-states.ts';
import { allMachines } from '../core/entities/states/machines.ts';
import type { Caller, Context } from '../core/foundation/context.ts';
import type { ColumnEncryption } from '../core/foundation/cryptography.ts';
import type { Connector } from '../core/foundation/ports/connector.ts';
import type { DomainLookups } from '../core/foundation/ports/domain-lookups.ts';
import type { EvidenceObjects } from '../core/foundation/ports/object-store.ts';
import type { Observe } from '../core/foundation/ports/observe.ts';
import type { ApplePayGateway } from '../core/foundation/ports/ports.ts';
import type { TargetRules } from '../core/foundation/ports/target-rules.ts';
import type { ProcessClock } from '../core/foundation/service-clock.ts';
import { checkStates } from '../core/foundation/state-machine.ts';
import type { RequestLog } from '../core/request-log/log-requests.ts';
import type { DispatcherOptions } from '../core/webhooks/dispatcher.ts';
import type { Database } from '../database/database.ts';
import type { DatabaseIdentity } from '../database/identity.ts';
import { originOf } from '../http/front-door/http-server.ts';
import type { ClaimedPort } from '../http/front-door/port.ts';
import { refusalsOf } from '../http/load/attempt-limits.ts';
import type { SubscriptionLimits } from '../http/load/live-connection-limits.ts';
import { closeGracefully, type Drain } from '../http/requests/drain.ts';
import type { DrainedMail } from '../people/mail.ts';
import type { Vitals } from '../telemetry/vitals.ts';
import { Background } from './background.ts';
import { wireCore } from './core.ts';
import { wireHttp } from './http.ts';
import type { ServiceSecrets } from './secrets.ts';

/** Dependencies of a service besides its database and settings. Each has a default; tests replace more of them. */
export interface ServicePorts {
  /** The time of the service; the database's unless given. */
  readonly now?: (() => Date) | undefined;
  /** The host's clocks; the real ones unless given. */
  readonly processClock?: ProcessClock | undefined;
  readonly randomBytes?: ((size: number) => Uint8Array) | undefined;
  /** Connectors besides the sandbox and the vendors'; one replaces another of its name. */
  readonly connectors?: readonly Connector[] | undefined;
  /** Deadline of connector calls; 20 seconds unless given. */
  readonly connectorDeadlineMs?: number | undefined;
  /** Observes requests, operations, calls and jobs; nothing is observed without it. */
  readonly observe?: Observe | undefined;
  /** The W3C traceparent of the current operation; none unless given. */
  readonly traceparent?: (() => string | null) | undefined;
  /** Sends e-mail to people; none is sent unless given. */
  readonly mail?: DrainedMail | null | undefined;
  /** The object store of files of evidence; they are in the database unless given. */
  readonly evidenceObjects?: EvidenceObjects | null | undefined;
  /** The country of an IP address; not known unless given. */
  readonly countryOf?: ((address: string) => string | null) | null | undefined;
  /** Overrides of the rules for webhook targets. */
  readonly webhookTargets?: Partial<TargetRules> | undefined;
  /** Stand-ins for the DNS and web servers that prove domains. */
  readonly domainLookups?: DomainLookups | undefined;
  /** A stand-in for Apple's gateway. */
  readonly applePayGateway?: ApplePayGateway | undefined;
  /** Overrides of the webhook delivery defaults. */
  readonly webhooks?: Partial<DispatcherOptions> | undefined;
  /** Overrides of the limits on GraphQL subscriptions. */
  readonly subscriptionLimits?: Partial<SubscriptionLimits> | undefined;
  /** Routes that take precedence over the service's own. */
  readonly routes?: RequestHandler | undefined;
}

/** The parts of a service. */
export interface ServiceParts {
  readonly database: Database;
  readonly secrets: ServiceSecrets;
  readonly settings: Config;
  readonly logger: Logger;
  readonly ports?: ServicePorts;
  /** The identity of the database; the original by default. */
  readonly identity?: KnownIdentity | undefined;
}

/** The parts of the database's identity that a service needs. */
export type KnownIdentity = Pick<DatabaseIdentity, 'off' | 'places' | 'refresh'>;

/** A service that is wired and ready to listen. */
export interface Service {
  readonly encryption: ColumnEncryption;
  readonly keyUse: KeyUse;
  readonly requestLog: RequestLog;
  readonly drain: Drain;
  contextFor(caller: Caller, requestId: string): Context;
  vitals(): Vitals;
  /** Starts serving at a port. Rejects if a data key was added that does not open. */
  listen(port: ClaimedPort): Promise<Server>;
  /**
   * Reports not ready, drains requests in flight for `graceMs`, and releases everything but the database. Calls of
   * connectors and webhook deliveries in flight have a second: another process looks up the first and repeats the others.
   */
  stop(graceMs: number): Promise<void>;
}

/** In `live` customers' pages belong at a host without the dashboard. */
function warnOfSharedHost({ logger, settings }: ServiceParts): void {
  if (settings.environment !== 'live' || settings.role === 'jobs' || settings.pagesUrl !== null) return;
  const message =
    "Customers' pages and the frames of forms have the host of the dashboard. Set PAGES_URL to a host of their own.";
  logger.warn({ setting: 'PAGES_URL' }, message);
}

/** How long a process that stops waits for connectors and receivers of webhooks, which may take longer than callers can wait. */
const RECEIVERS_MS = 1_000;

/** Readings of the database's clock before the first heartbeat: the fastest round trip counts. */
const CLOCK_READINGS = 3;

/** The composition root: wires the core to the database, connectors, jobs and the REST and GraphQL APIs. */
export async function createService(parts: ServiceParts): Promise<Service> {
  checkStates([...allMachines, disputeStages]);
  const core = wireCore(parts);
  for (let reading = 0; reading < CLOCK_READINGS; reading += 1)
    await core.clock.read(() => parts.database.heartbeats.time());
  const background = new Background(parts, core);
  const http = await wireHttp(parts, core, background);
  warnOfSharedHost(parts);
  const { attemptLimits, changeNotifications, keyUse, ports, requestLog } = core;
  const { database } = parts;
  return {
    encryption: ports.encryption,
    keyUse,
    requestLog,
    drain: http.drain,
    contextFor: core.contextFor,
    vitals: () => ({
      pools: database.poolUsage(),
      replicas: database.replicasUsage(),
      circuits: core.guard.countCircuits(),
      caches: { keys: core.keyCache.uses, settings: core.settings.uses },
      refusedForLoad: http.admission.refusals,
      refusedByLimit: { ...http.requestLimits.refusals, ...refusalsOf(attemptLimits) },
      pageReports: http.cspReports.counts,
      liveConnections: http.subscriptions.connections(),
      subscriptionDefects: http.subscriptions.defects(),
      auditAlerts: core.auditAlerts.counts,
      outgoingOff: ports.outgoing.off,
      clockOffsetMs: core.clock.offsetMs,
      backgroundOff: core.backgroundWork.offReasons,
    }),
    listen: async (port) => {
      await parts.secrets.keyring.refresh();
      await port.handTo(http.server);
      core.servesAt(originOf(http.server, port.host));
      await background.start();
      return http.server;
    },
    stop: async (graceMs) => {
      http.drain.begin();
      const receiversMs = Math.min(RECEIVERS_MS, graceMs);
      core.guard.endWithin(receiversMs);
      await Promise.all([
        http.subscriptions.stop(),
        closeGracefully(http.server, graceMs),
        background.stopSending(receiversMs),
      ]);
      await background.stop();
      await http.apollo.stop();
      await keyUse.drain();
      await requestLog.drain();
      await parts.ports?.mail?.drain();
      await Promise.all(Object.values(attemptLimits).map((limit) => limit.drain()));
      await changeNotifications.stop();
      await background.stopHeartbeat();
      http.admission.stop();
    },
  };
}
