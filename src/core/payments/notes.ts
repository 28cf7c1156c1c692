import { NOTE_MAX, Note } from '../entities/note.ts';
import { Payment } from '../entities/payment.ts';
import type { Caller, Context } from '../foundation/context.ts';
import { invalidParameter, notFound, Problem } from '../foundation/errors.ts';
import * as f from '../model/fields.ts';
import { Input } from '../model/index.ts';
import { type Row, readOne } from '../reads/index.ts';
import { authorOf } from '../writes/author.ts';
import { deleteLocked } from '../writes/delete.ts';
import { insert, inTransaction, lock } from '../writes/transactions.ts';

@Input({ about: 'Parameters for writing a note.' })
export class NoteCreation {
  @f.Text('Text of the note. It must not contain a card number.', {
    required: true,
    max: NOTE_MAX,
    example: 'The customer called: the parcel came on Monday.',
  })
  text!: string;
}

/**
 * Writes a note on a payment.
 *
 * @returns The identifier of the note.
 * @throws {Problem} `resource_not_found`; `invalid_parameter` for an empty text.
 */
export function createNote(ctx: Context, paymentId: string, { text: given }: NoteCreation): Promise<string> {
  const text = given.trim();
  if (text === '') throw invalidParameter('text', 'text must have a character other than spaces.');
  return inTransaction(ctx, async (tx) => {
    const payment = await readOne(tx, Payment, paymentId, ['payment_id', 'profile_id']);
    if (!payment) throw notFound('payment', 'payment_id');
    const { merchant_id, payment_id, profile_id } = payment;
    // A request with the admin key may name no merchant: scope it to the payment's.
    const own = { ...tx, merchantId: merchant_id };
    const note = Object.assign(new Note(), await authorOf(own, merchant_id), {
      merchant_id,
      note_id: tx.ports.ids.make('note'),
      payment_id,
      profile_id,
      text,
      created_at: tx.ports.now(),
    });
    await insert(own, note, false);
    return note.note_id;
  });
}

/**
 * Deletes a note.
 *
 * @returns Its last state.
 * @throws {Problem} `resource_not_found`; `not_permitted` for another's note, unless the caller is an owner or an admin.
 */
export function deleteNote(ctx: Context, noteId: string): Promise<Row> {
  return inTransaction(ctx, async (tx) => {
    const note = await lock(tx, Note, noteId);
    if (!mayDelete(tx.caller, note)) {
      throw new Problem('not_permitted', 'Only its author, an owner or an admin can delete a note.');
    }
    return deleteLocked(tx, Note, note, noteId);
  });
}

function mayDelete(caller: Caller, { author_id, author_type }: Note): boolean {
  if (caller.kind === 'admin_key') return true;
  if (caller.kind === 'person') {
    const isAdmin = caller.role === 'owner' || caller.role === 'admin';
    return isAdmin || (author_type === 'person' && author_id === caller.personId);
  }
  // A key that replaces another is the same server's.
  return (
    caller.kind === 'api_key' &&
    author_type === 'api_key' &&
    (author_id === caller.keyId || author_id === caller.firstKeyId)
  );
}
