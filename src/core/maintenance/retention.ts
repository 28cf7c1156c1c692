/** How many days data is kept that grows without end otherwise. */
export interface Retention {
  /** Connector calls, after their outcome was applied. */
  readonly connectorCallsDays: number;
  /** Events and their webhook deliveries. */
  readonly eventsDays: number;
  /** What the sandbox connector remembers. */
  readonly sandboxDays: number;
}

export const retentionDefaults: Retention = Object.freeze({
  connectorCallsDays: 90,
  eventsDays: 30,
  sandboxDays: 30,
});
