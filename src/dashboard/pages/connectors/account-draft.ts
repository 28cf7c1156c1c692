import type { ConnectorsQuery } from './connectors.documents.ts';

/** A connector account in the list of accounts. */
export type Account = ConnectorsQuery['connectorAccounts']['nodes'][number];
type Installed = ConnectorsQuery['connectors'][number];
export type AccountKind =
  | 'payment_processor'
  | 'payout_processor'
  | 'authentication_processor'
  | 'payment_vas';

/** The values in the form of an account. */
export interface AccountDraft {
  readonly kind: AccountKind;
  readonly profileId: string | null;
  readonly label: string;
  /** Credentials by name; empty fields keep their values. */
  readonly credentials: Readonly<Record<string, string>>;
  readonly webhookSecret: string;
  readonly secondWebhookSecret: string;
  /** Empty for all methods of the connector. */
  readonly methods: readonly string[];
  /** Empty for all. */
  readonly currencies: readonly string[];
  readonly isTried: boolean;
}

export const kindNames: Readonly<Record<AccountKind, string>> = {
  payment_processor: 'Payments',
  payout_processor: 'Payouts',
  authentication_processor: '3-D Secure',
  payment_vas: 'Fraud checks',
};

/** The required capability of each account type. */
const abilities: Readonly<Record<AccountKind, string>> = {
  payment_processor: 'authorize',
  payout_processor: 'payout',
  authentication_processor: 'authenticate',
  payment_vas: 'screen',
};

/** The possible account types of a connector. */
export const kindsOf = ({ capabilities }: Installed): AccountKind[] =>
  (Object.keys(kindNames) as AccountKind[]).filter((kind) => capabilities.includes(abilities[kind]));

/** The methods that an account type can be limited to; empty for types without methods. */
export function methodsFor(connector: Installed | undefined, kind: AccountKind): string[] {
  if (kind === 'payment_processor') return (connector?.paymentMethods ?? []).map(({ method }) => method);
  if (kind === 'payout_processor') return (connector?.payoutMethods ?? []).map(({ method }) => method);
  return [];
}

/** The currencies that all of an account's methods are limited to; empty for all. */
const currenciesOf = ({ paymentMethodsEnabled: [first] }: Account): readonly string[] =>
  first?.acceptedCurrencies?.type === 'enable_only' ? (first.acceptedCurrencies.list ?? []) : [];

export const emptyDraft = (kind: AccountKind, profileId: string | null): AccountDraft => ({
  kind,
  profileId,
  ...{ label: '', credentials: {}, webhookSecret: '', secondWebhookSecret: '' },
  ...{ methods: [], currencies: [], isTried: true },
});

export const draftFor = (account: Account): AccountDraft => ({
  ...emptyDraft(account.connectorType as AccountKind, account.profileId),
  label: account.connectorLabel ?? '',
  methods: account.paymentMethodsEnabled.map(({ paymentMethod }) => paymentMethod),
  currencies: currenciesOf(account),
});

const present = (values: Readonly<Record<string, string>>) =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== ''));

const isSame = (one: readonly string[], other: readonly string[]) =>
  one.length === other.length && one.every((value) => other.includes(value));

/** The account's methods with their new currencies; undefined if unchanged. */
function enabledIn(draft: AccountDraft, offered: readonly string[], account: Account | null) {
  const before = account?.paymentMethodsEnabled ?? [];
  const was = account ? draftFor(account) : emptyDraft(draft.kind, null);
  if (isSame(draft.methods, was.methods) && isSame(draft.currencies, was.currencies)) return undefined;
  const chosen = draft.methods.length > 0 ? draft.methods : offered;
  const { currencies } = draft;
  const acceptedCurrencies = currencies.length > 0 ? { type: 'enable_only', list: currencies } : null;
  return chosen.map((paymentMethod) => {
    const past = before.find((one) => one.paymentMethod === paymentMethod);
    return {
      ...(past ? withoutTypes(past) : { recurringEnabled: true, installmentPaymentEnabled: true }),
      paymentMethod,
      ...(isSame(currencies, was.currencies) && past ? {} : { acceptedCurrencies }),
    };
  });
}

/** An object in the API's input format. */
const withoutTypes = (value: object): object =>
  JSON.parse(JSON.stringify(value, (name, part) => (name === '__typename' ? undefined : part)));

/**
 * A draft's changes, as the input of the mutations. Unchanged secrets are sent back masked.
 *
 * @param account The account to change; null for a new one.
 */
export function inputOf(draft: AccountDraft, connector: Installed | undefined, account: Account | null) {
  const [scheme] = connector?.credentials ?? [];
  const credentials = present(draft.credentials);
  const masked = (account?.connectorAccountDetails?.connectorAccountDetails ?? {}) as object;
  const hasCredentials = account === null || Object.keys(credentials).length > 0;
  const webhook = present({
    merchantSecret: draft.webhookSecret,
    additionalSecret: draft.secondWebhookSecret,
  });
  const webhookBefore = account?.connectorWebhookDetails;
  const paymentMethodsEnabled = enabledIn(draft, methodsFor(connector, draft.kind), account);
  return {
    ...(draft.label.trim() ? { connectorLabel: draft.label.trim() } : {}),
    ...(hasCredentials
      ? {
          connectorAccountDetails: {
            connectorAccountDetails: { auth_type: scheme?.authType ?? 'NoKey', ...masked, ...credentials },
          },
          verify: draft.isTried,
        }
      : {}),
    ...(Object.keys(webhook).length > 0
      ? { connectorWebhookDetails: { ...(webhookBefore ? withoutTypes(webhookBefore) : {}), ...webhook } }
      : {}),
    ...(paymentMethodsEnabled ? { paymentMethodsEnabled } : {}),
  } as object;
}
