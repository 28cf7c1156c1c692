import { LIST_IMPORT_MAX_BYTES, LIST_IMPORTS_AT_ONCE, ListImport } from '../core/entities/list-import.ts';
import { valueLists } from '../core/operations/value-lists.ts';
import {
  createListImport,
  discardStaged,
  type StagedEntries,
  stageEntries,
} from '../core/value-lists/stage-import.ts';
import { MULTIPART_TYPE, readFormFile } from '../http/requests/multipart-file.ts';
import type { FileUpload } from './file-upload.ts';
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

/** How files of entries are taken in: their lines are stored as they arrive. */
export const listImportUploads: FileUpload = {
  operation: listImportUpload,
  take: async (ctx, { path, req }) => {
    const staged = await stageEntries(ctx, path.list_id!, () => readFormFile(req, file));
    return { body: staged, sha256: staged.sha256, discard: () => discardStaged(ctx, staged) };
  },
  atOnce: LIST_IMPORTS_AT_ONCE,
  byType: true,
};
