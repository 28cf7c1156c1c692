import type { Context } from '../foundation/context.ts';
import type { Row } from '../foundation/row-source.ts';
import type { FieldDescription, ResourceDescription } from '../model/index.ts';
import { maskFields, maskStrings } from '../model/masking.ts';

function masked(field: FieldDescription, value: unknown): unknown {
  if (field.masked) return maskStrings(value);
  return field.kind === 'object' ? maskFields(value, field.of!()) : value;
}

/** Decrypts the encrypted columns of rows, in place, and masks secrets: rows are ready for a response. */
export function reveal(ctx: Context, resource: ResourceDescription, rows: Row[]): Row[] {
  return decryptRows(ctx, resource, rows, masked);
}

/** Decrypts the encrypted columns of rows, in place, without masking: for internal use, never for a response. */
export function revealUnmasked(ctx: Context, resource: ResourceDescription, rows: Row[]): Row[] {
  return decryptRows(ctx, resource, rows, (_field, value) => value);
}

function decryptRows(
  ctx: Context,
  resource: ResourceDescription,
  rows: Row[],
  transform: (field: FieldDescription, value: unknown) => unknown,
): Row[] {
  const encrypted = resource.fields.filter((field) => field.encrypted && field.visibility !== 'nowhere');
  if (encrypted.length === 0) return rows;
  for (const row of rows) {
    const key = resource.key.map((name) => String(row[name]));
    for (const field of encrypted) {
      const ciphertext = row[field.name];
      if (!(ciphertext instanceof Uint8Array)) continue;
      const value = ctx.encryption.decrypt(ciphertext, { table: resource.table, column: field.name, key });
      row[field.name] = transform(field, value);
    }
  }
  return rows;
}
