import { createGraphiQLFetcher, type Fetcher } from '@graphiql/toolkit';
import { type DocumentNode, getOperationAST, parse } from 'graphql';

/**
 * Sends what GraphiQL runs: subscriptions over WebSocket, everything else by POST. GraphiQL takes a moment after a
 * change of tabs to see that the operation is another one, and meanwhile would ask for the former tab's by name:
 * a name that is not in the document is left out, and the document itself says what it is.
 */
export function fetcherFor(endpoint: string): Fetcher {
  // The tab's headers, and with them its key, go along in the first message: a browser cannot set any here.
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

/** The document, unless it has a mistake: then the service says which. */
function parsed(query: string): DocumentNode | undefined {
  try {
    return parse(query);
  } catch {
    return undefined;
  }
}
