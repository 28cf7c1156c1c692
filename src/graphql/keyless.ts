import type { RequestHandler } from 'express';
import { LRUCache } from 'lru-cache';
import { Problem } from '../core/foundation/errors.ts';
import { StoredDocument, sendDocument } from '../http/pages/stored-document.ts';
import { isIntrospection } from './kit/introspection-limits.ts';

/** Answers kept: the whole schema takes some 700 KB. */
const ANSWERS_MAX_BYTES = 8 * 1024 * 1024;

/**
 * Lets a request without a key introspect, so that tools can show the schema, and nothing else: of any other document
 * nothing is validated, coerced or compiled. The schema does not change, so an answer is computed once.
 *
 * @param allowed Whether introspection without a key is switched on.
 */
export function keylessIntrospection(allowed: boolean): RequestHandler {
  const answers = new LRUCache<string, StoredDocument>({
    maxSize: ANSWERS_MAX_BYTES,
    sizeCalculation: ({ body }, key) => body.length + key.length,
  });
  return (req, res, next) => {
    if (res.locals.ctx !== undefined) return next();
    const isPost = req.method === 'POST';
    const request = ((isPost ? req.body : req.query) ?? {}) as Record<string, unknown>;
    const { query, operationName, variables } = request;
    if (!allowed || typeof query !== 'string' || !isIntrospection(query)) throw keyRequired(allowed);
    // A GET has to pass the check against pages of other origins, which comes later.
    if (!isPost || request.extensions !== undefined) return next();

    const key = JSON.stringify([req.get('accept') ?? null, query, operationName, variables]);
    const known = answers.get(key);
    if (known) return void sendDocument(req, res, known).catch(next);
    const send = res.send.bind(res);
    res.send = (body: unknown) => {
      if (res.statusCode === 200 && typeof body === 'string') {
        answers.set(key, new StoredDocument(String(res.getHeader('content-type')), body));
      }
      return send(body);
    };
    next();
  };
}

const keyRequired = (introspects: boolean) =>
  new Problem(
    'invalid_api_key',
    introspects
      ? 'Send an API key in the header api-key. Without one, only introspection is answered.'
      : 'Send an API key in the header api-key.',
  );
