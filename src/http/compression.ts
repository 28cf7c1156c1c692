import { constants } from 'node:zlib';
import compression from 'compression';
import type { RequestHandler } from 'express';

/** Below this a compressed response is hardly smaller, in bytes. */
const COMPRESSED_MIN_BYTES = 1024;

/**
 * Compresses responses of 1 KiB and more for callers who accept it. They are made for one request, so the fastest level
 * is used: most of what there is to gain, for a millisecond on a full page. Stored documents arrive compressed already
 * and are left alone, and an event stream must not wait for a buffer to fill.
 *
 * That a response holds a secret beside what the caller sent is safe here: nobody can make a browser send the key.
 */
const compress = compression({
  threshold: COMPRESSED_MIN_BYTES,
  level: constants.Z_BEST_SPEED,
  brotli: { params: { [constants.BROTLI_PARAM_QUALITY]: 1 } },
  filter: (req, res) =>
    !String(res.getHeader('content-type')).startsWith('text/event-stream') && compression.filter(req, res),
});

/** Passes on those who accept nothing but plain answers, as most servers' clients do: the rest would cost them all the same. */
export const compressResponses: RequestHandler = (req, res, next) =>
  req.headers['accept-encoding'] === undefined ? next() : compress(req, res, next);
