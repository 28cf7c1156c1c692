/** Minimum retention in days of data that would grow without end; partitioned data is dropped by the month. */
export interface Retention {
  /** Connector calls; longer while the outcome of one is not applied. */
  readonly connectorCallsDays: number;
  /** Events and their webhook deliveries. */
  readonly eventsDays: number;
  /** The content of evidence files, counted from the upload. */
  readonly evidenceFilesDays: number;
  /** Reports, counted from their start. */
  readonly reportsDays: number;
  /** The sandbox connector's rows. */
  readonly sandboxDays: number;
  /** Requests in the request log. */
  readonly requestLogDays: number;
  /** Entries of the audit log; at least {@link AUDIT_LOG_DAYS_MIN}. */
  readonly auditLogDays: number;
  /** Unused saved cards, in months; 0 keeps them. */
  readonly savedCardsMonths: number;
}

/** The database refuses to delete younger entries of the audit log. */
export const AUDIT_LOG_DAYS_MIN = 365;

export const retentionDefaults: Retention = Object.freeze({
  connectorCallsDays: 90,
  eventsDays: 30,
  // Exceeds the duration of a dispute with all its stages.
  evidenceFilesDays: 540,
  reportsDays: 90,
  sandboxDays: 30,
  requestLogDays: 7,
  auditLogDays: 730,
  savedCardsMonths: 0,
});
