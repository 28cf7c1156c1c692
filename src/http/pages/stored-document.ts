import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import type { Request, RequestHandler, Response } from 'express';

/** Below this a compressed document is hardly smaller. */
const COMPRESSED_MIN_BYTES = 1024;

/** A constant document: serialized once, compressed once, and shared by all responses. */
export class StoredDocument {
  readonly type: string;
  readonly body: Buffer;
  /** Weak, because the compressed document shares it. */
  readonly etag: string;
  /** The body precompressed with Brotli, if available. */
  readonly brotli: Buffer | undefined;
  #gzipped: Promise<Buffer> | undefined;

  constructor(type: string, content: string | Buffer, brotli?: Buffer) {
    this.type = type;
    this.body = Buffer.from(content);
    this.brotli = brotli;
    this.etag = `W/"${createHash('sha256').update(this.body).digest('base64url').slice(0, 27)}"`;
  }

  gzipped(): Promise<Buffer> {
    this.#gzipped ??= promisify(gzip)(this.body);
    return this.#gzipped;
  }
}

/**
 * Sends a document, or 304 if the client already has it.
 *
 * @param cacheControl By default, caches may store it and revalidate before each use.
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
  const { brotli } = document;
  if (brotli && req.acceptsEncodings('br')) {
    body = brotli;
    res.setHeader('content-encoding', 'br');
  } else if (body.length >= COMPRESSED_MIN_BYTES && req.acceptsEncodings('gzip')) {
    body = await document.gzipped();
    res.setHeader('content-encoding', 'gzip');
  }
  res.setHeader('content-length', body.length);
  res.end(body);
}

/** File name extensions of the compressed form beside a file. */
export const COMPRESSED_SUFFIX = '.br';

/**
 * Serves files whose paths change with their content, so that browsers may cache them forever. A file may have a compressed
 * form beside it.
 */
export function immutableFiles(folder: string): RequestHandler {
  const documents = new Map<string, StoredDocument>();
  return async (req, res, next) => {
    const name = req.path.slice(1);
    if (req.method !== 'GET' && req.method !== 'HEAD') return next();
    let document = documents.get(name);
    if (!document) {
      // Only listed names are read, so a path cannot leave the folder.
      const files: string[] = await readdir(folder).catch(() => []);
      if (!files.includes(name) || name.endsWith(COMPRESSED_SUFFIX)) return next();
      const read = (file: string) => readFile(path.join(folder, file));
      const compressed = name + COMPRESSED_SUFFIX;
      const brotli = files.includes(compressed) ? await read(compressed) : undefined;
      document = new StoredDocument(typeOf(res, name), await read(name), brotli);
      documents.set(name, document);
    }
    if (isPartOfPage(name)) {
      // Scripts of other pages do not read these headers either.
      for (const header of [...documentHeaders, 'access-control-expose-headers']) res.removeHeader(header);
    }
    await sendDocument(req, res, document, 'public, max-age=31536000, immutable');
  };
}

/**
 * The headers that browsers read only for documents and workers. A page loads dozens of scripts, and the headers could be as
 * large as a script.
 */
export const documentHeaders: readonly string[] = [
  'content-security-policy',
  'reporting-endpoints',
  'permissions-policy',
  'referrer-policy',
  'x-frame-options',
  'x-xss-protection',
  'x-dns-prefetch-control',
  'x-download-options',
  'x-permitted-cross-domain-policies',
  'cross-origin-opener-policy',
  'origin-agent-cluster',
];

/** Whether a file is always part of a page: neither a document, such as an SVG, nor a worker with its own policy. */
export const isPartOfPage = (name: string): boolean =>
  /\.(js|css|woff2|png)$/.test(name) && !/worker/i.test(name);

/** Express's content type for a file's extension. */
function typeOf(res: Response, name: string): string {
  res.type(path.extname(name));
  return String(res.getHeader('content-type'));
}
