import { bool } from 'envalid';
import { retentionDefaults } from '../core/maintenance/retention.ts';
import { admissionLimits, httpLimits, rateLimits } from './limit-defaults.ts';
import { setting, settingsIn } from './setting.ts';
import { auditLogDays, count, days, months, percent, rate, seconds, waitMs } from './validators.ts';

const toMs = (value: number) => value * 1000;

/**
 * The limits of a process, and retention periods. Defaults are defined where each limit is enforced; docs/run.md
 * lists them.
 */
export const limits = {
  admissionLimits: {
    readWaitMs: setting('READ_WAIT_MS', waitMs, { or: admissionLimits.readWaitMs }),
    readBurst: setting('READ_BURST', count, { or: admissionLimits.readBurst }),
    writeWaitMs: setting('WRITE_WAIT_MS', waitMs, { or: admissionLimits.writeWaitMs }),
    eventLoopPercent: setting('EVENT_LOOP_PERCENT', percent, { or: admissionLimits.eventLoopPercent }),
  },
  httpLimits: {
    connections: setting('MAX_CONNECTIONS', count, { or: httpLimits.connections }),
    requestsPerConnection: setting('MAX_REQUESTS_PER_CONNECTION', count, {
      or: httpLimits.requestsPerConnection,
    }),
    requestsInFlight: setting('MAX_REQUESTS_IN_FLIGHT', count, { or: httpLimits.requestsInFlight }),
    requestsWaiting: setting('MAX_REQUESTS_WAITING', count, { or: httpLimits.requestsWaiting }),
    headersMs: setting('HEADERS_SECONDS', seconds, { or: httpLimits.headersMs / 1000, convert: toMs }),
    requestMs: setting('REQUEST_SECONDS', seconds, { or: httpLimits.requestMs / 1000, convert: toMs }),
    answerReadMs: setting('ANSWER_READ_SECONDS', seconds, {
      or: httpLimits.answerReadMs / 1000,
      convert: toMs,
    }),
    answerReadRate: setting('ANSWER_READ_BYTES_PER_SECOND', count, { or: httpLimits.answerReadRate }),
  },
  /** False switches all of `rateLimits` off. */
  rateLimitsOn: setting('RATE_LIMITS', bool, { or: true }),
  rateLimits: {
    reads: setting('RATE_LIMIT_READS', rate, { or: rateLimits.reads }),
    writes: setting('RATE_LIMIT_WRITES', rate, { or: rateLimits.writes }),
    money: setting('RATE_LIMIT_MONEY', rate, { or: rateLimits.money }),
    graphql: setting('RATE_LIMIT_GRAPHQL', rate, { or: rateLimits.graphql }),
    refusedKeys: setting('RATE_LIMIT_REFUSED_KEYS', rate, { or: rateLimits.refusedKeys }),
    introspections: setting('RATE_LIMIT_INTROSPECTIONS', rate, { or: rateLimits.introspections }),
    clientSecrets: setting('RATE_LIMIT_CLIENT_SECRETS', rate, { or: rateLimits.clientSecrets }),
    balanceChecks: setting('RATE_LIMIT_BALANCE_CHECKS', rate, { or: rateLimits.balanceChecks }),
    signIns: setting('RATE_LIMIT_SIGN_INS', rate, { or: rateLimits.signIns }),
    passwordResets: setting('RATE_LIMIT_PASSWORD_RESETS', rate, { or: rateLimits.passwordResets }),
    signInsPerAddress: setting('RATE_LIMIT_SIGN_INS_PER_ADDRESS', rate, { or: rateLimits.signInsPerAddress }),
    testWebhooks: setting('RATE_LIMIT_TEST_WEBHOOKS', rate, { or: rateLimits.testWebhooks }),
    linkMails: setting('RATE_LIMIT_LINK_MAILS', rate, { or: rateLimits.linkMails }),
    linkMailsToOne: setting('RATE_LIMIT_LINK_MAILS_TO_ONE', rate, { or: rateLimits.linkMailsToOne }),
  },
  retention: {
    connectorCallsDays: setting('CONNECTOR_CALLS_KEPT_DAYS', days, {
      or: retentionDefaults.connectorCallsDays,
    }),
    eventsDays: setting('EVENTS_KEPT_DAYS', days, { or: retentionDefaults.eventsDays }),
    reportsDays: setting('REPORTS_KEPT_DAYS', days, { or: retentionDefaults.reportsDays }),
    evidenceFilesDays: setting('EVIDENCE_FILES_KEPT_DAYS', days, { or: retentionDefaults.evidenceFilesDays }),
    sandboxDays: setting('SANDBOX_KEPT_DAYS', days, { or: retentionDefaults.sandboxDays }),
    requestLogDays: setting('REQUEST_LOG_KEPT_DAYS', days, { or: retentionDefaults.requestLogDays }),
    auditLogDays: setting('AUDIT_LOG_KEPT_DAYS', auditLogDays, { or: retentionDefaults.auditLogDays }),
    savedCardsMonths: setting('SAVED_CARDS_KEPT_MONTHS', months, { or: retentionDefaults.savedCardsMonths }),
  },
};

/** The limits' variables, with their defaults. */
export const limitVariables: Readonly<Record<string, { readonly default: unknown }>> = Object.fromEntries(
  settingsIn(limits).map(({ fallback, variable }) => [variable, { default: fallback(true) }]),
);
