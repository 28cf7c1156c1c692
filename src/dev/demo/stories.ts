import { type Cast, cardData } from './cast.ts';
import { SESSION_DAYS } from './shop.ts';

const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;

/** A story about one customer: a few commands with pauses between them. */
export interface Story {
  readonly name: string;
  /** How often it happens among all stories of its kind. */
  readonly weight: number;
  readonly kind: 'payments' | 'payouts';
  /** Only recent enough ones are in this state: at most so many days before the data ends. */
  readonly withinDays?: number;
  /** The sandbox has yet to decide: it does so within the day after the load's, so that it is seen to happen. */
  readonly undecided?: boolean;
  play(cast: Cast): Promise<unknown>;
}

const manual = { capture_method: 'manual' };
const several = { capture_method: 'manual_multiple' };
const threeDs = { authentication_type: 'three_ds' };
/** A customer of the shop, instead of a guest. */
const by = async (cast: Cast) => ({ customer_id: await cast.customer() });

const payments = (
  name: string,
  weight: number,
  play: Story['play'],
  options: Pick<Story, 'withinDays' | 'undecided'> = {},
): Story => ({ name, weight, kind: 'payments', play, ...options });
const payouts = (name: string, weight: number, play: Story['play'], options = {}): Story => ({
  ...payments(name, weight, play, options),
  kind: 'payouts',
});

/** An open payment or payout has to be younger than its session. */
const open = { withinDays: SESSION_DAYS - 2 };
const undecided = { withinDays: 6, undecided: true };

export const stories: readonly Story[] = [
  payments('a guest pays', 18, (cast) => cast.pay(2)),
  payments('a customer pays', 18, async (cast) => cast.pay(1, await by(cast))),
  payments('a customer pays by Mastercard, created and confirmed at once', 10, async (cast) =>
    cast.open({ ...(await by(cast)), ...cardData(3), confirm: true }),
  ),
  payments('a customer keeps a card and comes back', 10, async (cast) => {
    const { customer_id } = await by(cast);
    const payment_method_id = await cast.savedCard(customer_id);
    for (let i = 0; i < 3; i += 1) {
      await cast.confirm(await cast.open({ customer_id, payment_method_id, payment_method: 'card' }));
      cast.wait(3 * DAY_MS);
    }
  }),
  payments('a customer pays, authenticated without a challenge', 7, async (cast) =>
    cast.pay('frictionless', { ...(await by(cast)), ...threeDs }),
  ),
  payments('a customer completes a challenge', 7, async (cast) =>
    cast.challenge(await cast.pay('challenge', { ...(await by(cast)), ...threeDs }), 'complete'),
  ),
  payments('a guest fails a challenge', 2, async (cast) =>
    cast.challenge(await cast.pay('challenge', threeDs), 'fail'),
  ),
  payments('a guest is at a challenge', 1, (cast) => cast.pay('challenge', threeDs), open),
  payments('a processor is down and the other one takes it', 3, async (cast) =>
    cast.pay('processing_error', await by(cast)),
  ),
  payments('a card is declined', 4, async (cast) => cast.pay('card_declined', await by(cast))),
  payments('a declined customer pays with another card', 3, async (cast) => {
    const id = await cast.pay('insufficient_funds', await by(cast));
    cast.wait(2 * MINUTE_MS);
    await cast.confirm(id, cardData(1));
  }),
  payments('a guest has insufficient funds', 2, (cast) => cast.pay('insufficient_funds')),
  payments('an expired card', 1, (cast) => cast.pay('expired_card')),
  payments('a lost card', 0.5, (cast) => cast.pay('lost_card')),
  payments('a stolen card', 0.5, (cast) => cast.pay('stolen_card')),
  payments('the merchant captures at dispatch', 5, async (cast) =>
    cast.capture(await cast.pay(1, { ...(await by(cast)), ...manual })),
  ),
  payments('the merchant captures part of an authorization', 2, async (cast) =>
    cast.capture(await cast.pay(2, manual), 0.6),
  ),
  payments('the merchant captures parcel by parcel', 2, async (cast) => {
    const id = await cast.pay(1, { ...(await by(cast)), ...several });
    await cast.capture(id, 0.4);
    await cast.capture(id);
  }),
  payments('one of several parcels is captured', 1, async (cast) =>
    cast.capture(await cast.pay(3, several), 0.5),
  ),
  payments('an authorization waits for its capture', 3, (cast) => cast.pay(1, manual)),
  payments('an authorization is voided', 2, async (cast) =>
    cast.cancel(await cast.pay(1, manual), 'out_of_stock'),
  ),
  payments('a cart is cancelled', 1, async (cast) => cast.cancel(await cast.open(), 'requested_by_customer')),
  payments('a cart is left', 3, (cast) => cast.open(), open),
  payments('a card is entered and not confirmed', 2, (cast) => cast.open(cardData(1)), open),
  payments('a cart expires', 3, async (cast) => {
    await cast.open();
    await cast.expire();
  }),
  payments('an entered card expires with its session', 2, async (cast) => {
    await cast.open(cardData(2));
    await cast.expire();
  }),
  payments('an order is refunded', 3, async (cast) =>
    cast.refund(await cast.pay(1, await by(cast)), 1, 'Returned'),
  ),
  payments('part of an order is refunded, twice', 3, async (cast) => {
    const id = await cast.pay(2);
    await cast.refund(id, 0.3, 'Damaged');
    await cast.refund(id, 0.2, 'Goodwill');
  }),
  payments('a refund takes a while', 1, async (cast) => {
    await cast.refund(await cast.pay('waits'), 0.5, 'Returned');
    await cast.settle();
  }),
  payments(
    'a refund is pending',
    1,
    async (cast) => cast.refund(await cast.pay('waits', await by(cast)), 0.5, 'Returned'),
    undecided,
  ),
  payments('a refund fails', 0.5, async (cast) =>
    cast.refund(await cast.pay('refund_fails'), 0.5, 'Returned'),
  ),
  payments('a payment is processing', 1, (cast) => cast.pay('timeout'), undecided),
  payments('a payment is processed late', 1, async (cast) => {
    await cast.pay('timeout');
    await cast.settle();
  }),
  payments('a dispute is opened', 1, async (cast) => {
    await cast.pay('disputed');
    await cast.dispute();
  }),
  payments('a dispute is accepted', 0.5, async (cast) => {
    await cast.pay('disputed', await by(cast));
    await cast.dispute('accept');
  }),
  ...['This will win', 'This will lose', 'Under review'].map((evidence) =>
    payments(`a dispute is challenged: ${evidence}`, 0.4, async (cast) => {
      await cast.pay('disputed');
      await cast.dispute(evidence);
    }),
  ),
  payouts('a payout arrives', 8, (cast) => cast.payout(1)),
  payouts('a payout is fulfilled by hand', 4, async (cast) =>
    cast.fulfill(await cast.payout(2, { auto_fulfill: false })),
  ),
  payouts('a payout waits to be fulfilled', 2, (cast) => cast.payout(3, { auto_fulfill: false })),
  payouts('a payout waits to be confirmed', 1, (cast) => cast.payout(1, { confirm: false }), open),
  payouts('a payout has no card yet', 1, (cast) => cast.payout(null, { confirm: false }), open),
  payouts('a payout expires', 1, async (cast) => {
    await cast.payout(1, { confirm: false });
    await cast.expire();
  }),
  payouts('a payout is cancelled', 1, async (cast) =>
    cast.cancelPayout(await cast.payout(1, { confirm: false })),
  ),
  payouts('a payout is refused', 1, (cast) => cast.payout('card_declined')),
  payouts('a payout is pending', 1, (cast) => cast.payout('waits'), undecided),
];
