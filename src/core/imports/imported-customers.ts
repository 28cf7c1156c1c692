import { LockMode } from '@mikro-orm/core';
import { refuseDeleted } from '../customers/deleted-customer.ts';
import { Customer } from '../entities/customer.ts';
import type { WritingContext } from '../foundation/context.ts';
import type { CheckedRow } from './checked-row.ts';

const createText = `
  insert into customers (merchant_id, customer_id, name, email, phone, phone_country_code, description, email_set_unread,
    created_at, modified_at)
  select $1, c.customer_id, c.name, c.email, c.phone, c.phone_country_code, c.description, $4 and c.email is not null,
    $3::timestamptz, $3::timestamptz
  from jsonb_to_recordset($2::jsonb) as c(customer_id text, name text, email text, phone text, phone_country_code text,
    description text)
  order by c.customer_id
  on conflict do nothing`;

/** The customers of a batch of rows, locked, with the identifiers of new ones. */
export class SavedCustomers {
  readonly #customers: ReadonlyMap<string, Customer>;

  private constructor(customers: readonly Customer[]) {
    this.#customers = new Map(customers.map((customer) => [customer.customer_id, customer]));
  }

  /**
   * Creates the new customers, and locks all in the order of their identifiers, so that concurrent saves of a card for
   * one of them wait for this transaction.
   *
   * @param setsUnread Whether the importing caller may not read their addresses.
   */
  static async of(
    tx: WritingContext,
    merchantId: string,
    rows: readonly CheckedRow[],
    setsUnread: boolean,
  ): Promise<SavedCustomers> {
    const contacts = new Map<string, object>();
    for (const { contact, customer_id } of rows) {
      const { description, email, name, phone, phone_country_code } = contact;
      if (!contacts.has(customer_id))
        contacts.set(customer_id, { customer_id, name, email, phone, phone_country_code, description });
    }
    if (contacts.size === 0) return new SavedCustomers([]);
    const values = [
      merchantId,
      JSON.stringify([...contacts.values()]),
      tx.ports.now().toISOString(),
      setsUnread,
    ];
    await tx.rows.query({ text: createText, values, touches: { writes: ['customers'] } }, merchantId);
    const customers = await tx.transaction.em.find(
      Customer,
      { merchant_id: merchantId, customer_id: { $in: [...contacts.keys()] } },
      { orderBy: { customer_id: 'asc' }, lockMode: LockMode.PESSIMISTIC_WRITE },
    );
    return new SavedCustomers(customers);
  }

  /**
   * Stores the connectors' identifiers of a row's customer. An existing identifier stays: saved methods belong to it.
   *
   * @throws {Problem} `unexpected_state` if the customer was deleted.
   */
  use({ customer_id, customers }: CheckedRow): void {
    const customer = this.#customers.get(customer_id);
    if (!customer) throw new Error('The customer just created is missing.');
    refuseDeleted(customer);
    if (!customers) return;
    const kept = customer.connector_customers ?? {};
    if (Object.keys(customers).every((id) => Object.hasOwn(kept, id))) return;
    customer.connector_customers = { ...customers, ...kept };
  }
}
