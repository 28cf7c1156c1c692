import { Note } from '../entities/note.ts';
import { createNote, deleteNote, NoteCreation } from '../payments/notes.ts';
import { ActivityEntry, readPaymentActivity } from '../payments/payment-activity.ts';
import {
  listOperation,
  operationsByName,
  readOperation,
  retrieveOperation,
  writeOperation,
} from './operation.ts';

const writesNote = {
  permission: 'payments:write',
  reach: 'profile',
  evenIfSuspended: true,
  target: Note,
} as const;

export const notes = operationsByName({
  createNote: writeOperation({
    ...writesNote,
    summary: 'Write a note on a payment',
    about:
      'Writes a note on a payment, in any status. People and keys that may read the payment see the note and its author.',
    ids: ['payment_id'],
    input: NoteCreation,
    run: createNote,
  }),
  listNotes: listOperation(Note, {
    about: 'Lists notes on payments, newest first. The filter `payment_id` lists the notes of one payment.',
  }),
  retrieveNote: retrieveOperation(Note),
  deleteNote: writeOperation({
    ...writesNote,
    summary: 'Delete a note',
    about:
      'Deletes a note, and returns its last state. Permitted for its author, with the same key or as the same person, and for owners, admins and the admin API key.',
    ids: ['note_id'],
    problems: ['not_permitted'],
    run: deleteNote,
    shows: 'result',
  }),
  listPaymentActivity: readOperation({
    permission: 'payments:read',
    reach: 'profile',
    ofMerchant: true,
    summary: 'List the activity on a payment',
    about:
      "Lists the actions on a payment, its refunds and its disputes with their actors, oldest first: the latest 200 entries within the audit log's retention. Without `personal_data:read`, people's names are masked. Actions of connectors and jobs are in the `timeline` of each object.",
    ids: ['payment_id'],
    target: ActivityEntry,
    many: true,
    run: readPaymentActivity,
  }),
});
