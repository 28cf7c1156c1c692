import { mandates } from '../../core/operations/mandates.ts';
import { retrieveAt, writeAt } from '../beyond.ts';
import { listAt } from '../lists.ts';

export const mandatesBeyond = [
  listAt(mandates.listMandates, '/mandates', { alsoAt: ['[] /mandates/list'] }),
  retrieveAt(mandates.retrieveMandate, '/mandates/{mandate_id}'),
  writeAt(mandates.revokeMandate, {
    method: 'post',
    path: '/mandates/{mandate_id}/revoke',
    alsoAt: ['/mandates/revoke/{mandate_id}'],
  }),
];
