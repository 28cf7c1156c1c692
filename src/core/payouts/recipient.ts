import { cardNetworks } from '../cards/card.ts';
import { runCalls } from '../connector-calls/run-calls.ts';
import { Payout } from '../entities/payout.ts';
import type { Context, WritingContext } from '../foundation/context.ts';
import { changedMeanwhile, invalidParameter, notFound } from '../foundation/errors.ts';
import { evenIfSuspended } from '../foundation/suspension.ts';
import type { JsonRecord } from '../model/index.ts';
import { isEnabled } from '../payment-links/link-config.ts';
import { type PageMerchant, pageMerchant, requireOpenMerchant } from '../payment-links/page-merchant.ts';
import { choosePayoutAccounts } from '../routing/choose-payout-accounts.ts';
import { orNone } from '../routing/no-account.ts';
import { payoutRoutingRequest } from '../routing/routing-request.ts';
import { inTransaction, lock, requireMerchant } from '../writes/transactions.ts';
import { hasDestination } from './attach-payout-method.ts';
import { beginPayoutConfirmation, requireSum } from './confirm-payout.ts';
import { destinationText } from './destination.ts';
import { expirePayout, requirePayoutSession } from './expire-payouts.ts';
import type { RecipientChoice } from './payout-inputs.ts';
import { destinations, type PayoutPageSettings, payoutPageSettings } from './payout-link.ts';
import { preparePayout } from './prepare-payout.ts';

/** The statuses in which the recipient may choose the destination. */
const OPEN: readonly Payout['status'][] = ['requires_payout_method_data', 'requires_confirmation'];

/** A destination that connector accounts accept now. */
export interface OfferedDestination {
  readonly kind: keyof typeof destinations;
  /** The scheme of a bank account or the name of a wallet; null for a card. */
  readonly type: string | null;
  /** The accepted card networks. */
  readonly networks: readonly string[];
}

/** The content of the recipient's page of a payout. */
export type RecipientPage =
  /** No page: the payout does not exist, has no page, or was cancelled, all with the same answer. */
  | { readonly screen: 'unknown' }
  | {
      readonly screen: 'form' | 'result' | 'expired' | 'closed';
      readonly payout: Payout;
      readonly merchant: PageMerchant;
      readonly settings: PayoutPageSettings;
      /** The possible destinations; empty unless the screen is `form`. */
      readonly offered: readonly OfferedDestination[];
      /** The destination set by the merchant, masked; null without one. */
      readonly given: Payout['payout_method_data'];
    };

/**
 * Reads the content of a payout's page. A payout past its expiry expires now.
 *
 * @param ctx The context of the payout's merchant. The page's token has been checked.
 */
export async function readRecipientPage(ctx: Context, payoutId: string): Promise<RecipientPage> {
  const payout = await currentPayout(ctx, payoutId);
  if (!payout?.payout_link || payout.status === 'cancelled') return { screen: 'unknown' };
  return inTransaction(evenIfSuspended(ctx), async (tx) => {
    const merchant = await pageMerchant(tx, payout.merchant_id);
    if (!merchant) return { screen: 'unknown' };
    const settings = await payoutPageSettings(tx, payout);
    const shown = { payout, merchant, settings, offered: [], given: null };
    if (payout.status === 'expired') return { screen: 'expired', ...shown };
    if (!OPEN.includes(payout.status)) return { screen: 'result', ...shown };
    if (merchant.suspended_at) return { screen: 'closed', ...shown };
    const isGiven = hasDestination(payout) && isChoiceEnabled(payout, settings);
    const given = isGiven ? (payout.payout_method_data ?? null) : null;
    return { screen: 'form', ...shown, offered: await offeredDestinations(tx, payout, settings), given };
  });
}

async function currentPayout(ctx: Context, payoutId: string): Promise<Payout | null> {
  const read = () =>
    inTransaction(evenIfSuspended(ctx), (tx) =>
      tx.transaction.em.findOne(Payout, { merchant_id: requireMerchant(ctx), payout_id: payoutId }),
    );
  const payout = await read();
  const isOver = payout && OPEN.includes(payout.status) && payout.expires_on <= ctx.ports.now();
  if (!isOver) return payout;
  await expirePayout(evenIfSuspended(ctx), payoutId);
  return read();
}

/** The destinations for which a confirmation's routing would find an account. */
async function offeredDestinations(
  tx: WritingContext,
  payout: Payout,
  { enabled_payment_methods: enabled }: PayoutPageSettings,
): Promise<OfferedDestination[]> {
  const takes = async (to: Pick<Payout, 'payout_type'> & { payout_method_data: JsonRecord }) => {
    const probe = { ...payout, ...to } as unknown as Payout;
    return (await orNone(choosePayoutAccounts(tx, probe))).length > 0;
  };
  const offered: OfferedDestination[] = [];
  if (isEnabled(enabled, 'card', null)) {
    const networks: string[] = [];
    for (const network of cardNetworks) {
      const data = { card: { card_network: network } };
      if (await takes({ payout_type: 'card', payout_method_data: data })) networks.push(network);
    }
    if (networks.length > 0) offered.push({ kind: 'card', type: null, networks });
  }
  for (const [kind, payout_type] of [
    ['bank_transfer', 'bank'],
    ['wallet', 'wallet'],
  ] as const) {
    for (const type of schemesFor(payout.currency, destinations[kind])) {
      if (!isEnabled(enabled, kind, type)) continue;
      const payout_method_data = { [payout_type]: { [type]: {} } };
      if (await takes({ payout_type, payout_method_data })) offered.push({ kind, type, networks: [] });
    }
  }
  return offered;
}

const schemeByCurrency: Readonly<Record<string, string>> = {
  AUD: 'becs',
  EUR: 'sepa',
  GBP: 'bacs',
  USD: 'ach',
};

/** The types of a kind, the type of the currency first. */
function schemesFor(currency: string, types: readonly string[]): string[] {
  const own = schemeByCurrency[currency];
  return [...types].sort((one, other) => Number(other === own) - Number(one === own));
}

/**
 * Confirms a payout with the destination that its recipient chose on its page. A payout already confirmed, such as in
 * another tab, does not change: two confirmations send the money once.
 *
 * @param ctx The context of the payout's merchant. The page's token has been checked.
 * @throws {Problem} `resource_not_found` for a payout without a page, or a cancelled one; `merchant_suspended`;
 *   `unexpected_state` once it has expired, and with a `param` if the page showed other values; `invalid_parameter` for a
 *   destination that is not enabled, and for recipient details that the merchant has set; and the problems of
 *   `confirmPayout`.
 */
export async function confirmByRecipient(
  ctx: Context,
  payoutId: string,
  choice: RecipientChoice,
): Promise<void> {
  const call = await inTransaction(ctx, async (tx) => {
    const payout = await lock(tx, Payout, payoutId);
    if (!payout.payout_link || payout.status === 'cancelled') throw notFound('payout');
    await requireOpenMerchant(tx, payout.merchant_id);
    if (!OPEN.includes(payout.status)) return null;
    requirePayoutSession(tx, payout, 'confirmed');
    requireShown(payout, choice);
    for (const param of ['billing', 'email', 'name'] as const) {
      if (choice[param] === undefined || !payout[param]) continue;
      throw invalidParameter(param, `${param} must be omitted: the sender has set it.`);
    }
    const { amount: _, currency: __, destination: ___, ...chosen } = choice;
    await preparePayout(tx, payout, chosen, 'confirm');
    await requireEnabled(tx, payout);
    return beginPayoutConfirmation(tx, payout);
  });
  await runCalls(ctx, call);
}

/**
 * Checks that a locked payout still matches its page: the sender may change it while the page is open.
 *
 * @throws {Problem} `unexpected_state`, whose `param` is the first difference.
 */
function requireShown(payout: Payout, { amount, currency, destination, ...choice }: RecipientChoice): void {
  requireSum(payout, { amount, currency });
  if (choice.payout_method_data) return;
  const given = hasDestination(payout) ? payout.payout_method_data : null;
  const agreed = destination ?? null;
  if (agreed !== (given ? destinationText(given) : null)) throw changedMeanwhile('payout', 'destination');
}

/** @throws {Problem} `invalid_parameter` for a destination that the page's settings do not enable. */
async function requireEnabled(tx: WritingContext, payout: Payout): Promise<void> {
  if (isChoiceEnabled(payout, await payoutPageSettings(tx, payout))) return;
  const param = 'payout_method_data';
  throw invalidParameter(param, `${param} must be one of the destinations that the page offers.`);
}

function isChoiceEnabled(payout: Payout, { enabled_payment_methods: enabled }: PayoutPageSettings): boolean {
  const { payment_method: kind, payment_method_type: type } = payoutRoutingRequest(payout);
  return kind === null || isEnabled(enabled, kind, kind === 'card' ? null : type);
}
