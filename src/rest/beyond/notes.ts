import { Note } from '../../core/entities/note.ts';
import { notFound } from '../../core/foundation/errors.ts';
import { createNote, createsNote, deleteNote, deletesNote, NoteCreation } from '../../core/payments/notes.ts';
import {
  ActivityEntry,
  readPaymentActivity,
  readsPaymentActivity,
} from '../../core/payments/payment-activity.ts';
import { beyond, retrieve } from '../beyond.ts';
import { listOf } from '../lists.ts';
import { deleted, list, one } from '../response-shapes.ts';

export const notesBeyond = [
  beyond({
    id: 'createNote',
    permission: 'payments:write',
    reach: 'profile',
    evenIfSuspended: true,
    summary: 'Write a note on a payment',
    method: 'post',
    path: '/payments/{payment_id}/notes',
    about: createsNote,
    body: NoteCreation,
    example: { body: { text: 'The customer called: the parcel came on Monday.' } },
    response: one(Note, 'full'),
    handle: async (ctx, { body, path }) => retrieve(ctx, Note, await createNote(ctx, path.payment_id, body)),
  }),
  listOf(Note, {
    id: 'listNotes',
    summary: 'List notes',
    path: '/notes',
    about: 'Lists notes on payments, newest first: those of one payment with `payment_id`.',
  }),
  beyond({
    id: 'retrieveNote',
    permission: 'payments:read',
    reach: 'profile',
    summary: 'Retrieve a note',
    method: 'get',
    path: '/notes/{note_id}',
    about: 'Retrieves a note.',
    response: one(Note, 'full'),
    handle: (ctx, { path }) => retrieve(ctx, Note, path.note_id),
  }),
  beyond({
    id: 'deleteNote',
    permission: 'payments:write',
    reach: 'profile',
    evenIfSuspended: true,
    summary: 'Delete a note',
    method: 'delete',
    path: '/notes/{note_id}',
    about: deletesNote,
    problems: ['not_permitted'],
    response: deleted(one(Note, 'full'), 'deleted'),
    handle: (ctx, { path }) => deleteNote(ctx, path.note_id),
  }),
  beyond({
    id: 'listPaymentActivity',
    permission: 'payments:read',
    reach: 'profile',
    ofMerchant: true,
    summary: 'List who did what with a payment',
    method: 'get',
    path: '/payments/{payment_id}/activity',
    about: readsPaymentActivity,
    response: list(ActivityEntry),
    handle: async (ctx, { path }) => {
      const found = await readPaymentActivity(ctx, path.payment_id);
      if (!found) throw notFound('payment');
      return found;
    },
  }),
];
