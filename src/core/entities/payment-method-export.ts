import * as f from '../model/fields.ts';
import {
  enumeration,
  Internal,
  MerchantScoped,
  Resource,
  ValueObject,
  type ValueOf,
} from '../model/index.ts';

/** The people who have to approve an export. */
export const EXPORT_APPROVALS = 2;

export const PaymentMethodExportStatus = enumeration(
  'PaymentMethodExportStatus',
  'How far an export has come.',
  {
    awaiting_approval: 'Two people have to approve it.',
    approved: 'Two people approved it. It starts at `starts_at`, unless it is stopped before.',
    processing: 'Its files are being written.',
    completed: 'Every file is written.',
    expired: 'Not approved in time. Final.',
    stopped: 'Stopped by somebody; its files are deleted. Final.',
  },
);

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

/** Payment methods with their numbers that leave, encrypted for a key that two people approved. */
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
  @f.Enumeration(() => PaymentMethodExportStatus, 'How far the export has come.', {
    required: true,
    filter: true,
  })
  status!: ValueOf<typeof PaymentMethodExportStatus>;
  @f.Text('Public key that the files are encrypted for, as PEM.', {
    required: true,
    max: 4096,
    example: '-----BEGIN PUBLIC KEY-----\nMIIBIjANBgkqhkiG9w0BAQ…\n-----END PUBLIC KEY-----\n',
    holds: 'token',
  })
  public_key!: string;
  @f.Text(
    'SHA-256 of the public key (SPKI, DER) in hexadecimal: compare it with what the receiver tells you through another channel.',
    { required: true, example: 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855' },
  )
  public_key_sha256!: string;
  @f.Text('Who asked for it: the API key or the person, by identifier.', {
    required: true,
    example: 'key_01JZ5V0G7N4S8X2T6W9Y3B1C5D',
  })
  requested_by!: string;
  @f.ObjectList(() => ExportApproval, 'The approvals, the first one first.') approvals!: ExportApproval[];
  @f.Timestamp('Time until which it can be approved.', { required: true }) approve_before!: Date;
  @f.Timestamp(
    'Time from which its files are written; until then it can be stopped before it has any. Null until it is approved.',
  )
  starts_at?: Date | null;
  @f.Text('Who stopped it, by identifier: a person or a key; null unless somebody did.', {
    example: 'per_01JZ5V0G7N4S8X2T6W9Y3B1C5D',
  })
  stopped_by?: string | null;
  @f.Integer('Rows written so far.', { required: true, min: 0, example: 1200 }) rows_done!: number;
  @f.Integer('Files written so far, numbered from 1.', { required: true, min: 0, example: 2 })
  files_done!: number;
  @f.Id('Last payment method written.', { visibility: 'nowhere' }) last_method_id?: string | null;
  @f.Timestamp('Time until which the files can be downloaded; null until the last one is written.')
  download_before?: Date | null;
  @f.Timestamp('Time at which it was asked for.', { required: true, filter: true, sort: true })
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
  @f.Id('Identifier of the file: that of the export, and its number.', { required: true }) file_id!: string;
  @f.Id('Export that it is of.', { required: true }) export_id!: string;
  @f.Text('The file: a compact JWE.', { required: true, max: 64_000_000 }) content!: string;
  @f.Timestamp('When it was written.', { required: true }) written_at!: Date;
  @f.Reference(() => PaymentMethodExport, 'export_id', 'Export that it is of.')
  export?: PaymentMethodExport;
}
