import type { ConnectorSetup } from '../../../../src/connectors/connector-setup.ts';
import type { Connector, ConnectorAccess } from '../../../../src/core/foundation/ports/connector.ts';
import type { CardScenario, ConnectorHarness } from '../conformance/harness.ts';

/** An option of `npm run connector:check` that gives a credential, such as `--key` for `api_key`. */
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
  /** Why the credentials are not used: they are live ones, or cannot be told from such. Null if they are for tests. */
  readonly refuse: (credentials: Credentials) => string | null;
  /** Fields of the connector account, in REST's names. */
  readonly account: (credentials: Credentials) => Json;
  readonly currency: string;
  /** Numbers of the test mode's cards. */
  readonly cards: { readonly good: string } & Readonly<Partial<Record<CardScenario, string>>>;
  /** How to pay in a scenario, in REST's terms, where it is not by the number of the card alone. */
  readonly method?: (scenario: CardScenario) => Json | undefined;
  /** The explanation of a card that is refused by its number, where many accounts may not send numbers. */
  readonly numbersRefused?: string;
  /** Removes customers that the suite left at the vendor; returns them. */
  readonly removeCustomers?: (
    setup: ConnectorSetup,
    access: ConnectorAccess,
    ids: readonly string[],
  ) => Promise<string[]>;
}

/** An account of a vendor's test mode. */
export interface LiveAccount {
  readonly credentials: Credentials;
  /** In place of the vendor's own address, such as a stand-in's. */
  readonly baseUrl: string | null;
}

/** The variable in which the command gives the suite the account. */
export const LIVE_ACCOUNT = 'CONNECTOR_CHECK_ACCOUNT';

/** The account that the command gives; null in an ordinary run of the tests. */
export const givenAccount = (): LiveAccount | null =>
  JSON.parse(process.env[LIVE_ACCOUNT] ?? 'null') as LiveAccount | null;

/** No live behaviour asks for what only a stand-in can do. */
const onlyStandIns = () => {
  throw new Error('A vendor cannot be told to do this: the behaviour is not for live accounts.');
};

/** A vendor itself, by an account of its test mode, for the behaviours that are marked as live. */
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
