import type { Request } from 'express';
import { LIST_IMPORT_MAX_BYTES, LIST_IMPORTS_AT_ONCE, ListImport } from '../core/entities/list-import.ts';
import { BLOCKLIST } from '../core/entities/values/list-values.ts';
import type { Context } from '../core/foundation/context.ts';
import { blocklist } from '../core/operations/blocklist.ts';
import { valueLists } from '../core/operations/value-lists.ts';
import { BlocklistBatch, blocklistForm, showBatch } from '../core/value-lists/blocklist-file.ts';
import type { FileForm } from '../core/value-lists/read-entries-file.ts';
import {
  createListImport,
  discardStaged,
  type StagedEntries,
  stageEntries,
} from '../core/value-lists/stage-import.ts';
import { MULTIPART_TYPE, readFormFile } from '../http/requests/multipart-file.ts';
import type { FileUpload, TakenFile } from './file-upload.ts';
import { handleAt } from './places/handle-at.ts';
import { retrieve } from './places/retrieve-at.ts';
import { one } from './response-shapes.ts';

/** The upload of a file of entries of a list. */
export const listImportUpload = handleAt(valueLists.importListEntries, {
  method: 'post',
  path: '/lists/{list_id}/entries/imports',
  files: [MULTIPART_TYPE],
  response: one(ListImport, 'full'),
  replay: (ctx, _path, importId) => retrieve(ctx, ListImport, importId!),
  handle: async (ctx, { body }) =>
    retrieve(ctx, ListImport, await createListImport(ctx, body as StagedEntries)),
});

const file = {
  name: 'file',
  maxBytes: LIST_IMPORT_MAX_BYTES,
  maxText: `${LIST_IMPORT_MAX_BYTES / 1024 / 1024} MiB. Split it, and import each part`,
};

/** The upload of a file of the blocklist. */
export const blocklistUpload = handleAt(blocklist.importBlocklist, {
  method: 'post',
  path: '/blocklist/batch',
  files: [MULTIPART_TYPE],
  response: one(BlocklistBatch, 'full'),
  replay: (ctx, _path, importId) => showBatch(ctx, importId!),
  handle: async (ctx, { body }) => showBatch(ctx, await createListImport(ctx, body as StagedEntries)),
});

/** How files of the blocklist are taken in. */
export const blocklistUploads: FileUpload = {
  operation: blocklistUpload,
  take: (ctx, { req }) => staged(ctx, req, BLOCKLIST, blocklistForm),
  atOnce: LIST_IMPORTS_AT_ONCE,
  byType: true,
};

/** How files of entries are taken in: their lines are stored as they arrive. */
export const listImportUploads: FileUpload = {
  operation: listImportUpload,
  take: (ctx, { path, req }) => staged(ctx, req, path.list_id!),
  atOnce: LIST_IMPORTS_AT_ONCE,
  byType: true,
};

async function staged(ctx: Context, req: Request, listId: string, form?: FileForm): Promise<TakenFile> {
  const body = await stageEntries(ctx, listId, () => readFormFile(req, file), form);
  return { body, claimed: { sha256: body.sha256 }, discard: () => discardStaged(ctx, body) };
}
