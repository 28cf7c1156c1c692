type Json = null | boolean | number | string | readonly Json[] | { readonly [name: string]: Json };

/**
 * A part of the OpenAPI document with each reference replaced by its target, in place of Swagger UI's own resolver,
 * which parses the whole document for every opened operation and takes seconds. Here all references are within the document,
 * and a reference to an enclosing part stays unresolved.
 */
export function resolveSubtree(document: Json, path: readonly string[]): { spec: Json; errors: [] } {
  return { spec: resolve(document, path.reduce(memberOf, document), []), errors: [] };
}

function resolve(document: Json, value: Json, within: readonly string[]): Json {
  if (value === null || typeof value !== 'object') return value;
  if (isArray(value)) return value.map((item) => resolve(document, item, within));
  const { $ref, ...others } = value;
  if (typeof $ref === 'string' && !within.includes($ref)) {
    const target = $ref.split('/').slice(1).map(unescaped).reduce(memberOf, document);
    const resolved = resolve(document, target, [...within, $ref]);
    // Swagger UI names schemas by `$$ref`.
    return { ...(resolved as object), ...(resolve(document, others, within) as object), $$ref: $ref };
  }
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => [name, resolve(document, member, within)]),
  );
}

const isArray: (value: Json) => value is readonly Json[] = Array.isArray;

/** A member of an object or array; null if absent. */
function memberOf(parent: Json, name: string): Json {
  return (parent as { readonly [name: string]: Json } | null)?.[name] ?? null;
}

/** A name in a JSON pointer, RFC 6901. */
const unescaped = (name: string) => name.replaceAll('~1', '/').replaceAll('~0', '~');
