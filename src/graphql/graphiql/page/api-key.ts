import { tryParseJSONC } from '@graphiql/react';

export const blankApiKeyHeaders = '{"api-key": ""}';

/** The `api-key` in the headers editor's text; undefined if it has none or is not valid JSON yet. */
export function readApiKey(headersText: string): string | undefined {
  const apiKey = parseHeaders(headersText)?.['api-key'];
  return typeof apiKey === 'string' ? apiKey.trim() : undefined;
}

export function withApiKey(headersText: string, apiKey: string): string {
  return JSON.stringify({ ...parseHeaders(headersText), 'api-key': apiKey }, null, 2);
}

function parseHeaders(headersText: string): Record<string, unknown> | undefined {
  try {
    return tryParseJSONC(headersText);
  } catch {
    return undefined;
  }
}
