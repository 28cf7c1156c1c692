import { createGraphiQLFetcher, type Fetcher } from '@graphiql/toolkit';
import { type DocumentNode, getOperationAST, parse } from 'graphql';
import { keyHeader } from '../bar/kept-key.ts';

/**
 * Sends operations with the key of the input above the page, unless the headers editor has a key: subscriptions over
 * WebSocket, others by POST. The schema is fetched without a key, so that an invalid one does not hide it.
 *
 * Just after a change of tabs, GraphiQL may still pass the former tab's operation name, so a name that is not in the
 * document is dropped.
 */
export function fetcherFor(endpoint: string): Fetcher {
  // Browsers cannot set headers on a WebSocket, so the headers go into the connection_init message.
  const subscriptionUrl = new URL(endpoint, window.location.href);
  subscriptionUrl.protocol = subscriptionUrl.protocol.replace('http', 'ws');
  const send = createGraphiQLFetcher({ url: endpoint, subscriptionUrl: subscriptionUrl.href });
  return (params, options) => {
    const headers =
      params.operationName === 'IntrospectionQuery'
        ? {}
        : { ...(hasKey(options?.headers) ? {} : keyHeader()), ...options?.headers };
    const documentAST = parsed(params.query);
    if (!documentAST) return send(params, { ...options, headers });
    const { operationName, ...rest } = params;
    const isThere = operationName && getOperationAST(documentAST, operationName);
    return send(isThere ? params : rest, { ...options, headers, documentAST });
  };
}

/** Whether the headers editor has a key, which then replaces the input's. */
const hasKey = (headers: Readonly<Record<string, unknown>> | null | undefined): boolean =>
  Object.keys(headers ?? {}).some((name) => name.toLowerCase() === 'api-key');

/** The parsed document; undefined if it has a syntax error, which the service reports. */
function parsed(query: string): DocumentNode | undefined {
  try {
    return parse(query);
  } catch {
    return undefined;
  }
}
