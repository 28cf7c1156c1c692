import { Settlement } from '../entities/settlement.ts';
import { SettlementLine } from '../entities/settlement-line.ts';
import { listOperation, operationsByName, retrieveOperation } from './operation.ts';

export const settlements = operationsByName({
  listSettlements: listOperation(Settlement, {
    about:
      "Lists settlements, newest first: what connectors sent to the merchant's bank, by their reports and by files.",
  }),
  retrieveSettlement: retrieveOperation(Settlement),
  listSettlementLines: listOperation(SettlementLine, {
    summary: 'List the lines of settlements',
    about: 'Lists the lines of settlements, in the order in which they were recorded.',
  }),
  retrieveSettlementLine: retrieveOperation(SettlementLine, {
    only: { face: 'graphql', because: 'REST lists the lines of a settlement.' },
  }),
});
