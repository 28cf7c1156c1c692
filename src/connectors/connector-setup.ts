/** What a vendor's connector is built with, by the composition root. */
export interface ConnectorSetup {
  /** Where the vendor is reached in place of its own address, such as a stand-in; null for the vendor itself. */
  readonly baseUrl: string | null;
  /** Whether the service moves money: `test` accounts are used with the vendor's test keys. */
  readonly environment: 'test' | 'live';
  readonly now: () => Date;
  /**
   * Logs what the vendor said that the connector does not know, such as a new status or decline code. `facts` name it,
   * and hold no personal data.
   */
  readonly warn: (facts: Readonly<Record<string, string | number | null>>, message: string) => void;
}
