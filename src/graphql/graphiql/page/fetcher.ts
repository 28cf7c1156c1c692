import { createGraphiQLFetcher, type Fetcher } from '@graphiql/toolkit';
import { type DocumentNode, getOperationAST, parse } from 'graphql';

/**
 * Sends operations: subscriptions over WebSocket, all others by POST. Just after a change of tabs, GraphiQL may still
 * pass the former tab's operation name, so a name that is not in the document is dropped.
 */
export function fetcherFor(endpoint: string): Fetcher {
  // Browsers cannot set headers on a WebSocket, so the tab's headers go into the connection_init message.
  const subscriptionUrl = new URL(endpoint, window.location.href);
  subscriptionUrl.protocol = subscriptionUrl.protocol.replace('http', 'ws');
  const send = createGraphiQLFetcher({ url: endpoint, subscriptionUrl: subscriptionUrl.href });
  return (params, options) => {
    const documentAST = parsed(params.query);
    if (!documentAST) return send(params, options);
    const { operationName, ...rest } = params;
    const isThere = operationName && getOperationAST(documentAST, operationName);
    return send(isThere ? params : rest, { ...options, documentAST });
  };
}

/** The parsed document; undefined if it has a syntax error, which the service reports. */
function parsed(query: string): DocumentNode | undefined {
  try {
    return parse(query);
  } catch {
    return undefined;
  }
}
