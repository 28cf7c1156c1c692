import { parse } from 'csv-parse/sync';

/** Whether a response is an export. */
export const isCsv = (headers: Headers): boolean =>
  headers.get('content-type')?.startsWith('text/csv') === true;

/** The rows of an export, by column name. */
export const csvRows = (text: string): Record<string, string>[] => parse(text, { columns: true });

/** The text of a response as JSON: an export as a list of its rows. */
export const asJsonText = (headers: Headers, text: string): string =>
  isCsv(headers) ? JSON.stringify(csvRows(text)) : text;
