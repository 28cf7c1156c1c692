import { createHash } from 'node:crypto';
import type { GiftCardMethod } from '../../core/foundation/payment-method-details.ts';
import type { Connector, ConnectorAccess } from '../../core/foundation/ports/connector.ts';
import type { AuthorizeRequest, Money } from '../../core/foundation/ports/connector-requests.ts';
import type { SandboxContext } from './context.ts';
import { failureOf } from './failures.ts';
import { settingsOf, simulateNetwork } from './settings.ts';
import { findByKey, writeEffect } from './store.ts';
import type { Behaviour } from './test-cards.ts';
import { newTransaction, type SandboxTransaction } from './transaction.ts';

/** The sandbox's gift cards: any digits between these and the last four make another card. */
const NUMBER = /^600649\d*(\d{4})$/;
/** The balance of a new card in minor units, by the last four digits of its number. */
const openings: Readonly<Record<string, number>> = { '0000': 50_000, '9995': 500 };
const EXPIRED = '0069';
const WRONG_PIN = '0000';
/** The last four digits, or the PIN, that decide. */
export const giftCardEndings = ['6006490000000000', '6006490000009995', EXPIRED, WRONG_PIN];

const endOf = ({ number }: GiftCardMethod): string => NUMBER.exec(number)?.[1] ?? '';

/** Why a gift card cannot be used at all; null if it can. */
function refusalOfCard(card: GiftCardMethod): Behaviour | null {
  const end = endOf(card);
  if (end === EXPIRED) return 'gift_card_expired';
  if (openings[end] === undefined) return 'gift_card_unknown';
  return card.pin === WRONG_PIN ? 'incorrect_pin' : null;
}

/** A card is found again by a digest of its number: neither number nor PIN is stored. */
const keyOf = ({ merchantConnectorId }: ConnectorAccess, { number }: GiftCardMethod): string =>
  `gift_card/${createHash('sha256').update(`${merchantConnectorId}/${number}`).digest('hex')}`;

/** The row of a card. Its first payment writes it, in the currency that the card has from then on. */
async function openedCard(
  ctx: SandboxContext,
  access: ConnectorAccess,
  request: AuthorizeRequest,
  card: GiftCardMethod,
): Promise<SandboxTransaction> {
  const idempotencyKey = keyOf(access, card);
  const known = await findByKey(ctx, access, idempotencyKey);
  if (known) return known;
  const end = endOf(card);
  const amount = openings[end]!;
  const draft = newTransaction(ctx, access, { ...request, idempotencyKey, amount });
  const first_outcome = { kind: 'succeeded', connectorTransactionId: draft.transaction_id } as const;
  const course = { first_outcome, outcome: null, settles_at: null };
  const transaction = {
    ...draft,
    ...course,
    kind: 'gift_card',
    behaviour: 'succeeds',
    card_last4: end,
  } as const;
  // Another payment may have written it meanwhile: then this is that row.
  return (await writeEffect(ctx, { transaction }))!;
}

/** The balance of a card: its opening balance, less held and captured amounts, plus refunds. */
async function balanceOf(ctx: SandboxContext, card: SandboxTransaction): Promise<number> {
  const text = `select coalesce(sum(case when voided then 0 else authorized - refunded end), 0)::float8 as spent
    from sandbox_transactions
    where merchant_id = $1 and merchant_connector_id = $2 and parent_id = $3 and kind = 'authorize'`;
  const values = [card.merchant_id, card.merchant_connector_id, card.transaction_id];
  const touches = { reads: ['sandbox_transactions'] };
  const [found] = await ctx.rows.query<{ spent: number }>({ text, values, touches }, card.merchant_id);
  return Math.max(0, card.amount - found!.spent);
}

/**
 * How the sandbox treats a payment by gift card, and the row that the payment changes: of simultaneous payments, only
 * as many succeed as the balance covers.
 */
export async function chargedGiftCard(
  ctx: SandboxContext,
  access: ConnectorAccess,
  request: AuthorizeRequest,
  card: GiftCardMethod,
): Promise<{ readonly behaviour: Behaviour; readonly row: SandboxTransaction | null }> {
  const refusal = refusalOfCard(card);
  if (refusal) return { behaviour: refusal, row: null };
  const row = await openedCard(ctx, access, request, card);
  if (row.currency !== request.currency) return { behaviour: 'gift_card_currency', row: null };
  const isCovered = request.amount <= (await balanceOf(ctx, row));
  return { behaviour: isCovered ? 'succeeds' : 'insufficient_balance', row };
}

/** Returns the balance of a gift card. Writes nothing: a card without a payment is full, in any currency. */
export const balanceOperation =
  (ctx: SandboxContext): NonNullable<Connector['checkBalance']> =>
  async (access, { currency, method, signal }) => {
    await simulateNetwork(access, signal);
    if (!access.testMode) return failureOf('test_mode_only', null);
    const { decline } = settingsOf(access);
    const refusal = decline === 'always' ? 'gift_card_unknown' : refusalOfCard(method);
    if (refusal) return failureOf(refusal, null);
    const row = await findByKey(ctx, access, keyOf(access, method));
    const balance: Money = row
      ? { amount: await balanceOf(ctx, row), currency: row.currency }
      : { amount: openings[endOf(method)]!, currency };
    return { kind: 'known', balance };
  };
