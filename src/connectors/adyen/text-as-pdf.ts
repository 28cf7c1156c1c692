const LINE_MAX = 90;
const LINES_MAX = 54;

/**
 * A text as a PDF of plain pages: Adyen takes evidence as files only. The standard fonts have the letters of western
 * Europe; others become question marks, so merchants who write otherwise upload their own files.
 */
export function textAsPdf(text: string): Buffer {
  const lines = text.split(/\r\n|\r|\n/).flatMap(wrapped);
  const pages = chunks(lines.length > 0 ? lines : [''], LINES_MAX);
  const kids = pages.map((_, index) => `${4 + 2 * index} 0 R`).join(' ');
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    `<< /Type /Pages /Kids [${kids}] /Count ${pages.length} >>`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Courier /Encoding /WinAnsiEncoding >>',
    ...pages.flatMap((page, index) => pageObjects(page, 5 + 2 * index)),
  ];
  return written(objects);
}

function pageObjects(lines: readonly string[], contentId: number): [page: string, content: string] {
  const shown = lines.map((line) => `(${line.replace(/[\\()]/g, '\\$&')}) '`).join('\n');
  const content = `BT /F1 10 Tf 14 TL 40 800 Td\n${shown}\nET`;
  return [
    `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Resources << /Font << /F1 3 0 R >> >> /Contents ${contentId} 0 R >>`,
    `<< /Length ${content.length} >>\nstream\n${content}\nendstream`,
  ];
}

/** The objects with the table of their offsets. Every character is one byte. */
function written(objects: readonly string[]): Buffer {
  let body = '%PDF-1.4\n';
  const offsets = objects.map((object, index) => {
    const offset = body.length;
    body += `${index + 1} 0 obj\n${object}\nendobj\n`;
    return `${String(offset).padStart(10, '0')} 00000 n \n`;
  });
  const size = objects.length + 1;
  const table = `xref\n0 ${size}\n0000000000 65535 f \n${offsets.join('')}`;
  const trailer = `trailer\n<< /Size ${size} /Root 1 0 R >>\nstartxref\n${body.length}\n%%EOF\n`;
  return Buffer.from(body + table + trailer, 'latin1');
}

function wrapped(line: string): string[] {
  const plain = line.replace(/\t/g, '  ').replace(/[^\x20-\x7e\xa0-\xff]/g, '?');
  return plain.length === 0 ? [''] : chunks([...plain], LINE_MAX).map((part) => part.join(''));
}

function chunks<T>(items: readonly T[], size: number): T[][] {
  const count = Math.ceil(items.length / size);
  return Array.from({ length: count }, (_, index) => items.slice(index * size, (index + 1) * size));
}
