import type { BankAccount, CardDetails } from '../../core/foundation/payment-method-details.ts';
import type { Connector, ConnectorAccess, Outcome } from '../../core/foundation/ports/connector.ts';
import type { PayoutRequest } from '../../core/foundation/ports/connector-requests.ts';
import { exchange, RefusedRequestError, type VendorErrors } from '../exchange.ts';
import { toAdyen } from './amounts.ts';
import { type Adyen, confirmsPayouts, merchantAccount, requestOptions } from './client.ts';
import { AdyenRefusal, failure, requestErrors, withoutNumbers } from './errors.ts';
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
  async (access, request) => {
    const { destination } = request;
    switch (destination.kind) {
      case 'card':
        return payCard(adyen, access, request, destination.card);
      case 'bank':
        return payBank(adyen, access, request, destination.account);
      case 'wallet':
        return failure('method_not_supported', 'Adyen pays out to no wallets.');
    }
  };

/** A payout that the account may not make is refused by a code of ours. */
const payoutErrors: VendorErrors = {
  ...requestErrors({ repeatable: true }),
  failureOf(error) {
    if (!(error instanceof AdyenRefusal)) return null;
    if (!notAllowed.has(error.code)) return failure(error.code, error.message);
    const message = `The Adyen account does not allow this payout: ${error.message} The API credential needs a payout role.`;
    return failure('payouts_not_allowed', message);
  },
};

const nameOf = ({ context: { billing, recipient } }: PayoutRequest) => {
  const { firstName, lastName } = billing?.address ?? {};
  const [first, ...rest] = (recipient?.name ?? '').trim().split(/\s+/);
  return { firstName: firstName ?? first ?? '', lastName: lastName ?? rest.join(' ') };
};

const payCard = (
  adyen: Adyen,
  access: ConnectorAccess,
  request: PayoutRequest,
  card: CardDetails,
): Promise<Outcome> =>
  exchange(adyen.setup, payoutErrors, {
    ask: () => {
      const { context, reference } = request;
      const { expMonth, expYear, holderName, number } = card;
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
      return adyen.cardPayouts(access).payout(body as Payouts.PayoutRequest, requestOptions(request));
    },
    read: ({ pspReference, refusalReason, resultCode: given }) => {
      const resultCode: string | undefined = given;
      const connectorTransactionId = pspReference ?? request.reference;
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
            const facts = { resultCode: typeof resultCode === 'string' ? resultCode : null };
            adyen.setup.warn(facts, 'Adyen answered a payout with a result code that is not known.');
          }
          return { kind: 'pending', connectorTransactionId };
      }
    },
    idOf: ({ pspReference }) => pspReference,
  });

const payBank = (
  adyen: Adyen,
  access: ConnectorAccess,
  request: PayoutRequest,
  account: BankAccount,
): Promise<Outcome> =>
  exchange(adyen.setup, payoutErrors, {
    ask: () => {
      const submission = {
        ...recipientOf(access, request),
        amount: toAdyen(request),
        bank: bankOf(account),
        merchantAccount: merchantAccount(access),
        recurring: { contract: 'PAYOUT' },
        reference: request.reference,
      };
      return adyen
        .payouts(access)
        .storeDetailAndSubmitThirdParty(
          submission as unknown as Payouts.StoreDetailAndSubmitRequest,
          requestOptions(request),
        );
    },
    read: async ({ pspReference, refusalReason, resultCode }) => {
      if (resultCode !== '[payout-submit-received]') {
        return {
          ...failure('payout_refused', withoutNumbers(refusalReason ?? resultCode)),
          connectorTransactionId: pspReference,
        };
      }
      if (confirmsPayouts(access)) await confirm(adyen, access, request, pspReference);
      return { kind: 'pending', connectorTransactionId: pspReference };
    },
    idOf: ({ pspReference }) => pspReference,
  });

/** Confirms a submission. If Adyen refuses that, a person can still confirm it in the Customer Area. */
async function confirm(
  adyen: Adyen,
  access: ConnectorAccess,
  request: PayoutRequest,
  originalReference: string,
): Promise<void> {
  const confirmation = { merchantAccount: merchantAccount(access), originalReference };
  try {
    await adyen
      .reviews(access)
      .confirmThirdParty(confirmation as Payouts.ModifyRequest, requestOptions(request, 'confirm'));
  } catch (error) {
    if (!(error instanceof AdyenRefusal)) throw error;
    const facts = { code: error.code, payout: originalReference };
    adyen.setup.warn(facts, 'Adyen refuses to confirm a payout: it waits for a person in the Customer Area.');
  }
}

/**
 * The recipient. Adyen checks recipients against lists of sanctions by their date of birth and nationality.
 *
 * @throws {RefusedRequestError} that names the missing fields.
 */
function recipientOf(access: ConnectorAccess, request: PayoutRequest) {
  const { context, entityType, reference } = request;
  const { date_of_birth: birth, nationality } = context.metadata;
  const { email } = context.recipient ?? {};
  const missing = [
    ...(email ? [] : ['email']),
    ...(isDay(birth) ? [] : ['metadata.date_of_birth, such as 1990-12-31']),
    ...(typeof nationality === 'string' && /^[A-Z]{2}$/.test(nationality)
      ? []
      : ['metadata.nationality, such as NL']),
  ];
  if (missing.length > 0) {
    const message = `Adyen wants to know of the recipient: ${missing.join(', ')}.`;
    throw new RefusedRequestError('recipient_incomplete', message);
  }
  return {
    dateOfBirth: birth as string,
    entityType: entityType === 'Company' ? 'Company' : 'NaturalPerson',
    nationality: nationality as string,
    shopperEmail: email!,
    shopperName: nameOf(request),
    shopperReference: shopperReference(access, context.recipient, null) ?? reference,
  };
}

/** Whether a value is a day of the calendar, such as 1990-12-31: Adyen's `format: date`. */
const isDay = (value: unknown): boolean =>
  typeof value === 'string' &&
  /^\d{4}-\d{2}-\d{2}$/.test(value) &&
  !Number.isNaN(Date.parse(value)) &&
  new Date(value).toISOString().startsWith(value);

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
