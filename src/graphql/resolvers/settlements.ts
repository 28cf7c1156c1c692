import { settlements } from '../../core/operations/settlements.ts';
import { queriesFor } from '../kit/queries.ts';

export const settlementResolvers = [
  ...queriesFor(settlements.retrieveSettlement, settlements.listSettlements),
  ...queriesFor(settlements.retrieveSettlementLine, settlements.listSettlementLines),
];
