import { FinanceImport } from '../core/entities/finance-import.ts';
import * as f from '../core/model/fields.ts';
import { Input, validate } from '../core/model/index.ts';
import { settlementFiles } from '../core/operations/settlement-files.ts';
import { type CollectedFile, collectFile } from '../core/settlements/files/collected-file.ts';
import { importFinanceFile, type SentFinanceFile } from '../core/settlements/files/import-finance-file.ts';
import { readForm } from '../http/requests/multipart-form.ts';
import type { FileUpload } from './file-upload.ts';
import { handleAt } from './places/handle-at.ts';
import { retrieve } from './places/retrieve-at.ts';
import { one } from './response-shapes.ts';

/** Files that a process reads at once: as many are in its memory. */
const FILES_AT_ONCE = 2;
const FORM = ['multipart/form-data'];
/** Maximum length of a mapping, in characters. */
const MAPPING_MAX = 8_000;

@Input({ about: 'The form of a bank statement, with its file.' })
export class BankStatementForm {
  @f.Text(
    'JSON object of target column to column in the file, such as `{"amount": "Betrag"}`. Not needed for CAMT.053, or if the file has the target columns.',
    { max: MAPPING_MAX, holds: 'code' },
  )
  mapping?: string | null;
  @f.Text('Name under which `mapping` is kept or, without `mapping`, the name of the mapping to use.', {
    max: 64,
  })
  mapping_name?: string | null;
}

@Input({ about: 'The form of a settlement file, with its file.' })
export class SettlementFileForm extends BankStatementForm {
  @f.Id('Connector account of the file.', { required: true }) merchant_connector_id!: string;
}

/** A form as the handler gets it. */
interface ReceivedFile {
  readonly file: CollectedFile;
  readonly form: SettlementFileForm | BankStatementForm;
}

const upload = (
  described: (typeof settlementFiles)['importSettlements'],
  path: '/settlements/imports' | '/bank_statements/imports',
  kind: SentFinanceFile['kind'],
  form: typeof SettlementFileForm | typeof BankStatementForm,
) =>
  handleAt(described, {
    method: 'post',
    path,
    body: form,
    files: FORM,
    response: one(FinanceImport, 'full'),
    replay: (ctx, _path, importId) => retrieve(ctx, FinanceImport, importId!),
    handle: async (ctx, { body }) => {
      const { file, form: fields } = body as unknown as ReceivedFile;
      const { mapping = null, mapping_name: mappingName = null } = fields;
      const accountId = 'merchant_connector_id' in fields ? fields.merchant_connector_id : null;
      const id = await importFinanceFile(ctx, { kind, file, accountId, mapping, mappingName });
      return retrieve(ctx, FinanceImport, id);
    },
  });

/** The upload of a settlement file. */
export const settlementUpload = upload(
  settlementFiles.importSettlements,
  '/settlements/imports',
  'settlement',
  SettlementFileForm,
);

/** The upload of a bank statement. */
export const bankStatementUpload = upload(
  settlementFiles.importBankStatement,
  '/bank_statements/imports',
  'bank_statement',
  BankStatementForm,
);

/** How both are taken in. */
export const financeUploads: readonly FileUpload[] = [settlementUpload, bankStatementUpload].map(
  (operation) => ({
    operation,
    take: async (_ctx, { req }) => {
      const { fields, file } = await readForm(req, collectFile);
      const form = validate(operation.body!, fields);
      return { body: { file, form }, claimed: { fields, sha256: file.digest } };
    },
    atOnce: FILES_AT_ONCE,
    byType: true,
  }),
);
