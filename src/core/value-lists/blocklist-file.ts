import { ListImport } from '../entities/list-import.ts';
import type { Context } from '../foundation/context.ts';
import { notFound } from '../foundation/errors.ts';
import * as f from '../model/fields.ts';
import { enumeration, ValueObject, type ValueOf } from '../model/index.ts';
import { readOne } from '../reads/index.ts';
import type { FileForm } from './read-entries-file.ts';

export const BlocklistBatchStatus = enumeration(
  'BlocklistBatchStatus',
  'Status of a file of the blocklist.',
  {
    initiated: 'A job adds its rows.',
  },
);

@ValueObject({ about: 'The import of a file of the blocklist.' })
export class BlocklistBatch {
  @f.Id('The import: `import_id` of `GET /lists/blocklist/entries/imports/{import_id}`.', {
    required: true,
    example: 'lim_01JZ5V0G7N4S8X2T6W9Y3B1C5D',
  })
  job_id!: string;
  @f.Integer('Number of rows of the file.', { required: true, min: 0, example: 120 }) total_rows!: number;
  @f.Enumeration(() => BlocklistBatchStatus, 'Status of the file when it was accepted.', {
    required: true,
    example: 'initiated',
  })
  status!: ValueOf<typeof BlocklistBatchStatus>;
}

/** The digits of each type; a fingerprint never has only digits. */
const patterns: Readonly<Record<string, RegExp>> = {
  card_bin: /^\d{6}$/,
  extended_card_bin: /^\d{8}$/,
  fingerprint: /\D/,
};

/** The columns of the file. `metadata` is `key=value`, separated by semicolons. */
export const blocklistForm: FileForm = {
  columns: ['type', 'data', 'metadata'],
  required: 'data',
  cellsOf: ([type = '', data = '', metadata = '']) => {
    const pattern = patterns[type.toLowerCase()];
    if (!pattern) return `type must be one of ${Object.keys(patterns).join(', ')}.`;
    if (!pattern.test(data)) return 'data must be of the type that type names.';
    const pairs = metadata.split(';').map((pair) => pair.trim());
    const reason = pairs.find((pair) => pair.startsWith('reason='))?.slice('reason='.length);
    return [data, '', reason ?? metadata];
  },
};

/** The answer to a file of the blocklist. @throws {Problem} `resource_not_found`. */
export async function showBatch(ctx: Context, importId: string): Promise<BlocklistBatch> {
  const found = await readOne(ctx, ListImport, importId, ['lines_total']);
  if (!found) throw notFound('list import');
  return { job_id: importId, total_rows: found.lines_total, status: 'initiated' };
}
