import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { stringify } from 'csv-stringify';
import type { Request, Response } from 'express';
import type { ListExport } from '../core/reads/index.ts';

/** An export, and whether its file begins with a byte order mark. */
export interface CsvExport extends ListExport {
  readonly bom: boolean;
}

/**
 * Streams an export as CSV. Rows are read only as fast as the client takes them; a client that hangs up ends the reading.
 * If reading fails halfway, the connection is broken, so that nobody takes the part for the whole.
 */
export async function sendCsv(req: Request, res: Response, found: CsvExport): Promise<void> {
  const { bom, columns, count, isExact, rows } = found;
  res.statusCode = 200;
  res.setHeader('content-type', 'text/csv; charset=utf-8; header=present');
  res.setHeader('content-disposition', `attachment; filename="${req.path.split('/').at(-1)}"`);
  res.setHeader('x-total-count', count);
  res.setHeader('x-total-count-precision', isExact ? 'exact' : 'at_least');
  if (req.method === 'HEAD') {
    await rows.return(undefined);
    res.end();
    return;
  }
  const csv = stringify({
    bom,
    header: true,
    columns: [...columns],
    // RFC 4180.
    record_delimiter: '\r\n',
    cast: { boolean: String },
    escape_formulas: true,
  });
  try {
    // The pipeline's listeners add to those of logs, limits, metrics and compression.
    res.setMaxListeners(20);
    await pipeline(Readable.from(rows), csv, res);
  } catch (error) {
    // The client disconnected, so nobody would read an error.
    if ((error as NodeJS.ErrnoException).code !== 'ERR_STREAM_PREMATURE_CLOSE') throw error;
  }
}
