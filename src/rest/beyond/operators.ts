import { administrators } from '../../core/operations/administrators.ts';
import { listAt } from '../places/list-at.ts';
import { retrieveAt } from '../places/retrieve-at.ts';
import { writeAt } from '../places/write-at.ts';

export const operatorsBeyond = [
  writeAt(administrators.createAdminKey, {
    method: 'post',
    path: '/admin_keys',
    example: { body: { name: 'Onboarding', organization_id: 'org_01JZ5V0G7N4S8X2T6W9Y3B1C5D' } },
  }),
  listAt(administrators.listAdminKeys, '/admin_keys'),
  retrieveAt(administrators.retrieveAdminKey, '/admin_keys/{key_id}'),
  writeAt(administrators.revokeAdminKey, { method: 'delete', path: '/admin_keys/{key_id}' }),
  writeAt(administrators.appointOperator, {
    method: 'post',
    path: '/operators',
    example: { body: { email: 'ada@example.com' } },
  }),
  listAt(administrators.listOperators, '/operators'),
  retrieveAt(administrators.retrieveOperator, '/operators/{person_id}'),
  writeAt(administrators.removeOperator, { method: 'delete', path: '/operators/{person_id}' }),
];
