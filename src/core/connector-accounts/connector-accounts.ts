import { requireOwnMerchant } from '../access/acting-context.ts';
import { chooseProfile } from '../access/choose-profile.ts';
import { BusinessProfile } from '../entities/business-profile.ts';
import { ConnectorAccount } from '../entities/connector-account.ts';
import type { PaymentMethodsEnabled } from '../entities/values/connector-parts.ts';
import { PaymentMethodKind } from '../entities/values/payment-method-data.ts';
import { type Context, withinMerchant } from '../foundation/context.ts';
import { invalidParameter, notFound } from '../foundation/errors.ts';
import { returning } from '../foundation/permissions.ts';
import type { Connector } from '../foundation/ports/connector.ts';
import * as f from '../model/fields.ts';
import { fieldsFrom, Input, TEXT_MAX } from '../model/index.ts';
import { restNames } from '../model/rest-view.ts';
import { type Row, readByKeys, readOne, readPage, readUnmasked } from '../reads/index.ts';
import { readDebitNetworkFees } from '../routing/debit-network-fees.ts';
import { abilityFor } from '../routing/eligibility.ts';
import { requireFraudConfigs } from '../routing/fraud-policy.ts';
import { requireConnector } from '../routing/require-accounts.ts';
import { applyChanges, decryptField, encryptField } from '../writes/apply-changes.ts';
import { requireRedirectsOf } from '../writes/require-redirects.ts';
import { insert, inTransaction, lock, requireMerchant } from '../writes/transactions.ts';
import { requireCredentials } from './account-credentials.ts';
import { type AccountAccess, verifyCredentials } from './verify-credentials.ts';

const settings = [
  'connector_label',
  'payment_methods_enabled',
  'connector_webhook_details',
  'metadata',
  'test_mode',
  'disabled',
  'frm_configs',
  'business_country',
  'business_label',
  'business_sub_label',
  'walletx_verified_domains',
  'pm_auth_config',
  'status',
  'additional_merchant_data',
  'connector_wallets_details',
  'fee_table',
] as const;

const VERIFY =
  'Whether to ask the connector, before anything is stored, if it accepts the credentials. Only for connectors with the capability `verify`.';

/** Specification: Connector account. */
@Input({
  about:
    "Parameters for creating a connector account. It belongs to the given profile, otherwise to the profile of its line of business or the merchant's default.",
})
export class ConnectorAccountCreation extends fieldsFrom(ConnectorAccount, {
  requires: ['connector_type', 'connector_name', 'connector_account_details'],
  takes: ['merchant_connector_id', 'profile_id', ...settings],
}) {
  @f.Bool(VERIFY) verify?: boolean | null;
}

/**
 * The connector and the profile are immutable, because payments refer to the account.
 * Specification: Connector account.
 */
@Input({
  about: 'Parameters for updating a connector account. Omitted fields keep their values; null clears them.',
})
export class ConnectorAccountUpdate extends fieldsFrom(ConnectorAccount, {
  takes: ['connector_account_details', 'connector_type', ...settings],
}) {
  @f.Bool(VERIFY) verify?: boolean | null;
}

/** The operation has no pagination. */
const LIST_MAX = 1000;

/**
 * Lists the connector accounts of the caller's own account, oldest first and including disabled ones, without
 * the fields only single retrieval shows. Specification: endpoint 17.
 *
 * @throws {Problem} `resource_not_found` for another account.
 */
export async function listConnectorAccounts(ctx: Context, accountId: string): Promise<Row[]> {
  requireOwnMerchant(ctx, accountId);
  const { rows } = await readPage(ctx, ConnectorAccount, {
    columns: restNames(ConnectorAccount, 'list'),
    take: 'first',
    limit: LIST_MAX,
  });
  return rows;
}

/**
 * Retrieves a connector account of the caller's own account, with secrets masked. Specification: endpoint 18.
 *
 * @throws {Problem} `resource_not_found` for another account or an unknown connector account.
 */
export async function retrieveConnectorAccount(
  ctx: Context,
  accountId: string,
  connectorId: string,
): Promise<Row> {
  requireOwnMerchant(ctx, accountId);
  const row = await readOne(
    returning(ctx),
    ConnectorAccount,
    connectorId,
    restNames(ConnectorAccount, 'single'),
  );
  if (!row) throw notFound('connector account');
  return row;
}

/**
 * Creates a connector account and returns its identifier. Its credentials are encrypted.
 * Specification: Connector account.
 *
 * @throws {Problem} `resource_already_exists`; `resource_not_found` for an unknown merchant or profile;
 * `invalid_parameter` for a connector that this service does not have, or debit network fees that cannot be read;
 * `missing_parameter` if no profile is given and the merchant has no default. As {@link requireCredentials} and
 * {@link verifyCredentials} for the credentials.
 */
export async function createConnectorAccount(ctx: Context, input: ConnectorAccountCreation): Promise<string> {
  const { verify, ...given } = input;
  requireCredentials(
    requireConnector(ctx, input.connector_name, 'connector_name'),
    input.connector_account_details,
  );
  if (verify) {
    const asked = { ...newKey(ctx), test_mode: ctx.ports.environment === 'test', ...given };
    requireRedirectsOf(ctx, ConnectorAccount, null, asked);
    await verifyCredentials(ctx, asked);
  }
  return inTransaction(ctx, async (tx) => {
    const { merchant_connector_id: id, payment_methods_enabled: methods, profile_id, ...settings } = given;
    readDebitNetworkFees(input.metadata);
    requireFraudConfigs(tx, input.frm_configs);
    const connector = requireConnector(tx, input.connector_name, 'connector_name');
    requireMetadata(connector, input.metadata);
    const merchantId = requireMerchant(tx);
    const { profileId } = await chooseProfile(tx, profile_id, input);
    const key = { merchantId, id: profileId };
    const [profile] = await readByKeys(tx, BusinessProfile, [key], ['profile_name']);
    if (!profile) throw notFound('business profile', 'profile_id');

    const account = new ConnectorAccount();
    account.merchant_id = merchantId;
    account.merchant_connector_id = id ?? tx.ports.ids.make('mca');
    account.profile_id = profileId;
    account.connector_label = `${input.connector_name}_${profile.profile_name}`.slice(0, TEXT_MAX);
    account.status = 'active';
    account.test_mode = tx.ports.environment === 'test';
    account.created_at = account.modified_at = tx.ports.now();
    applyChanges(tx, account, {
      ...settings,
      payment_methods_enabled: isUnlisted(input.connector_type, methods)
        ? methodsOf(connector, input.connector_type)
        : methods,
    });
    await insert(tx, account);
    ctx.idempotency?.refersTo(account.merchant_connector_id);
    return account.merchant_connector_id;
  });
}

/**
 * Whether the account accepts all methods of its connector because it lists none. A payout account without methods would
 * be useless.
 */
const isUnlisted = (
  type: ConnectorAccount['connector_type'],
  methods: readonly unknown[] | null | undefined,
): boolean => !methods || (type === 'payout_processor' && methods.length === 0);

/** All methods of a connector, for an account that lists none. */
function methodsOf(
  connector: Connector,
  type: ConnectorAccount['connector_type'],
): Partial<PaymentMethodsEnabled>[] {
  if (type !== 'payment_processor' && type !== 'payout_processor') return [];
  return PaymentMethodKind.values
    .filter((kind) => abilityFor(connector, type, kind) !== null)
    .map((payment_method) => ({
      payment_method,
      recurring_enabled: true,
      installment_payment_enabled: true,
    }));
}

/**
 * Updates a connector account. A secret sent back masked keeps its value. Specification: Connector account.
 *
 * @throws {Problem} `resource_not_found`; `invalid_parameter` for removing the credentials, or debit network
 * fees that cannot be read. As {@link requireCredentials} and {@link verifyCredentials} for the credentials.
 */
export async function updateConnectorAccount(
  ctx: Context,
  connectorId: string,
  { connector_type: type, verify, ...changes }: ConnectorAccountUpdate,
): Promise<void> {
  if (changes.connector_account_details === null) {
    throw invalidParameter('connector_account_details', 'connector_account_details must not be null.');
  }
  if (verify) await verifyCredentials(ctx, await accountAfter(ctx, connectorId, changes));
  await inTransaction(ctx, async (tx) => {
    const account = await lock(tx, ConnectorAccount, connectorId);
    if (type && type !== account.connector_type) {
      const message = `connector_type is ${account.connector_type} and cannot be changed. Create another account.`;
      throw invalidParameter('connector_type', message);
    }
    readDebitNetworkFees(changes.metadata);
    requireFraudConfigs(tx, changes.frm_configs);
    const connector = tx.ports.connectors.find(account.connector_name);
    requireMetadata(connector, changes.metadata);
    const { payment_methods_enabled: methods } = changes;
    const isEmptied = methods && connector && isUnlisted(account.connector_type, methods);
    const all = isEmptied ? { payment_methods_enabled: methodsOf(connector, account.connector_type) } : {};
    applyChanges(tx, account, { ...changes, ...all });
    if (changes.connector_account_details && connector) {
      requireCredentials(connector, decryptField(tx, account, 'connector_account_details'));
    }
    account.modified_at = tx.ports.now();
  });
}

/** Refuses metadata that the connector cannot read. @throws {Problem} `invalid_parameter`, naming the path. */
function requireMetadata(
  connector: Connector | undefined,
  metadata: Readonly<Record<string, unknown>> | null | undefined,
): void {
  const fault = metadata && connector?.metadataFault?.(metadata);
  if (!fault) return;
  const param = `metadata.${fault.path}`;
  throw invalidParameter(param, `${param} ${fault.hint}.`);
}

const verified = [
  'connector_name',
  'connector_account_details',
  'metadata',
  'test_mode',
  'merchant_id',
] as const;

/**
 * The decrypted account that changes would result in, without making them: masked secrets are the stored ones.
 *
 * @throws {Problem} `not_permitted`, before the connector is called.
 */
async function accountAfter(
  ctx: Context,
  connectorId: string,
  changes: Omit<ConnectorAccountUpdate, 'verify'>,
): Promise<AccountAccess> {
  const found = await readOne(ctx, ConnectorAccount, connectorId, ['merchant_id']);
  if (!found) throw notFound('connector account');
  const key = { merchantId: found.merchant_id, id: connectorId };
  const stored = (await readUnmasked(withinMerchant(ctx, key.merchantId), ConnectorAccount, key, verified))!;
  const after = Object.assign(new ConnectorAccount(), { ...stored, merchant_connector_id: connectorId });
  encryptField(ctx, after, 'connector_account_details', stored.connector_account_details);
  const { connector_account_details, metadata, test_mode } = changes;
  applyChanges(ctx, after, { connector_account_details, metadata, test_mode });
  const opened = {
    ...after,
    connector_account_details: decryptField(ctx, after, 'connector_account_details'),
  };
  requireRedirectsOf(ctx, ConnectorAccount, stored, opened);
  return opened;
}

/** The key of an account that is not stored yet. */
const newKey = (ctx: Context) => ({
  merchant_id: ctx.merchantId ?? '',
  merchant_connector_id: ctx.ports.ids.make('mca'),
});
