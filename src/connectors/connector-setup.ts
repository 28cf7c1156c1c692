/** A vendor connector's dependencies, from the composition root. */
export interface ConnectorSetup {
  /** Base URL that replaces the vendor's own, such as a stand-in's; null for the vendor itself. */
  readonly baseUrl: string | null;
  /** Whether the service moves money: `test` accounts are used with the vendor's test keys. */
  readonly environment: 'test' | 'live';
  readonly now: () => Date;
  /**
   * Logs a value of the vendor that the connector does not know, such as a new status or decline code. `facts` name it,
   * and hold no personal data.
   */
  readonly warn: (facts: Readonly<Record<string, string | number | null>>, message: string) => void;
}
