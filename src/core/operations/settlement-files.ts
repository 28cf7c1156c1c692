import { BankStatementLine } from '../entities/bank-statement-line.ts';
import { FinanceImport, FinanceImportRefusal } from '../entities/finance-import.ts';
import { FILE_MAX_BYTES, HELD_MAX_BYTES } from '../settlements/files/collected-file.ts';
import { confirmFinanceImport, undoFinanceImport } from '../settlements/files/confirm-finance-import.ts';
import {
  handledOperation,
  listOperation,
  operationsByName,
  retrieveOperation,
  writeOperation,
} from './operation.ts';

const changesImport = { permission: 'finance:write', reach: 'merchant', target: FinanceImport } as const;
const uploads = {
  ...changesImport,
  problems: [
    'malformed_json',
    'missing_parameter',
    'resource_not_found',
    'unexpected_state',
    'unknown_parameter',
  ],
  only: { face: 'rest', because: 'GraphQL takes no files.' },
} as const;

const MEBIBYTES = 1024 * 1024;
const limits = `up to 1 000 000 lines and ${FILE_MAX_BYTES / MEBIBYTES} MiB (${HELD_MAX_BYTES / MEBIBYTES} MiB compressed)`;
const preview =
  'Answers with a preview, which records nothing and expires after a day: the columns, the first 20 lines as they were read, sums by currency, and the refused lines by number with the reason. A file that was imported before is answered with its import. A file that is not whole is refused.';

export const settlementFiles = operationsByName({
  importSettlements: handledOperation({
    ...uploads,
    summary: 'Import a settlement file',
    about: `Reads a settlement file of ${limits}: CSV in UTF-8, or a workbook (.xlsx). \`mapping\` names the column of the file for each target column: \`connector_reference\`, \`type\`, \`gross\`, \`fee\`, \`net\`, \`currency\`, \`occurred_at\`, and optionally \`order_reference\`, \`settlement_reference\`, \`settled_net\`, \`settled_currency\`. Amounts are in major units with a point. ${preview} docs/reconciliation.md describes the columns.`,
  }),
  importBankStatement: handledOperation({
    ...uploads,
    summary: 'Import a bank statement',
    about: `Reads a bank statement of ${limits}: CAMT.053, or CSV in UTF-8 or a workbook with \`booked_on\`, \`amount\`, \`currency\`, \`reference\` and optionally \`counterparty\`. ${preview} Once confirmed, each credit is matched with a settlement by reference, else by amount and day.`,
  }),
  listFinanceImports: listOperation(FinanceImport, {
    summary: 'List imports of settlements and bank statements',
    about: 'Lists imports of settlement files and bank statements, newest first.',
  }),
  retrieveFinanceImport: retrieveOperation(FinanceImport, {
    summary: 'Retrieve an import of settlements or a bank statement',
    about: 'Retrieves an import of a settlement file or a bank statement, with its preview and progress.',
  }),
  confirmFinanceImport: writeOperation({
    ...changesImport,
    summary: 'Confirm an import',
    about:
      'Confirms the preview of an import. A job records its lines; retrieve the import for its progress.',
    ids: ['import_id'],
    problems: ['unexpected_state'],
    run: confirmFinanceImport,
  }),
  undoFinanceImport: writeOperation({
    ...changesImport,
    summary: 'Undo an import',
    about:
      'Takes an import back as a whole: a job removes its lines, and what a bank statement said about settlements. A preview is discarded at once.',
    ids: ['import_id'],
    problems: ['unexpected_state'],
    run: undoFinanceImport,
  }),
  listFinanceImportRefusals: listOperation(FinanceImportRefusal, {
    summary: 'List the refused lines of an import',
    about: 'Lists the lines of a file that were refused and do not count, in the order of the file.',
  }),
  retrieveFinanceImportRefusal: retrieveOperation(FinanceImportRefusal, {
    summary: 'Retrieve a refused line of an import',
    about: 'Retrieves a refused line of an import.',
    only: { face: 'graphql', because: 'REST lists the refused lines of an import.' },
  }),
  listBankStatementLines: listOperation(BankStatementLine, {
    about: 'Lists the lines of bank statements, newest first, with the settlements that they pay.',
  }),
  retrieveBankStatementLine: retrieveOperation(BankStatementLine),
});
