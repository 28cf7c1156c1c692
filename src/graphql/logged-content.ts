import { Kind, parse, print, visit } from 'graphql';
import { LRUCache } from 'lru-cache';
import { CONCEALED } from '../core/request-log/conceal.ts';
import type { RequestContent } from '../core/request-log/log-requests.ts';

type LoggedDocument = NonNullable<RequestContent['document']>;

/** Documents are few, and repeated. */
const documents = new LRUCache<string, LoggedDocument>({ max: 500 });
const unreadable: LoggedDocument = { text: CONCEALED, aliases: new Set() };

function readDocument(query: string): LoggedDocument {
  // `id` has the merchant's own identifier in Base64.
  const aliases = new Set<string>(['id']);
  try {
    const document = visit(parse(query, { noLocation: true, maxTokens: 20_000 }), {
      Field: ({ alias }) => void (alias && aliases.add(alias.value)),
      StringValue: () => ({ kind: Kind.STRING, value: CONCEALED }),
      IntValue: () => ({ kind: Kind.STRING, value: CONCEALED }),
      FloatValue: () => ({ kind: Kind.STRING, value: CONCEALED }),
    });
    return { text: print(document), aliases };
  } catch {
    return unreadable;
  }
}

/** The logged content of a GraphQL request: its variables, and its document without the values written in it. */
export function loggedContent(request: Readonly<Record<string, unknown>>): RequestContent {
  const { query, variables } = request;
  if (typeof query !== 'string') return { body: variables };
  const document = documents.get(query) ?? readDocument(query);
  documents.set(query, document);
  return { body: variables, document };
}
