import { crc32, deflateRawSync } from 'node:zlib';

/** A cell of a workbook: a text, a number, a date, a formula with its last value, or empty. */
export type WorkbookCell =
  | string
  | number
  | null
  | { readonly date: number }
  | { readonly formula: string; readonly value: string };

interface Part {
  readonly name: string;
  readonly text: string;
  /** The declared size, if it is not that of the text. */
  readonly bytes?: number;
}

/** Escapes text for XML. */
export const xmlText = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');

const columnName = (index: number): string =>
  (index >= 26 ? columnName(Math.floor(index / 26) - 1) : '') + String.fromCharCode(65 + (index % 26));

/** A workbook of Excel (`.xlsx`) with one sheet. Texts are shared, and rows come before the texts, as Excel writes them. */
export function workbook(
  rows: readonly (readonly WorkbookCell[])[],
  changes: Record<string, string> = {},
  declared: Record<string, number> = {},
): Buffer {
  const shared: string[] = [];
  const cellOf = (cell: WorkbookCell, name: string) => {
    if (cell === null) return '';
    if (typeof cell === 'number') return `<c r="${name}"><v>${cell}</v></c>`;
    if (typeof cell === 'string') {
      shared.push(cell);
      return `<c r="${name}" t="s"><v>${shared.length - 1}</v></c>`;
    }
    if ('date' in cell) return `<c r="${name}" s="1"><v>${cell.date}</v></c>`;
    return `<c r="${name}" t="str"><f>${xmlText(cell.formula)}</f><v>${xmlText(cell.value)}</v></c>`;
  };
  const sheet = rows.map((cells, row) => {
    const written = cells.map((cell, column) => cellOf(cell, `${columnName(column)}${row + 1}`));
    return `<row r="${row + 1}">${written.join('')}</row>`;
  });
  const parts = {
    '[Content_Types].xml': '<Types/>',
    'xl/workbook.xml': `<workbook xmlns:r="r"><sheets><sheet name="One" sheetId="1" r:id="rId1"/></sheets></workbook>`,
    'xl/_rels/workbook.xml.rels':
      '<Relationships><Relationship Id="rId1" Target="worksheets/sheet1.xml"/></Relationships>',
    'xl/worksheets/sheet1.xml': `<worksheet><sheetData>${sheet.join('')}</sheetData></worksheet>`,
    'xl/styles.xml': '<styleSheet><cellXfs><xf numFmtId="0"/><xf numFmtId="14"/></cellXfs></styleSheet>',
    'xl/sharedStrings.xml': `<sst>${shared.map((text) => `<si><t>${xmlText(text)}</t></si>`).join('')}</sst>`,
    ...changes,
  };
  return zip(
    Object.entries(parts).map(([name, text]) => ({
      name,
      text: `<?xml version="1.0"?>${text}`,
      ...(name in declared ? { bytes: declared[name]! } : {}),
    })),
  );
}

/** A ZIP archive of texts. */
export function zip(parts: readonly Part[]): Buffer {
  const files: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const { bytes, name, text } of parts) {
    const content = Buffer.from(text);
    const packed = deflateRawSync(content);
    const common = Buffer.alloc(26);
    common.writeUInt16LE(20, 0);
    common.writeUInt16LE(8, 4);
    common.writeUInt32LE(crc32(content), 10);
    common.writeUInt32LE(packed.length, 14);
    common.writeUInt32LE(bytes ?? content.length, 18);
    common.writeUInt16LE(Buffer.byteLength(name), 22);
    const file = Buffer.concat([Buffer.from('PK\u0003\u0004'), common, Buffer.from(name), packed]);
    const entry = Buffer.alloc(14);
    entry.writeUInt32LE(offset, 10);
    directory.push(
      Buffer.concat([Buffer.from('PK\u0001\u0002'), Buffer.from([20, 0]), common, entry, Buffer.from(name)]),
    );
    files.push(file);
    offset += file.length;
  }
  const listed = Buffer.concat(directory);
  const end = Buffer.alloc(22);
  end.write('PK\u0005\u0006', 'latin1');
  end.writeUInt16LE(parts.length, 8);
  end.writeUInt16LE(parts.length, 10);
  end.writeUInt32LE(listed.length, 12);
  end.writeUInt32LE(offset, 16);
  return Buffer.concat([...files, listed, end]);
}
