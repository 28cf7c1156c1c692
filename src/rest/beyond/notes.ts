import { Note } from '../../core/entities/note.ts';
import { notes } from '../../core/operations/notes.ts';
import { listAt } from '../places/list-at.ts';
import { readAt } from '../places/read-at.ts';
import { retrieveAt } from '../places/retrieve-at.ts';
import { writeAt } from '../places/write-at.ts';
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
