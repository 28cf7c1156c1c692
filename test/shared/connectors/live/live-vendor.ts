import type { ConnectorSetup } from '../../../../src/connectors/connector-setup.ts';
import type { Connector, ConnectorAccess } from '../../../../src/core/foundation/ports/connector.ts';
import type { CardScenario, ConnectorHarness } from '../conformance/harness.ts';

/** A credential option of `npm run connector:check`, such as `--key` for `api_key`. */
export interface CredentialOption {
  /** As in `connector_account_details`. */
  readonly credential: string;
  readonly value: string;
  readonly about: string;
  readonly required?: true;
}

export type Credentials = Readonly<Record<string, string>>;
type Json = Readonly<Record<string, unknown>>;

/** The conformance suite's description of a vendor's test mode. */
export interface LiveVendor {
  /** As in `connector_name`. */
  readonly name: string;
  readonly connect: (setup: ConnectorSetup) => Connector;
  readonly options: Readonly<Record<string, CredentialOption>>;
  /** Why the credentials are refused: they are, or may be, live ones. Null if they are for tests. */
  readonly refuse: (credentials: Credentials) => string | null;
  /** Fields of the connector account, in REST's names. */
  readonly account: (credentials: Credentials) => Json;
  readonly currency: string;
  /** Numbers of the test mode's cards. */
  readonly cards: { readonly good: string } & Readonly<Partial<Record<CardScenario, string>>>;
  /** How to pay in a scenario, in REST's terms, if not by the card number alone. */
  readonly method?: (scenario: CardScenario) => Json | undefined;
  /** Explains a card refused by its number, for the many accounts that may not send numbers. */
  readonly numbersRefused?: string;
  /** Removes customers left by the suite at the vendor; returns them. */
  readonly removeCustomers?: (
    setup: ConnectorSetup,
    access: ConnectorAccess,
    ids: readonly string[],
  ) => Promise<string[]>;
}

/** An account of a vendor's test mode. */
export interface LiveAccount {
  readonly credentials: Credentials;
  /** An address that replaces the vendor's, such as a stand-in's. */
  readonly baseUrl: string | null;
}

/** The variable that passes the account from the command to the suite. */
export const LIVE_ACCOUNT = 'CONNECTOR_CHECK_ACCOUNT';

/** The account from the command; null in an ordinary test run. */
export const givenAccount = (): LiveAccount | null =>
  JSON.parse(process.env[LIVE_ACCOUNT] ?? 'null') as LiveAccount | null;

/** Live behaviours use nothing that only a stand-in supports. */
const onlyStandIns = () => {
  throw new Error('A vendor cannot be told to do this: the behaviour is not for live accounts.');
};

/** A real vendor, with an account in its test mode, for behaviours marked as live. */
export const liveHarness = (vendor: LiveVendor, { baseUrl, credentials }: LiveAccount): ConnectorHarness => ({
  name: vendor.name,
  start: async ({ now, warn }) => {
    const setup: ConnectorSetup = { baseUrl, environment: 'test', now, warn };
    return {
      connector: vendor.connect(setup),
      checkedAgainst: baseUrl ?? "the vendor's test mode",
      account: vendor.account(credentials),
      cards: vendor.cards,
      codes: {},
      currencies: { usual: vendor.currency },
      ...(vendor.method ? { method: vendor.method } : {}),
      live: {
        numbersRefused: vendor.numbersRefused ?? null,
        removeCustomers: async (access, ids) => (await vendor.removeCustomers?.(setup, access, ids)) ?? [],
      },
      webhooks: async () => [],
      eventsAfterMs: 0,
      loseNext: onlyStandIns,
      setDown: onlyStandIns,
      atPage: onlyStandIns,
      sign: onlyStandIns,
      strangeEvent: '',
      records: onlyStandIns,
      violations: () => [],
      close: async () => {},
    };
  },
});
