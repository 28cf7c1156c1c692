import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { stringify } from 'csv-stringify';
import type { Request, Response } from 'express';
import { csvFormat, type ListExport } from '../core/reads/index.ts';
import type { ReportFile } from '../core/reports/read-report.ts';

/** An export, and whether its file begins with a byte order mark. */
export interface CsvExport extends ListExport {
  readonly bom: boolean;
}

/**
 * Streams an export, or the file of a report, as CSV. Rows are read only as fast as the client takes them; a client that
 * hangs up ends the reading. If reading fails halfway, the connection is broken, so that nobody takes the part for the
 * whole.
 */
export async function sendCsv(req: Request, res: Response, found: CsvExport | ReportFile): Promise<void> {
  const isFile = 'parts' in found;
  const name = isFile ? found.name : req.path.split('/').at(-1);
  res.statusCode = 200;
  res.setHeader('content-type', 'text/csv; charset=utf-8; header=present');
  res.setHeader('content-disposition', `attachment; filename="${name}"`);
  res.setHeader('x-total-count', isFile ? found.rows : found.count);
  res.setHeader('x-total-count-precision', isFile || found.isExact ? 'exact' : 'at_least');
  if (req.method === 'HEAD') {
    await (isFile ? found.parts : found.rows).return(undefined);
    res.end();
    return;
  }
  try {
    if (isFile) await pipeline(Readable.from(found.parts), res);
    else await pipeline(Readable.from(found.rows), written(found), res);
  } catch (error) {
    // The client disconnected, so nobody would read an error.
    if ((error as NodeJS.ErrnoException).code !== 'ERR_STREAM_PREMATURE_CLOSE') throw error;
  }
}

const written = ({ bom, columns }: CsvExport) =>
  stringify({ ...csvFormat, bom, header: true, columns: [...columns] });
