import { Mandate } from '../../core/entities/mandate.ts';
import { revokeMandate } from '../../core/mandates/revoke-mandate.ts';
import { beyond, retrieve } from '../beyond.ts';
import { listOf } from '../lists.ts';
import { one } from '../response-shapes.ts';

export const mandatesBeyond = [
  listOf(Mandate, {
    id: 'listMandates',
    summary: 'List mandates',
    path: '/mandates',
    alsoAt: ['[] /mandates/list'],
    about: 'Lists mandates, newest first.',
  }),
  beyond({
    id: 'retrieveMandate',
    permission: 'customers:read',
    reach: 'shared',
    summary: 'Retrieve a mandate',
    method: 'get',
    path: '/mandates/{mandate_id}',
    about: 'Retrieves a mandate.',
    response: one(Mandate, 'full'),
    handle: (ctx, { path }) => retrieve(ctx, Mandate, path.mandate_id),
  }),
  beyond({
    id: 'revokeMandate',
    permission: 'customers:write',
    reach: 'shared',
    evenIfSuspended: true,
    summary: 'Revoke a mandate',
    method: 'post',
    path: '/mandates/{mandate_id}/revoke',
    alsoAt: ['/mandates/revoke/{mandate_id}'],
    about: 'Revokes a mandate: nothing can be charged under it again. A used or revoked one stays as it is.',
    response: one(Mandate, 'full'),
    handle: async (ctx, { path }) => {
      await revokeMandate(ctx, path.mandate_id);
      return retrieve(ctx, Mandate, path.mandate_id);
    },
  }),
];
