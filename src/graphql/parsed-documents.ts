import type { DocumentNode } from 'graphql';
import { LRUCache } from 'lru-cache';

/**
 * Characters of cached documents. A parsed document takes V8 some seventy times its length; its cost, selections and
 * statements are cached with it.
 */
const CHARACTERS_MAX = 256 * 1024;

/** Apollo's interface to a store of valid documents, by the hash of their text. */
export interface ParsedDocuments {
  get(key: string): Promise<DocumentNode | undefined>;
  set(key: string, document: DocumentNode): Promise<void>;
  delete(key: string): Promise<boolean>;
}

/**
 * Keeps the most recently used documents, limited by the length of their texts. Apollo's own store counts their JSON, a
 * quarter of their memory.
 */
export function parsedDocuments(charactersMax: number = CHARACTERS_MAX): ParsedDocuments {
  const documents = new LRUCache<string, DocumentNode>({
    maxSize: charactersMax,
    sizeCalculation: ({ loc }) => Math.max(1, loc?.source.body.length ?? 0),
  });
  return {
    get: async (key) => documents.get(key),
    set: async (key, document) => void documents.set(key, document),
    delete: async (key) => documents.delete(key),
  };
}
