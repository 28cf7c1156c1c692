import { profileOf } from '../../access/choose-profile.ts';
import type { Attempt } from '../../entities/attempt.ts';
import type { ConnectorAccount } from '../../entities/connector-account.ts';
import { Customer } from '../../entities/customer.ts';
import { Mandate } from '../../entities/mandate.ts';
import type { Payment } from '../../entities/payment.ts';
import { PaymentMethod } from '../../entities/payment-method.ts';
import type { PaymentCard } from '../../entities/values/payment-method-data.ts';
import type { ThreeDsDataInput } from '../../entities/values/recurring-details.ts';
import type { WritingContext } from '../../foundation/context.ts';
import { invalidParameter } from '../../foundation/errors.ts';
import type { StoredResponse } from '../../foundation/ports/connector.ts';
import type { KeptMethod } from '../../foundation/ports/connector-capabilities.ts';
import type { ExternalAuthentication } from '../../foundation/ports/connector-requests.ts';
import type { CredentialUse } from '../../foundation/ports/credential-use.ts';
import { givesConsent, grantMandate } from '../../mandates/consent.ts';
import { endMandate } from '../../mandates/revoke-mandate.ts';
import type { MethodData } from '../../payment-methods/method-details.ts';
import { saveKeptMethod, saveTypedMethod, typedCard } from '../../payment-methods/save-typed-method.ts';
import { accountToSave } from '../../payment-methods/saved-bank-account.ts';
import { broughtDataOf, sealBrought } from '../../payment-methods/sealed-data.ts';
import { keptAs } from '../../routing/eligibility.ts';
import { decryptField } from '../../writes/apply-changes.ts';
import { lock } from '../../writes/transactions.ts';
import { methodBilling } from '../describe-payment.ts';

/**
 * Saves a typed card or bank account as a payment method of the customer, if the payment sets up future usage. Of a wallet
 * or redirect it saves what the connector keeps, if the customer consents to charges while absent.
 */
export async function saveForFutureUsage(tx: WritingContext, payment: Payment): Promise<void> {
  const { customer_id, payment_method_type } = payment;
  if (!payment.setup_future_usage || !customer_id || payment.payment_method_id) return;
  const typed = typedCard(tx, payment, payment.payment_method_data?.card) ?? typedAccount(tx, payment);
  const kept = typed ? null : keptMethod(tx, payment);
  if (!typed && !kept) return;
  const billing = methodBilling(payment, await profileOf(tx, payment));
  const owned = {
    customer_id,
    ...(payment_method_type ? { payment_method_type } : {}),
    ...(billing ? { billing } : {}),
  };
  const saved = typed
    ? await saveTypedMethod(tx, payment, { ...owned, ...typed })
    : await saveKeptMethod(tx, payment, { ...owned, ...kept! });
  if (saved === null) return;
  payment.payment_method_id = saved;
  payment.payment_method_status = 'active';
}

function typedAccount(tx: WritingContext, payment: Payment) {
  const data = decryptField(tx, payment, 'method_data') as MethodData | null;
  const saved = data && accountToSave(data);
  if (!saved) return null;
  const { account, type } = saved;
  return { payment_method: 'bank_debit', payment_method_type: type, bank_transfer: account } as const;
}

/**
 * The saved method that a payment's connector keeps of its wallet or redirect; null if none, or without the customer's
 * consent.
 */
function keptMethod(tx: WritingContext, payment: Payment): KeptMethod | null {
  const { connector: name, payment_method: kind, payment_method_type: type } = payment;
  const connector = name && givesConsent(payment) ? tx.ports.connectors.find(name) : null;
  return connector && kind ? keptAs(connector, kind, type ?? null) : null;
}

const modelByUsage = { on_session: 'card_on_file', off_session: 'unscheduled' } as const;

/**
 * The use of stored credentials by a payment at an account. A saved method meant for later charges is stored again at
 * an account that has no mandate for it yet.
 *
 * @param withNumber Whether a saved card is charged by its number although the connector has a token of it.
 */
export async function credentialUse(
  tx: WritingContext,
  payment: Payment,
  account: ConnectorAccount,
  withNumber = false,
): Promise<CredentialUse> {
  const { merchant_id, payment_method_id, setup_future_usage: usage } = payment;
  const isAbsent = payment.off_session === true;
  if (payment.recurring_source) return broughtCredential(tx, payment);
  const method = payment_method_id
    ? await tx.transaction.em.findOne(PaymentMethod, { merchant_id, payment_method_id })
    : null;
  const known = payment.connector_mandate_id ?? keptAt(method, account.merchant_connector_id);
  const connectorMandateId = withNumber ? null : known;
  if (usage && !isAbsent && connectorMandateId === null) return { kind: 'store', model: modelByUsage[usage] };
  if (!isAbsent && !method) return { kind: 'one_off' };
  return {
    kind: 'stored',
    initiator: isAbsent ? 'merchant' : 'customer',
    model: isAbsent ? 'unscheduled' : 'card_on_file',
    connectorMandateId,
    networkTransactionId: method?.network_transaction_id ?? null,
  };
}

/** The reference by which a connector account charges a saved method, if it keeps it. */
function keptAt(method: PaymentMethod | null, accountId: string | null | undefined): string | null {
  const kept = accountId ? method?.connector_mandates?.[accountId] : null;
  return typeof kept === 'string' ? kept : null;
}

/** The use of another service's credential: the customer agreed there, and is absent. */
function broughtCredential(tx: WritingContext, payment: Payment): CredentialUse {
  const { networkTransactionId = null, processorToken = null } = broughtDataOf(tx, payment);
  return {
    kind: 'stored',
    initiator: 'merchant',
    model: 'unscheduled',
    connectorMandateId: processorToken,
    networkTransactionId,
  };
}

/**
 * Stores the data that later charges of an authorized payment's saved method need: the customer's mandate, if any, and the
 * connector's, by connector account, if the customer consents to such charges. A later charge has the connector's mandate. A single-use mandate charged by the payment becomes used.
 */
export async function saveMandate(
  tx: WritingContext,
  payment: Payment,
  attempt: Attempt,
  outcome: Pick<StoredResponse, 'connectorMandateId' | 'networkTransactionId'>,
): Promise<void> {
  const connectorMandateId = outcome.connectorMandateId ?? null;
  if (!payment.payment_method_id) return;
  const method = await lock(tx, PaymentMethod, payment.payment_method_id);
  method.last_used_at = tx.ports.now();
  learnCard(method, payment.payment_method_data?.card);
  const isGiven = givesConsent(payment) && method.status === 'active';
  if (isGiven) {
    payment.mandate_id = (await grantMandate(tx, payment, method)).mandate_id;
    payment.connector_mandate_id = connectorMandateId;
    attempt.mandate_id = payment.mandate_id;
  } else {
    if (payment.off_session) payment.connector_mandate_id ??= keptAt(method, attempt.merchant_connector_id);
    if (payment.mandate_id) await markUsed(tx, payment.mandate_id, method);
  }
  if (isGiven && outcome.networkTransactionId) method.network_transaction_id = outcome.networkTransactionId;
  if (connectorMandateId && attempt.merchant_connector_id && method.recurring_enabled) {
    const mandates = method.connector_mandates ?? {};
    method.connector_mandates = { ...mandates, [attempt.merchant_connector_id]: connectorMandateId };
  }
}

/** Completes a saved card with the connector's facts about it. Known facts do not change. */
function learnCard(method: PaymentMethod, told: PaymentCard | null | undefined): void {
  const { card } = method;
  // Its network may have replaced the card since it was attached to the payment.
  if (!card || !told || card.last4_digits !== told.last4) return;
  const learnt = {
    card_type: card.card_type ?? told.card_type ?? null,
    card_issuer: card.card_issuer ?? told.card_issuer ?? null,
    issuer_country: card.issuer_country ?? told.card_issuing_country ?? null,
  };
  const isNew = Object.entries(learnt).some(
    ([name, value]) => value !== (card[name as keyof typeof learnt] ?? null),
  );
  if (isNew) method.card = { ...card, ...learnt };
}

async function markUsed(tx: WritingContext, mandateId: string, method: PaymentMethod): Promise<void> {
  const mandate = await lock(tx, Mandate, mandateId);
  if (mandate.usage === 'single_use') await endMandate(tx, method, mandate, 'used');
}

/**
 * The connector's identifier of a payment's customer. Needed only at a connector that keeps customers, for a payment
 * that stores a method or uses a stored one.
 */
export async function connectorCustomerAt(
  tx: WritingContext,
  { customer_id, merchant_id }: Payment,
  { connector_name, merchant_connector_id }: ConnectorAccount,
  credential: CredentialUse,
): Promise<string | null> {
  const keepsCustomers = tx.ports.connectors.find(connector_name)?.abilities.has('keep_customers') ?? false;
  if (!keepsCustomers || !customer_id || credential.kind === 'one_off') return null;
  const customer = await tx.transaction.em.findOne(Customer, { merchant_id, customer_id });
  const known = customer?.connector_customers?.[merchant_connector_id];
  return typeof known === 'string' ? known : null;
}

/** Keeps the identifier for the next payment of the customer. The first one stays: saved methods belong to it. */
export async function saveConnectorCustomer(
  tx: WritingContext,
  { customer_id, merchant_id }: Payment,
  { merchant_connector_id: account }: Attempt,
  connectorCustomerId: string | null,
): Promise<void> {
  if (!connectorCustomerId || !customer_id || !account) return;
  const text = `update customers
    set connector_customers = jsonb_build_object($3::text, $4::text) || coalesce(connector_customers, '{}')
    where merchant_id = $1 and customer_id = $2 and deleted_at is null
      and not coalesce(connector_customers, '{}') ? $3`;
  await tx.rows.query(
    {
      text,
      values: [merchant_id, customer_id, account, connectorCustomerId],
      touches: { writes: ['customers'] },
    },
    merchant_id,
  );
}

/** Encrypts another provider's 3-D Secure result, or drops an earlier one. */
export function attachThreeDsData(
  ctx: WritingContext,
  payment: Payment,
  given: ThreeDsDataInput | null,
): void {
  const { authentication: _former, ...others } = broughtDataOf(ctx, payment);
  sealBrought(ctx, payment, given ? { ...others, authentication: resultOf(given) } : others);
}

const resultOf = (given: ThreeDsDataInput): ExternalAuthentication => ({
  transStatus: given.transaction_status,
  eci: given.eci,
  cavv: given.authentication_cryptogram.cavv?.authentication_cryptogram ?? null,
  dsTransactionId: given.ds_trans_id,
  version: given.version,
  threeDsServerTransactionId: null,
  acsTransactionId: null,
  exemption: given.exemption_indicator ?? null,
});

/**
 * Checks that a payment can use external data: another service's credential only without its customer, and a 3-D Secure
 * result only for a card whose customer is present. Such a result replaces the authentication that
 * `request_external_three_ds_authentication` requests.
 *
 * @throws {Problem} `invalid_parameter`.
 */
export function requireUsableBrought(ctx: WritingContext, payment: Payment): void {
  if (payment.recurring_source && payment.off_session !== true) {
    throw invalidParameter(
      'off_session',
      'off_session must be true with recurring_details: a credential stored elsewhere is charged while the customer is absent.',
    );
  }
  if (!payment.brought_data || !broughtDataOf(ctx, payment).authentication) return;
  if (payment.off_session === true) {
    throw invalidParameter(
      'three_ds_data',
      'three_ds_data must be left out with off_session: an absent customer is not authenticated.',
    );
  }
  if (payment.payment_method && payment.payment_method !== 'card') {
    throw invalidParameter('three_ds_data', 'three_ds_data must be left out unless the payment is by card.');
  }
  // The request has been fulfilled.
  payment.request_external_three_ds_authentication = false;
}

/**
 * The external 3-D Secure result for the authorization that is about to start; null without one. The payment shows it without
 * its cryptogram, which is sent only with this authorization: networks accept it once.
 */
export function takeThreeDsResult(ctx: WritingContext, payment: Payment): ExternalAuthentication | null {
  const { authentication, ...others } = broughtDataOf(ctx, payment);
  if (!authentication) return null;
  sealBrought(ctx, payment, others);
  payment.external_3ds_authentication_attempted = true;
  payment.external_authentication_details = {
    authentication_flow: null,
    electronic_commerce_indicator: authentication.eci,
    status: 'success',
    ds_transaction_id: authentication.dsTransactionId,
    version: authentication.version,
    error_code: null,
    error_message: null,
  };
  return authentication;
}
