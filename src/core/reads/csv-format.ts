import type { Options } from 'csv-stringify';

/** CSV format of exports: RFC 4180. Cells that a spreadsheet would read as a formula begin with an apostrophe. */
export const csvFormat = Object.freeze({
  record_delimiter: '\r\n',
  cast: { boolean: String },
  escape_formulas: true,
}) satisfies Options;
