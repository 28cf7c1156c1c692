import { bool } from 'envalid';
import { type Retention, retentionDefaults } from '../core/maintenance/retention.ts';
import { type AdmissionLimits, admissionLimits } from '../http/load/admission.ts';
import { type HttpLimits, httpLimits } from '../http/load/connection-limits.ts';
import { type RateLimitSettings, rateLimits } from '../http/load/rate-limits.ts';
import { auditLogDays, count, days, percent, rate, seconds, waitMs } from './validators.ts';

/** The limits of a process, and how long data is kept. */
export interface LimitSettings {
  readonly admissionLimits: AdmissionLimits;
  readonly httpLimits: HttpLimits;
  readonly rateLimits: RateLimitSettings;
  readonly retention: Retention;
}

/** The variables of limits. The defaults are where each limit is enforced. */
export const limitVariables = {
  READ_WAIT_MS: waitMs({ default: admissionLimits.readWaitMs }),
  READ_BURST: count({ default: admissionLimits.readBurst }),
  WRITE_WAIT_MS: waitMs({ default: admissionLimits.writeWaitMs }),
  EVENT_LOOP_PERCENT: percent({ default: admissionLimits.eventLoopPercent }),
  MAX_CONNECTIONS: count({ default: httpLimits.connections }),
  MAX_REQUESTS_PER_CONNECTION: count({ default: httpLimits.requestsPerConnection }),
  MAX_REQUESTS_IN_FLIGHT: count({ default: httpLimits.requestsInFlight }),
  MAX_REQUESTS_WAITING: count({ default: httpLimits.requestsWaiting }),
  RATE_LIMITS: bool({ default: true }),
  RATE_LIMIT_READS: rate({ default: rateLimits.reads }),
  RATE_LIMIT_WRITES: rate({ default: rateLimits.writes }),
  RATE_LIMIT_MONEY: rate({ default: rateLimits.money }),
  RATE_LIMIT_GRAPHQL: rate({ default: rateLimits.graphql }),
  RATE_LIMIT_REFUSED_KEYS: rate({ default: rateLimits.refusedKeys }),
  RATE_LIMIT_CLIENT_SECRETS: rate({ default: rateLimits.clientSecrets }),
  RATE_LIMIT_SIGN_INS: rate({ default: rateLimits.signIns }),
  RATE_LIMIT_PASSWORD_RESETS: rate({ default: rateLimits.passwordResets }),
  RATE_LIMIT_SIGN_INS_PER_ADDRESS: rate({ default: rateLimits.signInsPerAddress }),
  RATE_LIMIT_TEST_WEBHOOKS: rate({ default: rateLimits.testWebhooks }),
  HEADERS_SECONDS: seconds({ default: httpLimits.headersMs / 1000 }),
  REQUEST_SECONDS: seconds({ default: httpLimits.requestMs / 1000 }),
  ANSWER_READ_SECONDS: seconds({ default: httpLimits.answerReadMs / 1000 }),
  ANSWER_READ_BYTES_PER_SECOND: count({ default: httpLimits.answerReadRate }),
  CONNECTOR_CALLS_KEPT_DAYS: days({ default: retentionDefaults.connectorCallsDays }),
  EVENTS_KEPT_DAYS: days({ default: retentionDefaults.eventsDays }),
  EVIDENCE_FILES_KEPT_DAYS: days({ default: retentionDefaults.evidenceFilesDays }),
  SANDBOX_KEPT_DAYS: days({ default: retentionDefaults.sandboxDays }),
  AUDIT_LOG_KEPT_DAYS: auditLogDays({ default: retentionDefaults.auditLogDays }),
};

type Values<Variables> = {
  readonly [Name in keyof Variables]: Variables[Name] extends { _parse(text: string): infer T } ? T : never;
};

/** Groups limits by who enforces them. */
export function limitSettings(values: Values<typeof limitVariables>): LimitSettings {
  const limit = (setting: number) => (values.RATE_LIMITS ? setting : 0);
  return {
    admissionLimits: Object.freeze({
      readWaitMs: values.READ_WAIT_MS,
      readBurst: values.READ_BURST,
      writeWaitMs: values.WRITE_WAIT_MS,
      eventLoopPercent: values.EVENT_LOOP_PERCENT,
    }),
    httpLimits: Object.freeze({
      connections: values.MAX_CONNECTIONS,
      requestsPerConnection: values.MAX_REQUESTS_PER_CONNECTION,
      requestsInFlight: values.MAX_REQUESTS_IN_FLIGHT,
      requestsWaiting: values.MAX_REQUESTS_WAITING,
      headersMs: values.HEADERS_SECONDS * 1000,
      requestMs: values.REQUEST_SECONDS * 1000,
      answerReadMs: values.ANSWER_READ_SECONDS * 1000,
      answerReadRate: values.ANSWER_READ_BYTES_PER_SECOND,
    }),
    rateLimits: Object.freeze({
      reads: limit(values.RATE_LIMIT_READS),
      writes: limit(values.RATE_LIMIT_WRITES),
      money: limit(values.RATE_LIMIT_MONEY),
      graphql: limit(values.RATE_LIMIT_GRAPHQL),
      refusedKeys: limit(values.RATE_LIMIT_REFUSED_KEYS),
      clientSecrets: limit(values.RATE_LIMIT_CLIENT_SECRETS),
      signIns: limit(values.RATE_LIMIT_SIGN_INS),
      passwordResets: limit(values.RATE_LIMIT_PASSWORD_RESETS),
      signInsPerAddress: limit(values.RATE_LIMIT_SIGN_INS_PER_ADDRESS),
      testWebhooks: limit(values.RATE_LIMIT_TEST_WEBHOOKS),
    }),
    retention: Object.freeze({
      connectorCallsDays: values.CONNECTOR_CALLS_KEPT_DAYS,
      eventsDays: values.EVENTS_KEPT_DAYS,
      evidenceFilesDays: values.EVIDENCE_FILES_KEPT_DAYS,
      sandboxDays: values.SANDBOX_KEPT_DAYS,
      auditLogDays: values.AUDIT_LOG_KEPT_DAYS,
    }),
  };
}
