import { Note } from '../../core/entities/note.ts';
import { notes } from '../../core/operations/notes.ts';
import { readAt, retrieveAt, writeAt } from '../beyond.ts';
import { listAt } from '../lists.ts';
import { deleted, one } from '../response-shapes.ts';

export const notesBeyond = [
  writeAt(notes.createNote, {
    method: 'post',
    path: '/payments/{payment_id}/notes',
    example: { body: { text: 'The customer called: the parcel came on Monday.' } },
  }),
  listAt(notes.listNotes, '/notes'),
  retrieveAt(notes.retrieveNote, '/notes/{note_id}'),
  writeAt(notes.deleteNote, {
    method: 'delete',
    path: '/notes/{note_id}',
    response: deleted(one(Note, 'full'), 'deleted'),
  }),
  readAt(notes.listPaymentActivity, { path: '/payments/{payment_id}/activity' }),
];
