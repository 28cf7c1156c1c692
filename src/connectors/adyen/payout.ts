import type { BankAccount } from '../../core/foundation/payment-method-details.ts';
import type { Connector, ConnectorAccess, Outcome } from '../../core/foundation/ports/connector.ts';
import type { PayoutRequest } from '../../core/foundation/ports/connector-requests.ts';
import { toAdyen } from './amounts.ts';
import { type Adyen, confirmsPayouts, merchantAccount, requestOptions } from './client.ts';
import { AdyenRefusal, attempted, failure, withoutNumbers } from './errors.ts';
import type { Payouts } from './library.ts';
import { shopperReference } from './shopper.ts';

/** Adyen's codes for an API credential that lacks a role, or an account that payouts are not enabled for. */
const notAllowed: ReadonlySet<string> = new Set(['010', '403', 'http_401', 'http_403']);

/**
 * Pays out: to a card at once, to a bank account by a submission, which Adyen lets another API key review. An account
 * with that key confirms its submissions itself; otherwise a person does in the Customer Area.
 */
export const payoutOperation =
  (adyen: Adyen): NonNullable<Connector['payout']> =>
  (access, request) =>
    attempted(async () => {
      const { destination } = request;
      if (destination.kind === 'wallet')
        return failure('method_not_supported', 'Adyen pays out to no wallets.');
      try {
        return destination.kind === 'card'
          ? await payCard(adyen, access, request)
          : await payBank(adyen, access, request, destination.account);
      } catch (error) {
        if (!(error instanceof AdyenRefusal) || !notAllowed.has(error.code)) throw error;
        const message = `The Adyen account does not allow this payout: ${error.message} The API credential needs a payout role.`;
        throw new AdyenRefusal(error.status, 'payouts_not_allowed', message);
      }
    });

const nameOf = ({ context: { billing, recipient } }: PayoutRequest) => {
  const { firstName, lastName } = billing?.address ?? {};
  const [first, ...rest] = (recipient?.name ?? '').trim().split(/\s+/);
  return { firstName: firstName ?? first ?? '', lastName: lastName ?? rest.join(' ') };
};

async function payCard(adyen: Adyen, access: ConnectorAccess, request: PayoutRequest): Promise<Outcome> {
  const { context, destination, reference } = request;
  if (destination.kind !== 'card') throw new Error('This pays out to cards.');
  const { expMonth, expYear, holderName, number } = destination.card;
  const shopper = shopperReference(access, context.recipient, null);
  const body = {
    amount: toAdyen(request),
    merchantAccount: merchantAccount(access),
    reference,
    card: {
      number,
      expiryMonth: expMonth,
      expiryYear: expYear.length === 2 ? `20${expYear}` : expYear,
      holderName: holderName ?? context.recipient?.name ?? '',
    },
    shopperName: nameOf(request),
    ...(shopper ? { shopperReference: shopper } : {}),
    ...(context.recipient?.email ? { shopperEmail: context.recipient.email } : {}),
  };
  const answer = await adyen
    .cardPayouts(access)
    .payout(body as Payouts.PayoutRequest, requestOptions(request));
  const { pspReference, refusalReason } = answer;
  const resultCode: string | undefined = answer.resultCode;
  const connectorTransactionId = pspReference ?? reference;
  switch (resultCode) {
    case 'Authorised':
      return { kind: 'succeeded', connectorTransactionId };
    case 'Refused':
    case 'Cancelled':
    case 'Error':
      return {
        ...failure('payout_refused', withoutNumbers(refusalReason ?? resultCode)),
        connectorTransactionId,
      };
    default:
      if (resultCode !== 'Received' && resultCode !== 'Pending') {
        const facts = { resultCode: resultCode ?? null };
        adyen.setup.warn(facts, 'Adyen answered a payout with a result code that is not known.');
      }
      return { kind: 'pending', connectorTransactionId };
  }
}

async function payBank(
  adyen: Adyen,
  access: ConnectorAccess,
  request: PayoutRequest,
  account: BankAccount,
): Promise<Outcome> {
  const recipient = recipientOf(access, request);
  if ('missing' in recipient) {
    const message = `Adyen wants to know of the recipient: ${recipient.missing.join(', ')}.`;
    return failure('recipient_incomplete', message);
  }
  const merchant = merchantAccount(access);
  const submission = {
    ...recipient,
    amount: toAdyen(request),
    bank: bankOf(account),
    merchantAccount: merchant,
    recurring: { contract: 'PAYOUT' },
    reference: request.reference,
  };
  const { pspReference, refusalReason, resultCode } = await adyen
    .payouts(access)
    .storeDetailAndSubmitThirdParty(
      submission as unknown as Payouts.StoreDetailAndSubmitRequest,
      requestOptions(request),
    );
  if (resultCode !== '[payout-submit-received]') {
    return {
      ...failure('payout_refused', withoutNumbers(refusalReason ?? resultCode)),
      connectorTransactionId: pspReference,
    };
  }
  if (confirmsPayouts(access)) {
    const confirmation = { merchantAccount: merchant, originalReference: pspReference };
    await adyen
      .reviews(access)
      .confirmThirdParty(confirmation as Payouts.ModifyRequest, requestOptions(request, 'confirm'));
  }
  return { kind: 'pending', connectorTransactionId: pspReference };
}

/** Who is paid. Adyen checks recipients against lists of sanctions by their date of birth and nationality. */
function recipientOf(access: ConnectorAccess, request: PayoutRequest) {
  const { context, entityType, reference } = request;
  const { date_of_birth: birth, nationality } = context.metadata;
  const { email } = context.recipient ?? {};
  const missing = [
    ...(email ? [] : ['email']),
    ...(typeof birth === 'string' && /^\d{4}-\d{2}-\d{2}$/.test(birth)
      ? []
      : ['metadata.date_of_birth, such as 1990-12-31']),
    ...(typeof nationality === 'string' && /^[A-Z]{2}$/.test(nationality)
      ? []
      : ['metadata.nationality, such as NL']),
  ];
  if (missing.length > 0) return { missing };
  return {
    // At noon, so that it is the same day in every time zone that the package may write it in.
    dateOfBirth: new Date(`${birth}T12:00:00`),
    entityType: entityType === 'Company' ? 'Company' : 'NaturalPerson',
    nationality: nationality as string,
    shopperEmail: email!,
    shopperName: nameOf(request),
    shopperReference: shopperReference(access, context.recipient, null) ?? reference,
  };
}

function bankOf(account: BankAccount): Record<string, string> {
  const { bankCity, bankCountry, bankName, holderName } = account;
  const known = {
    ...(bankCity ? { bankCity } : {}),
    ...(bankName ? { bankName } : {}),
    ownerName: holderName ?? '',
  };
  switch (account.scheme) {
    case 'sepa':
      return {
        ...known,
        iban: account.iban,
        countryCode: bankCountry ?? account.iban.slice(0, 2),
        ...(account.bic ? { bic: account.bic } : {}),
      };
    case 'ach':
      return at(known, account.accountNumber, account.routingNumber, bankCountry ?? 'US');
    case 'bacs':
      return at(known, account.accountNumber, account.sortCode, bankCountry ?? 'GB');
    case 'becs':
      return at(known, account.accountNumber, account.bsbNumber, bankCountry ?? 'AU');
  }
}

const at = (
  known: Record<string, string>,
  bankAccountNumber: string,
  bankLocationId: string,
  countryCode: string,
) => ({ ...known, bankAccountNumber, bankLocationId, countryCode });
