import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import type { Request, RequestHandler, Response } from 'express';

/** Below this a compressed document is hardly smaller. */
const COMPRESSED_MIN_BYTES = 1024;

/** A document that is the same for every request: serialized once, compressed once, and shared by all responses. */
export class StoredDocument {
  readonly type: string;
  readonly body: Buffer;
  /** Weak, because it is the same for the compressed document. */
  readonly etag: string;
  #compressed: Promise<Buffer> | undefined;

  constructor(type: string, content: string | Buffer) {
    this.type = type;
    this.body = Buffer.from(content);
    this.etag = `W/"${createHash('sha256').update(this.body).digest('base64url').slice(0, 27)}"`;
  }

  compressed(): Promise<Buffer> {
    this.#compressed ??= promisify(gzip)(this.body);
    return this.#compressed;
  }
}

/**
 * Sends a document, or 304 to a caller who has it.
 *
 * @param cacheControl By default caches may keep it, and ask before each use whether it is still current.
 */
export async function sendDocument(
  req: Request,
  res: Response,
  document: StoredDocument,
  cacheControl = 'no-cache',
): Promise<void> {
  res.setHeader('content-type', document.type);
  res.vary('accept-encoding');
  res.setHeader('cache-control', req.method === 'POST' ? 'no-store' : cacheControl);
  if (req.method !== 'POST') res.setHeader('etag', document.etag);
  if (req.fresh) {
    res.statusCode = 304;
    res.end();
    return;
  }
  let { body } = document;
  if (body.length >= COMPRESSED_MIN_BYTES && req.acceptsEncodings('gzip') === 'gzip') {
    body = await document.compressed();
    res.setHeader('content-encoding', 'gzip');
  }
  res.setHeader('content-length', body.length);
  res.end(body);
}

/** Serves files whose paths change with their content, so that browsers may keep them for good. */
export function immutableFiles(folder: string, isServed: (name: string) => boolean): RequestHandler {
  const documents = new Map<string, StoredDocument>();
  return async (req, res, next) => {
    const name = req.path.slice(1);
    if (req.method !== 'GET' && req.method !== 'HEAD') return next();
    let document = documents.get(name);
    if (!document) {
      // Only a name that the folder lists is read: a path cannot leave it.
      const files = isServed(name) ? await readdir(folder).catch(() => []) : [];
      if (!files.includes(name)) return next();
      document = new StoredDocument(typeOf(res, name), await readFile(path.join(folder, name)));
      documents.set(name, document);
    }
    await sendDocument(req, res, document, 'public, max-age=31536000, immutable');
  };
}

/** The content type that Express knows for a file's extension. */
function typeOf(res: Response, name: string): string {
  res.type(path.extname(name));
  return String(res.getHeader('content-type'));
}
