import type { Options } from 'csv-stringify';

/** How exports are written as CSV: RFC 4180. Cells that a spreadsheet would take for a formula begin with an apostrophe. */
export const csvFormat = Object.freeze({
  record_delimiter: '\r\n',
  cast: { boolean: String },
  escape_formulas: true,
}) satisfies Options;
