import { administrators } from '../../core/operations/administrators.ts';
import { mutationOf } from '../kit/mutations.ts';
import { queriesFor } from '../kit/queries.ts';

export const operatorResolvers = [
  ...queriesFor(administrators.retrieveAdminKey, administrators.listAdminKeys),
  ...queriesFor(administrators.retrieveOperator, administrators.listOperators),
  mutationOf(administrators.createAdminKey),
  mutationOf(administrators.revokeAdminKey),
  mutationOf(administrators.appointOperator),
  mutationOf(administrators.removeOperator),
];
