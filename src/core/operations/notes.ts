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
      'Writes a note on a payment, in any status. The people and keys that may read the payment see it, with its author.',
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
      'Deletes a note, and returns its last state. Its author may delete it, by the same key or as the same person, and so may owners, admins and the admin API key.',
    ids: ['note_id'],
    problems: ['not_permitted'],
    run: deleteNote,
    shows: 'result',
  }),
  listPaymentActivity: readOperation({
    permission: 'payments:read',
    reach: 'profile',
    ofMerchant: true,
    summary: 'List who did what with a payment',
    about:
      'Lists who did what with a payment, its refunds and its disputes, oldest first: the latest 200 entries, for as long as the audit log is kept. Without `personal_data:read`, the names of people are masked. What connectors and jobs did is in the `timeline` of each object.',
    ids: ['payment_id'],
    target: ActivityEntry,
    many: true,
    run: readPaymentActivity,
  }),
});
