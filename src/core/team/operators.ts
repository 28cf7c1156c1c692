import { adminIn } from '../access/admin-keys.ts';
import { Operator } from '../entities/operator.ts';
import type { Context } from '../foundation/context.ts';
import { notFound } from '../foundation/errors.ts';
import { isInactive } from '../foundation/permissions.ts';
import { fieldsFrom, Input } from '../model/index.ts';
import type { Row } from '../reads/index.ts';
import { insert, inTransaction, lock } from '../writes/transactions.ts';
import { findPersonByEmail, requireProved } from './persons.ts';

@Input({ about: 'Parameters for appointing an operator.' })
export class OperatorAppointment extends fieldsFrom(Operator, { requires: ['email'] }) {}

/**
 * Makes a person an operator of the installation, or reactivates an inactive operator. Operators' requests require a
 * session that began with a second factor.
 *
 * @returns The person's identifier.
 * @throws {Problem} `resource_not_found` for an address without an account; `unexpected_state` for an unproved address;
 *   `resource_already_exists`.
 */
export function appointOperator(ctx: Context, { email }: OperatorAppointment): Promise<string> {
  return inTransaction(ctx, async (tx) => {
    const person = await findPersonByEmail(tx, email);
    if (!person) throw notFound('person', 'email');
    requireProved(person);
    const now = tx.ports.now();
    const known = await tx.transaction.em.findOne(Operator, { person_id: person.personId });
    if (known && isInactive(known.last_seen_at ?? known.appointed_at, now)) {
      known.last_seen_at = now;
      return known.person_id;
    }
    const operator = new Operator();
    operator.person_id = person.personId;
    operator.email = person.email;
    operator.appointed_by = adminIn(tx);
    operator.appointed_at = now;
    await insert(tx, operator);
    return operator.person_id;
  });
}

/**
 * Removes an operator, whose access to the installation ends at once. Their own account and its merchant accounts stay.
 *
 * @returns The operator's last state.
 * @throws {Problem} `resource_not_found`.
 */
export function removeOperator(ctx: Context, personId: string): Promise<Row> {
  return inTransaction(ctx, async (tx) => {
    const operator = await lock(tx, Operator, personId);
    const last = { ...operator };
    tx.transaction.em.remove(operator);
    return last;
  });
}
