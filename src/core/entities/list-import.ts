import * as f from '../model/fields.ts';
import {
  enumeration,
  Internal,
  MerchantScoped,
  Resource,
  ValueObject,
  type ValueOf,
} from '../model/index.ts';

/** Most lines of an import, without the header. */
export const LIST_IMPORT_LINES_MAX = 1_000_000;
/** Largest file of an import, in bytes. */
export const LIST_IMPORT_MAX_BYTES = 128 * 1024 * 1024;
/** Files of lists that a process takes in at once. */
export const LIST_IMPORTS_AT_ONCE = 2;
/** Refused lines that an import shows; all of them are a list. */
export const REFUSED_SHOWN = 20;

export const ListImportStatus = enumeration('ListImportStatus', 'Status of an import of list entries.', {
  pending: 'No line has been read yet.',
  running: 'Lines remain to be read; the counts are of those before.',
  succeeded: 'Every line was added or refused. Final.',
  failed: 'The rest of the file could not be read; see `failure_reason`. Final.',
});

@ValueObject({ about: 'A line of a file that was refused.' })
export class RefusedListLine {
  @f.Integer('Line of the file, from 1; the header is line 1.', {
    required: true,
    min: 1,
    example: 17,
  })
  line!: number;
  @f.Text('Reason, without the value.', {
    required: true,
    holds: 'message',
    example: 'value must be the first 6 to 8 digits of card numbers.',
  })
  reason!: string;
}

const lines = { required: true, min: 0, maximum: LIST_IMPORT_LINES_MAX } as const;

/** An import of entries into a list, from one file. */
@Resource({
  table: 'list_imports',
  id: 'import_id',
  prefix: 'lim',
  about: 'An import of entries into a list: a CSV file of up to 1 000 000 lines, with its progress.',
  order: 'created_at',
  from: 'newest',
  reads: 'settings:read',
  reach: 'shared',
  audited: { shows: 'figures' },
  indexes: {
    list_imports_due: { columns: ['created_at'], where: "status in ('pending', 'running')" },
  },
})
export class ListImport extends MerchantScoped {
  @f.Id('Unique identifier of the import (`lim_…`).', { required: true }) import_id!: string;
  @f.Id('List that gets the entries.', { required: true, filter: true }) list_id!: string;
  @f.Enumeration(() => ListImportStatus, 'Status of the import.', {
    required: true,
    checked: true,
    filter: true,
    example: 'succeeded',
  })
  status!: ValueOf<typeof ListImportStatus>;
  @f.Integer('Part of the file that was read, in percent.', {
    required: true,
    min: 0,
    maximum: 100,
    example: 100,
  })
  progress!: number;
  @f.Integer('Lines of the file, without the header and empty lines.', { ...lines, example: 1_200 })
  lines_total!: number;
  @f.Integer('Lines read so far.', { ...lines, example: 1_200 }) lines_read!: number;
  @f.Integer('Lines whose value the list did not have.', { ...lines, example: 1_180 }) lines_added!: number;
  @f.Integer(
    'Lines whose value the list had, or an earlier line: the entry got the expiry and, if given, the reason of the line.',
    { ...lines, example: 17 },
  )
  lines_known!: number;
  @f.Integer('Refused lines.', { ...lines, example: 3 }) lines_refused!: number;
  @f.ObjectList(() => RefusedListLine, `The first ${REFUSED_SHOWN} refused lines.`, {
    max: REFUSED_SHOWN,
    example: [],
  })
  refused!: RefusedListLine[];
  @f.Text('Reason for the failure; null unless failed.', { holds: 'message' }) failure_reason?: string | null;
  @f.Timestamp('Time at which the file was accepted.', { required: true, filter: true, sort: true })
  created_at!: Date;
  @f.Timestamp('Time at which it succeeded or failed; null before.') ended_at?: Date | null;
}

/** A refused line of an import. */
@Resource({
  table: 'list_import_refusals',
  id: 'refusal_id',
  prefix: 'lir',
  about: 'A refused line of an import of list entries, without its value. Kept for 90 days.',
  order: 'created_at',
  from: 'oldest',
  reads: 'settings:read',
  reach: 'shared',
  // A job deletes the refusals of a deleted list in batches.
  unconstrained: ['import'],
  indexes: { list_import_refusals_by_list_id: { columns: ['merchant_id', 'list_id'] } },
})
export class ListImportRefusal extends MerchantScoped {
  @f.Id("Unique identifier: the import's identifier and the number of the line.", {
    required: true,
    example: 'lim_01JZ5V0G7N4S8X2T6W9Y3B1C5D_0000017',
  })
  refusal_id!: string;
  @f.Id('Import of the line.', { required: true, filter: true }) import_id!: string;
  @f.Id('List of the import.', { required: true, visibility: 'nowhere' }) list_id!: string;
  @f.Integer('Line of the file, from 1; the header is line 1.', {
    required: true,
    min: 1,
    example: 17,
  })
  line!: number;
  @f.Text('Reason, without the value.', {
    required: true,
    max: f.ERROR_MESSAGE_MAX,
    holds: 'message',
    example: 'value must be the first 6 to 8 digits of card numbers.',
  })
  reason!: string;
  @f.Timestamp('Time at which the line was read.', { required: true }) created_at!: Date;
  @f.Reference(() => ListImport, 'import_id', 'Import of the line.', { visibility: 'nowhere' })
  import?: ListImport;
}

/** Longest JSON of a batch of lines, in characters. */
const BATCH_CHARACTERS_MAX = 1_000_000;

/**
 * Lines of an uploaded file that are not in the list yet. The transaction that adds them deletes them. They are stored
 * before their import, which the upload creates at its end.
 */
@Internal({
  table: 'list_import_batches',
  id: 'batch_id',
  prefix: 'lib',
  indexes: {
    list_import_batches_in_order: { columns: ['merchant_id', 'import_id', 'first_line'] },
    list_import_batches_by_list_id: { columns: ['merchant_id', 'list_id'] },
    list_import_batches_by_created_at: { columns: ['created_at'] },
  },
})
export class ListImportBatch extends MerchantScoped {
  @f.Id('Identifier of the batch.', { required: true }) batch_id!: string;
  @f.Id('Import that the batch belongs to.', { required: true }) import_id!: string;
  @f.Id('List of the import.', { required: true }) list_id!: string;
  @f.Integer('Line of its first row.', { required: true, min: 1 }) first_line!: number;
  @f.Text('The rows, each with its line.', { required: true, encrypted: true, max: BATCH_CHARACTERS_MAX })
  rows!: Buffer;
  @f.Timestamp('Time of the upload.', { required: true }) created_at!: Date;
}

/** A deleted list whose entries are still to be deleted. */
@Internal({ table: 'deleted_lists', id: 'list_id', order: 'deleted_at' })
export class DeletedList extends MerchantScoped {
  @f.Id('Identifier of the list.', { required: true }) list_id!: string;
  @f.Timestamp('Time of its deletion.', { required: true }) deleted_at!: Date;
}
