import * as f from '../model/fields.ts';
import {
  enumeration,
  Internal,
  MerchantScoped,
  Resource,
  ValueObject,
  type ValueOf,
} from '../model/index.ts';

/** Number of people who must approve an export. */
export const EXPORT_APPROVALS = 2;

export const PaymentMethodExportStatus = enumeration('PaymentMethodExportStatus', 'Progress of an export.', {
  awaiting_approval: 'Waiting for the approval of two people.',
  approved: 'Approved by two people. It starts at `starts_at` unless stopped first.',
  processing: 'Its files are being written.',
  completed: 'All files are written.',
  expired: 'Not approved in time. Final.',
  stopped: 'Stopped by a person or key; its files are deleted. Final.',
});

/** A person's approval of an export. */
@ValueObject({ about: "A person's approval of an export." })
export class ExportApproval {
  @f.Text('Person who approved, by identifier.', {
    required: true,
    example: 'per_01JZ5V0G7N4S8X2T6W9Y3B1C5D',
  })
  person_id!: string;
  @f.Timestamp('Time of the approval.', { required: true }) approved_at!: string;
}

/** An export of payment methods with their numbers, encrypted for a public key that two people approve. */
@Resource({
  table: 'payment_method_exports',
  id: 'export_id',
  prefix: 'vex',
  about:
    'An export of the saved payment methods with their numbers, encrypted for a public key that two people approve.',
  order: 'created_at',
  from: 'newest',
  reads: 'vault:export',
  reach: 'merchant',
  audited: { shows: 'values' },
  rights: { permissions: () => ['vault:export'] },
  indexes: {
    payment_method_exports_open: {
      columns: ['created_at'],
      where: "status in ('awaiting_approval', 'approved', 'processing')",
    },
  },
})
export class PaymentMethodExport extends MerchantScoped {
  @f.Id('Unique identifier of the export (`vex_…`).', { required: true }) export_id!: string;
  @f.Enumeration(() => PaymentMethodExportStatus, 'Progress of the export.', {
    required: true,
    filter: true,
  })
  status!: ValueOf<typeof PaymentMethodExportStatus>;
  @f.Text('Public key that encrypts the files, as PEM.', {
    required: true,
    max: 4096,
    example: '-----BEGIN PUBLIC KEY-----\nMIIBIjANBgkqhkiG9w0BAQ…\n-----END PUBLIC KEY-----\n',
    holds: 'token',
  })
  public_key!: string;
  @f.Text(
    "SHA-256 of the public key (SPKI, DER) in hexadecimal: compare it with the receiver's value over another channel.",
    { required: true, example: 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855' },
  )
  public_key_sha256!: string;
  @f.Text('Identifier of the API key or person that requested it.', {
    required: true,
    example: 'key_01JZ5V0G7N4S8X2T6W9Y3B1C5D',
  })
  requested_by!: string;
  @f.ObjectList(() => ExportApproval, 'The approvals, oldest first.') approvals!: ExportApproval[];
  @f.Timestamp('Time until which it can be approved.', { required: true }) approve_before!: Date;
  @f.Timestamp(
    'Time at which writing starts; until then it can be stopped before any file exists. Null until it is approved.',
  )
  starts_at?: Date | null;
  @f.Text('Identifier of the person or key that stopped it; null unless stopped.', {
    example: 'per_01JZ5V0G7N4S8X2T6W9Y3B1C5D',
  })
  stopped_by?: string | null;
  @f.Integer('Rows written so far.', { required: true, min: 0, example: 1200 }) rows_done!: number;
  @f.Integer('Files written so far, numbered from 1.', { required: true, min: 0, example: 2 })
  files_done!: number;
  @f.Id('Last payment method written.', { visibility: 'nowhere' }) last_method_id?: string | null;
  @f.Timestamp('Time until which the files can be downloaded; null until all are written.')
  download_before?: Date | null;
  @f.Timestamp('Time at which it was requested.', { required: true, filter: true, sort: true })
  created_at!: Date;
}

/** A file of an export, encrypted for the receiver. It is deleted once it can no longer be downloaded. */
@Internal({
  table: 'payment_method_export_files',
  id: 'file_id',
  prefix: 'vef',
  indexes: { payment_method_export_files_by_written_at: { columns: ['written_at'] } },
})
export class PaymentMethodExportFile extends MerchantScoped {
  @f.Id("Identifier of the file: the export's identifier and the number of the file.", { required: true })
  file_id!: string;
  @f.Id('Export that the file belongs to.', { required: true }) export_id!: string;
  @f.Text('The file: a compact JWE.', { required: true, max: 64_000_000 }) content!: string;
  @f.Timestamp('Time at which it was written.', { required: true }) written_at!: Date;
  @f.Reference(() => PaymentMethodExport, 'export_id', 'Export that the file belongs to.')
  export?: PaymentMethodExport;
}
