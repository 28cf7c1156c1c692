import type { RateLimitSettings } from '../config/limit-defaults.ts';
import type { BackgroundOffReason } from '../core/foundation/background-work.ts';
import type { CacheUses } from '../core/foundation/notified-cache.ts';
import type { OutgoingCalls } from '../core/foundation/ports/outgoing-calls.ts';
import type { AuditAlertKind } from '../core/writes/outbox/audit-alerts.ts';
import type { Database } from '../database/database.ts';

/** The state of a service, without a query to the database. Counts are since it started. */
export interface Vitals {
  readonly pools: ReturnType<Database['poolUsage']>;
  /** Null without any. */
  readonly replicas: ReturnType<Database['replicasUsage']>;
  /** The accounts that were called, by the state of their circuit. */
  readonly circuits: Readonly<Record<'open' | 'closed', number>>;
  /** Cache hits and misses by cache. */
  readonly caches: Readonly<Record<'keys' | 'settings', CacheUses>>;
  /** Requests refused for load, by kind. */
  readonly refusedForLoad: Readonly<Record<'read' | 'write', number>>;
  /** Requests and attempts refused, by limit; the sign-in library counts addresses itself. */
  readonly refusedByLimit: Readonly<Record<Exclude<keyof RateLimitSettings, 'signInsPerAddress'>, number>>;
  /** Reports of browsers that a customers' page broke its policy, by directive. */
  readonly pageReports: Readonly<Record<string, number>>;
  /** Open WebSockets and event streams with a key. */
  readonly liveConnections: number;
  /** Defects that subscriptions met. */
  readonly subscriptionDefects: number;
  /** Committed changes that the operator is alerted of, by kind. */
  readonly auditAlerts: Readonly<Record<AuditAlertKind, number>>;
  /** Why no outgoing call is made; null while they are made. */
  readonly outgoingOff: OutgoingCalls['off'];
  /** How far this host's clock is ahead of the database's; negative if it is behind. */
  readonly clockOffsetMs: number;
  /** Why this process takes no background work; empty while it takes some. */
  readonly backgroundOff: readonly BackgroundOffReason[];
}
