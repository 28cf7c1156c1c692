import { cardFingerprints } from '../cards/card.ts';
import { PaymentMethod } from '../entities/payment-method.ts';
import type { BankTransfer } from '../entities/values/payment-method-data.ts';
import type { WritingContext } from '../foundation/context.ts';
import { decryptField } from '../writes/apply-changes.ts';
import type { CheckedRow } from './checked-row.ts';

const keyOf = (...parts: readonly (string | null | undefined)[]) => JSON.stringify(parts);

/** The existing payment methods of a batch's customers, by the values that identify a method. */
export class KnownMethods {
  readonly #tx: WritingContext;
  readonly #merchantId: string;
  readonly #byKey = new Map<string, PaymentMethod>();
  readonly #taken: Set<string>;

  private constructor(tx: WritingContext, merchantId: string, taken: Iterable<string>) {
    this.#tx = tx;
    this.#merchantId = merchantId;
    this.#taken = new Set(taken);
  }

  static async of(
    tx: WritingContext,
    merchantId: string,
    rows: readonly CheckedRow[],
  ): Promise<KnownMethods> {
    const ids = rows.flatMap(({ payment_method_id: id }) => (id ? [id] : []));
    const { em } = tx.transaction;
    const taken = ids.length
      ? await em.find(
          PaymentMethod,
          { merchant_id: merchantId, payment_method_id: { $in: ids } },
          { fields: ['payment_method_id'] },
        )
      : [];
    const known = new KnownMethods(
      tx,
      merchantId,
      taken.map(({ payment_method_id: id }) => id),
    );
    if (rows.length === 0) return known;
    const fingerprints = rows.flatMap((row) => known.#fingerprints(row));
    const hasAccounts = rows.some(({ bank }) => bank);
    const hasTokens = rows.some(({ tokens }) => tokens);
    const found = await em.find(
      PaymentMethod,
      {
        merchant_id: merchantId,
        customer_id: { $in: [...new Set(rows.map(({ customer_id }) => customer_id))] },
        status: 'active',
        $or: [
          { card: { card_fingerprint: { $in: fingerprints } } },
          ...(hasTokens ? [{ connector_mandates: { $ne: null } }] : []),
          ...(hasAccounts ? [{ bank_transfer: { $ne: null } }] : []),
        ],
      },
      { orderBy: { created: 'asc', payment_method_id: 'asc' } },
    );
    for (const method of found) known.#index(method);
    return known;
  }

  isTaken(id: string): boolean {
    return this.#taken.has(id);
  }

  /** The customer's payment method with the same card, account or token; null without one. */
  find(row: CheckedRow): PaymentMethod | null {
    for (const key of this.#keysOfRow(row)) {
      const method = this.#byKey.get(key);
      if (method) return method;
    }
    for (const [account, token] of Object.entries(row.tokens ?? {})) {
      const method = this.#byKey.get(keyOf('token', row.customer_id, account, token));
      // The connector has reused the token for a card with another number.
      const isOther = row.card && 'card_number' in row.card && method?.card?.card_fingerprint;
      if (method && !isOther && method.payment_method === row.payment_method) return method;
    }
    return null;
  }

  /** Adds the payment method saved from a row. */
  add(method: PaymentMethod, row: CheckedRow): void {
    this.#taken.add(method.payment_method_id);
    for (const key of this.#keysOfRow(row)) this.#byKey.set(key, method);
    this.#indexTokens(method);
  }

  #fingerprints({ card }: CheckedRow): readonly string[] {
    return card && 'card_number' in card
      ? cardFingerprints(this.#tx.ports, this.#merchantId, card.card_number)
      : [];
  }

  #keysOfRow(row: CheckedRow): string[] {
    const { bank, customer_id, payment_method } = row;
    const { bank_account_number: number, bank_routing_number: routing } = bank?.account ?? {};
    return [
      ...this.#fingerprints(row).map((print) => keyOf('card', customer_id, print)),
      ...(number ? [keyOf('account', customer_id, payment_method, number, routing ?? null)] : []),
    ];
  }

  #index(method: PaymentMethod): void {
    const { card, customer_id, number_replaced_at: replaced, payment_method } = method;
    if (card?.card_fingerprint && !replaced)
      this.#byKey.set(keyOf('card', customer_id, card.card_fingerprint), method);
    const account = decryptField(this.#tx, method, 'bank_transfer') as BankTransfer | null;
    if (account?.bank_account_number) {
      const { bank_account_number: number, bank_routing_number: routing } = account;
      this.#byKey.set(keyOf('account', customer_id, payment_method, number, routing ?? null), method);
    }
    this.#indexTokens(method);
  }

  #indexTokens(method: PaymentMethod): void {
    const { connector_mandates, customer_id } = method;
    for (const [account, token] of Object.entries(connector_mandates ?? {})) {
      if (typeof token === 'string') this.#byKey.set(keyOf('token', customer_id, account, token), method);
    }
  }
}
