import type { Faker } from '@faker-js/faker';
import { testCards } from '../../connectors/sandbox/methods.ts';
import { createCustomer } from '../../core/customers/customers.ts';
import { acceptDispute, challengeDispute } from '../../core/disputes/answer-dispute.ts';
import { savePaymentMethod } from '../../core/payment-methods/save-payment-method.ts';
import { confirmPayment } from '../../core/payments/authorize/confirm-payment.ts';
import { capturePayment } from '../../core/payments/capture/capture-payment.ts';
import { createPayment } from '../../core/payments/create-payment.ts';
import { cancelPayment } from '../../core/payments/void/cancel-payment.ts';
import { expirePayments } from '../../core/payments/void/expire-payments.ts';
import { cancelPayout } from '../../core/payouts/cancel-payout.ts';
import { createPayout } from '../../core/payouts/create-payout.ts';
import { expirePayouts } from '../../core/payouts/expire-payouts.ts';
import { fulfillPayout } from '../../core/payouts/fulfill-payout.ts';
import { createRefund } from '../../core/refunds/create-refund.ts';
import { person } from './blueprint.ts';
import { SESSION_DAYS, type Shop } from './shop.ts';
import type { Simulation } from './simulation.ts';

const SECOND_MS = 1_000;
const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;

type Card = keyof typeof testCards;
type Values = Record<string, unknown>;

const expiry = { card_exp_month: '11', card_exp_year: '2030' };
const cardNumbers = (card: Card) => ({ card_number: testCards[card], ...expiry });
export const cardData = (card: Card) => ({
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

/** The verbs of stories, for one shop and one customer. */
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
    await capturePayment(this.#ctx, paymentId, { amount });
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
    const [dispute] = await this.#simulation.rows.query<{ dispute_id: string }>(
      { text, values: [], touches: { reads: ['disputes'] } },
      null,
    );
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
    await cancelPayout(this.#ctx, payoutId, 'requested_by_recipient');
    this.wait(SECOND_MS);
  }

  async #netAmount(paymentId: string): Promise<number> {
    const text = 'select net_amount::float8 as amount from payments where payment_id = $1';
    const [row] = await this.#simulation.rows.query<{ amount: number }>(
      { text, values: [paymentId], touches: { reads: ['payments'] } },
      null,
    );
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
