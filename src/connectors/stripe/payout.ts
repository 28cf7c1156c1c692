import type Stripe from 'stripe';
import type {
  BankAccount,
  CardDetails,
  PayoutDestination,
} from '../../core/foundation/payment-method-details.ts';
import type { Connector, LookUp, Outcome } from '../../core/foundation/ports/connector.ts';
import type { PayoutRequest } from '../../core/foundation/ports/connector-requests.ts';
import type { RequestAmount } from '../amounts.ts';
import type { ConnectorSetup } from '../connector-setup.ts';
import { exchange, RefusedRequestError } from '../exchange.ts';
import { payoutAmounts } from './amounts.ts';
import { stripeClient } from './client.ts';
import { declineFailure, stripeErrors } from './errors.ts';
import { callMarks } from './marks.ts';

/** Where a payout's metadata names the recipient's account at Stripe. */
export const RECIPIENT = 'stripe_account';
/** The transfer that a payout is funded by, in its metadata. */
export const TRANSFER = 'switchyard_transfer';
/** The call that cancelled a payout, in its metadata. */
export const CANCELLED_BY = 'switchyard_cancelled_by';

/**
 * Sends a payout to a bank account or card. Stripe pays out to connected accounts only, so the payout's metadata has to
 * name the recipient's, which the platform must control: the destination is added to it, and the money transferred to it and
 * paid out from it.
 *
 * If Stripe refuses the payout after the transfer, the transfer is reversed. After any other failure the outcome is
 * unknown: the requests are repeated under their keys.
 */
export const payoutOperation =
  (setup: ConnectorSetup): NonNullable<Connector['payout']> =>
  async (access, request) => {
    const stripe = stripeClient(setup, access, request.signal);
    const errors = stripeErrors(setup, { flow: 'payout', repeatable: true });
    const key = (part: string) => ({ idempotencyKey: `${request.idempotencyKey}-${part}` });
    const marks = callMarks(request);
    const currency = request.currency.toLowerCase();
    const payOut = async ({ account, amount, destination, transfer }: Funded): Promise<Outcome> => {
      const outcome = await exchange(setup, errors, {
        ask: () =>
          stripe.payouts.create(
            {
              ...{ amount, currency, destination },
              method: request.priority === 'instant' ? 'instant' : 'standard',
              metadata: { ...marks, [TRANSFER]: transfer.id },
            },
            { stripeAccount: account, idempotencyKey: request.idempotencyKey },
          ),
        read: (payout) => outcomeOfPayout(setup, payout, account),
        idOf: ({ id }) => payoutId(account, id),
      });
      const wasRefused = outcome.kind === 'failed' && !outcome.connectorTransactionId;
      if (wasRefused)
        await stripe.transfers.createReversal(transfer.id, { metadata: marks }, key('reversal'));
      return outcome;
    };
    return exchange(setup, errors, {
      ask: async (): Promise<Funded> => {
        const account = recipientOf(request);
        const amount = payoutAmounts.toVendor(request);
        const params = { external_account: destinationParams(request) };
        const { id: destination } = await stripe.accounts.createExternalAccount(
          account,
          params,
          key('destination'),
        );
        const transfer = await stripe.transfers.create(
          { amount, currency, destination: account, metadata: marks },
          key('transfer'),
        );
        return { account, amount, destination, transfer };
      },
      read: payOut,
    });
  };

/** A recipient's account that the money of a payout was transferred to. */
interface Funded {
  readonly account: string;
  readonly amount: RequestAmount;
  readonly destination: string;
  readonly transfer: Stripe.Transfer;
}

/** @throws {RefusedRequestError} if the payout names none. */
function recipientOf({ context }: PayoutRequest): string {
  const named = context.metadata[RECIPIENT];
  if (typeof named === 'string' && /^acct_\w+$/.test(named)) return named;
  throw new RefusedRequestError(
    'payouts_not_allowed',
    `Stripe pays out only to connected accounts: name the recipient's in metadata.${RECIPIENT}, such as acct_….`,
  );
}

/** The recipients that are no natural persons. */
const organizations: ReadonlySet<string> = new Set(['Company', 'NonProfit', 'PublicSector']);

function destinationParams(
  request: PayoutRequest,
): Stripe.AccountCreateExternalAccountParams.Card | Stripe.AccountCreateExternalAccountParams.BankAccount {
  const { currency, destination, entityType } = request;
  switch (destination.kind) {
    case 'card':
      return cardParams(destination.card, currency);
    case 'bank':
      return {
        object: 'bank_account',
        currency: currency.toLowerCase(),
        account_holder_type: organizations.has(entityType ?? '') ? 'company' : 'individual',
        ...(destination.account.holderName ? { account_holder_name: destination.account.holderName } : {}),
        ...bankParams(destination.account),
      };
    default:
      throw unsupported(destination);
  }
}

const cardParams = (card: CardDetails, currency: string): Stripe.AccountCreateExternalAccountParams.Card => ({
  object: 'card',
  number: card.number,
  exp_month: Number(card.expMonth),
  exp_year: Number(card.expYear),
  currency: currency.toLowerCase(),
  ...(card.holderName ? { name: card.holderName } : {}),
});

/** The country and numbers of an account, by the scheme that addresses it. */
function bankParams(account: BankAccount) {
  switch (account.scheme) {
    case 'ach':
      return { country: 'US', account_number: account.accountNumber, routing_number: account.routingNumber };
    case 'sepa':
      return { country: account.iban.slice(0, 2).toUpperCase(), account_number: account.iban };
    case 'bacs':
      return { country: 'GB', account_number: account.accountNumber, routing_number: account.sortCode };
    case 'becs':
      return { country: 'AU', account_number: account.accountNumber, routing_number: account.bsbNumber };
  }
}

const unsupported = ({ kind }: PayoutDestination) =>
  new RefusedRequestError('destination_not_supported', `Stripe does not pay out to a ${kind}.`);

/** The identifier of a payout: it is found only together with the account that it was made from. */
export const payoutId = (account: string, id: string): string => `${account}/${id}`;

/** The account and the payout that an identifier names. */
export function accountOfPayout(connectorTransactionId: string): { account: string; id: string } {
  const [account = '', id = ''] = connectorTransactionId.split('/');
  return { account, id };
}

/** The outcome of a payout. It can come back from the bank after it was paid. */
export function outcomeOfPayout(
  setup: Pick<ConnectorSetup, 'warn'>,
  payout: Stripe.Payout,
  account: string,
): Outcome {
  const { amount, currency, id, status } = payout;
  const connectorTransactionId = payoutId(account, id);
  const kept = { connectorTransactionId, raw: { id, object: payout.object, status, amount, currency } };
  switch (status) {
    case 'paid':
      return { ...kept, kind: 'succeeded', moved: payoutAmounts.fromVendor(amount, currency) };
    case 'pending':
    case 'in_transit':
      return { ...kept, kind: 'pending' };
    case 'canceled':
      // Our own cancellation is reported by its own call.
      if (payout.metadata?.[CANCELLED_BY]) return { ...kept, kind: 'pending' };
      return returned(setup, payout, connectorTransactionId);
    case 'failed':
      return returned(setup, payout, connectorTransactionId);
    default:
      setup.warn({ status }, 'Stripe gave a payout a status that the connector does not know.');
      return { ...kept, kind: 'pending' };
  }
}

/** The failure of a payout that was sent, or cancelled in Stripe's dashboard. */
const returned = (
  setup: Pick<ConnectorSetup, 'warn'>,
  { failure_code: code, failure_message: message, status }: Stripe.Payout,
  connectorTransactionId: string,
): Outcome =>
  declineFailure(
    setup,
    'payout',
    { code: code ?? 'canceled', message: message ?? `Stripe reports the payout as ${status}.` },
    connectorTransactionId,
  );

/** Looks a payout up by its identifier, or by repeating its requests under their idempotency keys. */
export async function lookUpPayout(
  setup: Pick<ConnectorSetup, 'warn'>,
  stripe: Stripe,
  connectorTransactionId: string | null,
  repeat: 'safe' | 'unsafe',
): Promise<LookUp> {
  if (connectorTransactionId === null) return { kind: 'cannot_tell', repeat };
  const { account, id } = accountOfPayout(connectorTransactionId);
  return outcomeOfPayout(setup, await stripe.payouts.retrieve(id, {}, { stripeAccount: account }), account);
}
