import type { TypedDocumentNode } from '@apollo/client';

/** What a document answers. */
export type ResultOf<Document> =
  Document extends TypedDocumentNode<infer Result, infer _Variables> ? Result : never;
