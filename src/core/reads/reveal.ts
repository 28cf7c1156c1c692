import type { Context } from '../context.ts';
import { maskFields, maskStrings } from '../masking.ts';
import type { FieldDescription, ResourceDescription } from '../model/index.ts';
import type { Row } from './row-source.ts';

function shownValue(field: FieldDescription, opened: unknown): unknown {
  if (field.masked) return maskStrings(opened);
  return field.kind === 'value' ? maskFields(opened, field.of!()) : opened;
}

/** Opens the sealed columns of rows and masks what must be: the step between ciphertext and an answer. */
export function reveal(ctx: Context, resource: ResourceDescription, rows: Row[]): Row[] {
  const sealed = resource.fields.filter((field) => field.sealed && field.shown !== 'nowhere');
  if (sealed.length === 0) return rows;
  for (const row of rows) {
    const key = resource.key.map((name) => String(row[name]));
    for (const field of sealed) {
      const box = row[field.name];
      if (!(box instanceof Uint8Array)) continue;
      const opened = ctx.vault.open(box, { table: resource.table, column: field.name, key });
      row[field.name] = shownValue(field, opened);
    }
  }
  return rows;
}
