import type { Context } from '../foundation/context.ts';
import type { Row } from '../foundation/row-source.ts';
import type { FieldDescription, ResourceDescription } from '../model/index.ts';
import { maskFields, maskStrings } from '../model/masking.ts';

function shownValue(field: FieldDescription, opened: unknown): unknown {
  if (field.masked) return maskStrings(opened);
  return field.kind === 'object' ? maskFields(opened, field.of!()) : opened;
}

/** Opens the sealed columns of rows and masks what must be: the step between ciphertext and an answer. */
export function reveal(ctx: Context, resource: ResourceDescription, rows: Row[]): Row[] {
  return opened(ctx, resource, rows, shownValue);
}

/** Opens the sealed columns of rows: what comes of it is for the service's own use, never for an answer. */
export function unseal(ctx: Context, resource: ResourceDescription, rows: Row[]): Row[] {
  return opened(ctx, resource, rows, (_field, value) => value);
}

function opened(
  ctx: Context,
  resource: ResourceDescription,
  rows: Row[],
  made: (field: FieldDescription, value: unknown) => unknown,
): Row[] {
  const sealed = resource.fields.filter((field) => field.encrypted && field.visibility !== 'nowhere');
  if (sealed.length === 0) return rows;
  for (const row of rows) {
    const key = resource.key.map((name) => String(row[name]));
    for (const field of sealed) {
      const box = row[field.name];
      if (!(box instanceof Uint8Array)) continue;
      const value = ctx.encryption.decrypt(box, { table: resource.table, column: field.name, key });
      row[field.name] = made(field, value);
    }
  }
  return rows;
}
