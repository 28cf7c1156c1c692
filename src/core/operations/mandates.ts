import { Mandate } from '../entities/mandate.ts';
import { revokeMandate } from '../mandates/revoke-mandate.ts';
import { listOperation, operationsByName, retrieveOperation, writeOperation } from './operation.ts';

export const mandates = operationsByName({
  listMandates: listOperation(Mandate),
  retrieveMandate: retrieveOperation(Mandate),
  revokeMandate: writeOperation({
    permission: 'customers:write',
    reach: 'shared',
    target: Mandate,
    summary: 'Revoke a mandate',
    about:
      'Revokes a mandate, which then permits no more charges. A used or revoked mandate does not change.',
    ids: ['mandate_id'],
    evenIfSuspended: true,
    run: revokeMandate,
  }),
});
