import type { Faker } from '@faker-js/faker';
import { testCards } from '../../connectors/sandbox/cards.ts';
import { createCustomer } from '../../core/customers/customers.ts';
import { acceptDispute, challengeDispute } from '../../core/disputes/answer-dispute.ts';
import { savePaymentMethod } from '../../core/payment-methods/save-payment-method.ts';
import { cancelPayment } from '../../core/payments/cancel-payment.ts';
import { capturePayment } from '../../core/payments/capture-payment.ts';
import { confirmPayment } from '../../core/payments/confirm-payment.ts';
import { createPayment } from '../../core/payments/create-payment.ts';
import { expirePayments } from '../../core/payments/expire-payments.ts';
import { cancelPayout } from '../../core/payouts/cancel-payout.ts';
import { createPayout } from '../../core/payouts/create-payout.ts';
import { expirePayouts } from '../../core/payouts/expire-payouts.ts';
import { fulfillPayout } from '../../core/payouts/fulfill-payout.ts';
import { createRefund } from '../../core/refunds/create-refund.ts';
import { person, SESSION_DAYS, type Shop } from './shop.ts';
import type { Simulation } from './simulation.ts';

const SECOND_MS = 1_000;
const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;

type Card = keyof typeof testCards;
type Values = Record<string, unknown>;

/** What happens to one customer: a few commands with pauses between them. */
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

/** The verbs that stories are told with, on one shop and for one customer. */
export class Cast {
  readonly #simulation: Simulation;
  readonly #shop: Shop;
  readonly #faker: Faker;

  constructor(simulation: Simulation, shop: Shop, faker: Faker) {
    this.#simulation = simulation;
    this.#shop = shop;
    this.#faker = faker;
  }

  get #ctx() {
    return this.#simulation.ctx;
  }

  wait(ms: number): void {
    this.#simulation.nowMs += ms;
  }

  /** Waits until the sandbox has decided everything it was asked, and takes its webhooks. */
  async settle(): Promise<void> {
    this.wait(MINUTE_MS);
    await this.#simulation.deliver();
    this.wait(SECOND_MS);
  }

  async customer(): Promise<string> {
    const { name, email, phone, phone_country_code } = person;
    const address = this.#address();
    const id = await createCustomer(this.#ctx, { name, email, phone, phone_country_code, address });
    this.wait(2 * MINUTE_MS);
    return id;
  }

  async savedCard(customerId: string, card: Card = 1): Promise<string> {
    const saved = { ...cardNumbers(card), card_holder_name: person.name };
    const id = await savePaymentMethod(this.#ctx, {
      customer_id: customerId,
      payment_method: 'card',
      payment_method_type: 'credit',
      card: saved,
    });
    this.wait(MINUTE_MS);
    return id;
  }

  /** A payment nobody has confirmed yet. */
  async open(values: Values = {}): Promise<string> {
    const { paymentId } = await createPayment(this.#ctx, { ...this.#order(), ...values } as never);
    this.wait(40 * SECOND_MS);
    return paymentId;
  }

  /** A payment that is created first and confirmed by card a little later. */
  async pay(card: Card, values: Values = {}): Promise<string> {
    const id = await this.open({ ...cardData(card), ...values });
    await this.confirm(id);
    return id;
  }

  async confirm(paymentId: string, values: Values = {}): Promise<void> {
    await confirmPayment(this.#ctx, paymentId, values as never);
    this.wait(SECOND_MS);
  }

  async challenge(paymentId: string, answer: 'complete' | 'fail'): Promise<void> {
    this.wait(70 * SECOND_MS);
    await this.#simulation.answerChallenge(paymentId, answer);
    this.wait(SECOND_MS);
  }

  /** Captures a share of the payment, or all that is left of it. */
  async capture(paymentId: string, share: number | null = null): Promise<void> {
    this.wait(DAY_MS);
    const amount = share === null ? null : Math.floor((await this.#netAmount(paymentId)) * share);
    await capturePayment(this.#ctx, paymentId, amount);
    this.wait(SECOND_MS);
  }

  async cancel(paymentId: string, reason: string): Promise<void> {
    this.wait(3 * 60 * MINUTE_MS);
    await cancelPayment(this.#ctx, paymentId, reason);
    this.wait(SECOND_MS);
  }

  async refund(paymentId: string, share: number, reason: string): Promise<void> {
    this.wait(2 * DAY_MS);
    const amount = Math.floor((await this.#netAmount(paymentId)) * share);
    await createRefund(this.#ctx, { payment_id: paymentId, amount, reason });
    this.wait(SECOND_MS);
  }

  async dispute(answer?: 'accept' | string): Promise<void> {
    await this.settle();
    if (!answer) return;
    this.wait(DAY_MS);
    const text = 'select dispute_id from disputes';
    const [dispute] = await this.#simulation.rows.query<{ dispute_id: string }>({ text, values: [] }, null);
    if (answer === 'accept') await acceptDispute(this.#ctx, dispute!.dispute_id);
    else await challengeDispute(this.#ctx, dispute!.dispute_id, { evidence: answer });
    await this.settle();
  }

  async expire(): Promise<void> {
    this.wait(SESSION_DAYS * DAY_MS);
    await expirePayments(this.#ctx);
    await expirePayouts(this.#ctx);
  }

  async payout(card: Card | null, values: Values = {}): Promise<string> {
    const { name, email, phone, phone_country_code } = person;
    const id = await createPayout(this.#ctx, {
      amount: this.#faker.number.int({ min: 2_000, max: 90_000 }),
      currency: this.#shop.currencies[0]!,
      profile_id: this.#shop.profileId,
      description: this.#faker.helpers.arrayElement(['Commission', 'Marketplace sales', 'Bonus', 'Expenses']),
      entity_type: 'Individual',
      ...{ name, email, phone, phone_country_code, auto_fulfill: true, confirm: true },
      ...(card === null ? {} : payoutCard(card)),
      ...values,
    } as never);
    this.wait(SECOND_MS);
    return id;
  }

  async fulfill(payoutId: string): Promise<void> {
    this.wait(DAY_MS / 2);
    await fulfillPayout(this.#ctx, payoutId);
    this.wait(SECOND_MS);
  }

  async cancelPayout(payoutId: string): Promise<void> {
    this.wait(DAY_MS / 2);
    await cancelPayout(this.#ctx, payoutId);
    this.wait(SECOND_MS);
  }

  async #netAmount(paymentId: string): Promise<number> {
    const text = 'select net_amount::float8 as amount from payments where payment_id = $1';
    const [row] = await this.#simulation.rows.query<{ amount: number }>({ text, values: [paymentId] }, null);
    return row!.amount;
  }

  #order(): Values {
    const lines = Array.from({ length: this.#faker.number.int({ min: 1, max: 3 }) }, () => ({
      product_name: this.#faker.commerce.productName(),
      quantity: this.#faker.number.int({ min: 1, max: 3 }),
      amount: this.#faker.number.int({ min: 490, max: 19_900 }),
    }));
    const amount = lines.reduce((sum, line) => sum + line.quantity * line.amount, 0);
    const extra = this.#faker.number.int(9);
    return {
      amount,
      currency: this.#faker.helpers.arrayElement(this.#shop.currencies),
      profile_id: this.#shop.profileId,
      order_details: lines,
      description: `Order of ${lines[0]!.product_name}`,
      merchant_order_reference_id: this.#faker.string.numeric(8),
      browser_info: {
        ip_address: this.#faker.internet.ipv4({ cidrBlock: '203.0.113.0/24' }),
        user_agent: this.#faker.internet.userAgent(),
        language: this.#shop.language,
      },
      ...(extra < 3 ? { shipping_cost: 490, shipping: { address: this.#address() } } : {}),
      ...(extra === 4 ? { order_tax_amount: Math.round(amount * 0.08) } : {}),
      ...(extra === 5 ? { surcharge_details: { surcharge_amount: 150, tax_amount: 0 } } : {}),
      ...(extra === 6 ? { metadata: { campaign: this.#faker.word.noun() } } : {}),
    };
  }

  #address(): Values {
    return {
      line1: this.#faker.location.streetAddress(),
      city: this.#faker.location.city(),
      zip: this.#faker.location.zipCode(),
      country: this.#shop.country,
      first_name: person.firstName,
      last_name: person.lastName,
    };
  }
}

const expiry = { card_exp_month: '11', card_exp_year: '2030' };
const cardNumbers = (card: Card) => ({ card_number: testCards[card], ...expiry });
const cardData = (card: Card) => ({
  payment_method: 'card',
  payment_method_type: 'credit',
  payment_method_data: { card: { ...cardNumbers(card), card_holder_name: person.name, card_cvc: '731' } },
});
const payoutCard = (card: Card) => ({
  payout_type: 'card',
  payout_method_data: {
    card: {
      card_number: testCards[card],
      expiry_month: expiry.card_exp_month,
      expiry_year: expiry.card_exp_year,
      card_holder_name: person.name,
    },
  },
});

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
