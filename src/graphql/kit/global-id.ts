import { invalidParameter } from '../../core/foundation/errors.ts';
import { allResources, type ResourceDescription } from '../../core/model/index.ts';
import type { Key, Row } from '../../core/reads/index.ts';

/** Which object a global identifier names. */
export interface GlobalKey extends Key {
  readonly resource: ResourceDescription;
}

/**
 * The global identifier of a row: its type, its merchant if it belongs to one, and its own identifier. Merchants may
 * choose identifiers, so a customer and a payment may have the same, and so may two merchants' customers. A client's
 * cache needs a unique identifier.
 */
export function globalId({ id, owned, target }: ResourceDescription, row: Row): string {
  const key = owned ? [target.name, row.merchant_id, row[id]] : [target.name, row[id]];
  return Buffer.from(JSON.stringify(key)).toString('base64url');
}

/** @throws {Problem} `invalid_parameter` for anything but a global identifier of this schema. */
export function readGlobalId(text: string, param: string): GlobalKey {
  const [typeName, ...key] = parsed(text);
  const resource = allResources().find(({ target }) => target.name === typeName);
  const isKey = key.every((part) => typeof part === 'string' && !part.includes('\0'));
  if (!resource || !isKey || key.length !== (resource.owned ? 2 : 1)) {
    throw invalidParameter(
      param,
      `${param} must be a global identifier, which the field \`id\` of an object shows.`,
    );
  }
  const [merchantId, id] = resource.owned ? (key as [string, string]) : [null, key[0] as string];
  return { resource, merchantId, id };
}

function parsed(text: string): unknown[] {
  try {
    const value: unknown = JSON.parse(Buffer.from(text, 'base64url').toString('utf8'));
    return Array.isArray(value) ? value : [];
  } catch {
    return [];
  }
}
