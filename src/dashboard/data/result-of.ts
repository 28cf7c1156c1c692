import type { TypedDocumentNode } from '@apollo/client';

/** The result type of a document. */
export type ResultOf<Document> =
  Document extends TypedDocumentNode<infer Result, infer _Variables> ? Result : never;
