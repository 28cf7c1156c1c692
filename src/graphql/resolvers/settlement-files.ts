import { settlementFiles } from '../../core/operations/settlement-files.ts';
import { mutationOf } from '../kit/mutations.ts';
import { queriesFor } from '../kit/queries.ts';

export const settlementFileResolvers = [
  ...queriesFor(settlementFiles.retrieveFinanceImport, settlementFiles.listFinanceImports),
  ...queriesFor(settlementFiles.retrieveFinanceImportRefusal, settlementFiles.listFinanceImportRefusals),
  ...queriesFor(settlementFiles.retrieveBankStatementLine, settlementFiles.listBankStatementLines),
  mutationOf(settlementFiles.confirmFinanceImport),
  mutationOf(settlementFiles.undoFinanceImport),
];
