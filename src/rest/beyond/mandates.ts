import { mandates } from '../../core/operations/mandates.ts';
import { listAt } from '../places/list-at.ts';
import { retrieveAt } from '../places/retrieve-at.ts';
import { writeAt } from '../places/write-at.ts';

export const mandatesBeyond = [
  listAt(mandates.listMandates, '/mandates', { alsoAt: ['[] /mandates/list'] }),
  retrieveAt(mandates.retrieveMandate, '/mandates/{mandate_id}'),
  writeAt(mandates.revokeMandate, {
    method: 'post',
    path: '/mandates/{mandate_id}/revoke',
    alsoAt: ['/mandates/revoke/{mandate_id}'],
  }),
];
