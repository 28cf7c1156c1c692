import { ApolloClient, ApolloLink, HttpLink, InMemoryCache } from '@apollo/client';
import { ErrorLink } from '@apollo/client/link/error';
import { GraphQLWsLink } from '@apollo/client/link/subscriptions';
import { relayStylePagination } from '@apollo/client/utilities';
import { OperationTypeNode } from 'graphql';
import { createClient } from 'graphql-ws';
import { onceEach } from '../data/idempotency.ts';
import { problemOf } from '../data/problem.ts';
import { connectionParams, merchantHeader } from './credentials.ts';

/** Lists with "Load more". Other lists show one page at a time, with its cursor in the URL. */
const growing = { keyArgs: ['filter', 'orderBy', 'merchantId'] as const };

const cache = () =>
  new InMemoryCache({
    typePolicies: {
      Query: {
        fields: {
          events: relayStylePagination([...growing.keyArgs]),
          settlementLines: relayStylePagination([...growing.keyArgs]),
          auditLog: relayStylePagination([...growing.keyArgs]),
          viewer: { merge: true },
        },
      },
      Viewer: { keyFields: [] },
    },
  });

/** A GraphQL client for one merchant account, over HTTP, and over one WebSocket for live updates. */
export interface Connection {
  readonly client: ApolloClient;
  close(): void;
}

/**
 * @param merchantId The merchant account that requests act in; null until one is chosen.
 * @param onSignedOut Called when the service no longer knows the session.
 */
export function connect(merchantId: string | null, onSignedOut: () => void): Connection {
  const socket = createClient({
    url: new URL('/graphql', window.location.href.replace(/^http/, 'ws')).href,
    connectionParams: () => connectionParams(merchantId),
    lazyCloseTimeout: 5_000,
    // Retry as long as the page is open: a laptop may sleep for a night.
    retryAttempts: Number.POSITIVE_INFINITY,
    shouldRetry: () => true,
  });
  const http = new HttpLink({
    uri: '/graphql',
    credentials: 'same-origin',
    headers: { ...merchantHeader(merchantId), accept: 'application/graphql-response+json, application/json' },
  });
  const signedOut = new ErrorLink(({ error }) => {
    if (problemOf(error).status === 401) onSignedOut();
  });
  const client = new ApolloClient({
    cache: cache(),
    // A page that opens again shows what it knows at once, and what changed since on other pages or by others.
    defaultOptions: { watchQuery: { fetchPolicy: 'cache-and-network' } },
    link: ApolloLink.from([
      signedOut,
      onceEach(),
      ApolloLink.split(
        ({ operationType }) => operationType === OperationTypeNode.SUBSCRIPTION,
        new GraphQLWsLink(socket),
        http,
      ),
    ]),
  });
  return {
    client,
    close: () => {
      client.stop();
      void socket.dispose();
    },
  };
}
