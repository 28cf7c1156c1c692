import { shownOfNumber } from '../cards/card-display.ts';
import { cardFingerprint } from '../cards/fingerprint.ts';
import type { SavedCard } from '../entities/values/saved-card.ts';
import type { Context } from '../foundation/context.ts';
import { randomBase62 } from '../foundation/ids.ts';
import type { SavedCardCreationInput } from './payment-method-creation.ts';

const TOKEN_CHARACTERS = 24;

/** What is shown of a card that is kept. Saved again, it keeps its token, and names that are not given anew. */
export function savedCard(
  ctx: Context,
  merchantId: string,
  given: SavedCardCreationInput,
  before: SavedCard | null | undefined,
): SavedCard {
  const { card_number: number, card_exp_month: month, card_exp_year: year } = given;
  const holder = given.card_holder_name === undefined ? before?.card_holder_name : given.card_holder_name;
  const shown = shownOfNumber(number, month, year, holder ?? null);
  return {
    scheme: shown.card_network,
    issuer_country: shown.card_issuing_country,
    last4_digits: shown.last4,
    expiry_month: month,
    expiry_year: year,
    card_token: before?.card_token ?? `card_${randomBase62(TOKEN_CHARACTERS, ctx.randomBytes)}`,
    card_holder_name: shown.card_holder_name,
    card_fingerprint: cardFingerprint(ctx, merchantId, number),
    nick_name: (given.nick_name === undefined ? before?.nick_name : given.nick_name) ?? null,
    card_network: shown.card_network,
    card_isin: shown.card_isin,
    card_issuer: shown.card_issuer,
    card_type: shown.card_type,
    saved_to_locker: true,
  };
}
