import type { FormData } from '../server/checkout-data.ts';
import { digitsOf, networkOf } from './card-number.ts';
import type { Typed } from './form-state.ts';
import type { Entry, OfferedType } from './methods.ts';

type Form = Pick<FormData, 'amount' | 'saved'>;

/** The type that a card is confirmed with: the first that takes its network. */
export function typeOfCard(types: readonly OfferedType[], number: string): OfferedType {
  const network = networkOf(number)?.name;
  const takes = ({ card_networks: networks }: OfferedType) =>
    networks.some(({ card_network: name }) => name === network);
  return types.find(takes) ?? types[0]!;
}

/** The offer of a typed card's network; undefined while the network is not known. */
function networkOffer({ types }: Entry & { kind: 'card' }, number: string) {
  const network = networkOf(number)?.name;
  return typeOfCard(types, number).card_networks.find(({ card_network: name }) => name === network);
}

/**
 * The total of an entry in minor units, with the surcharge of rules: for a card that of its network, once the number shows it.
 */
export function totalOf({ amount, saved }: Form, entry: Entry | null | undefined, typed: Typed): number {
  switch (entry?.kind) {
    case 'saved':
      return saved.find((one) => one.payment_token === typed.savedToken)?.net_amount ?? amount;
    case 'card': {
      const types = entry.types.map(({ net_amount: total }) => total ?? null);
      const common = types.every((total) => total === types[0]) ? types[0] : null;
      return networkOffer(entry, digitsOf(typed.number))?.net_amount ?? common ?? amount;
    }
    case 'other':
      return entry.type.net_amount ?? amount;
    default:
      return amount;
  }
}

/** Whether only the service knows the total, once the method is entered: with a card of an unknown network too. */
export function dependsOnNumber(entry: Entry, typed: Typed): boolean {
  if (entry.kind === 'other') return entry.type.surcharge_depends_on_card;
  if (entry.kind !== 'card') return false;
  const offered = networkOffer(entry, digitsOf(typed.number));
  if (offered) return offered.surcharge_depends_on_card;
  return entry.types.some(
    ({ net_amount: total, surcharge_depends_on_card: depends }) => depends || (total ?? null) === null,
  );
}
