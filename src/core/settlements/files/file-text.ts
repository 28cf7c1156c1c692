import { invalidParameter } from '../../foundation/errors.ts';

const NEWLINE = 0x0a;

/**
 * Decodes a file in UTF-8, with or without a byte order mark, piece by piece.
 *
 * @throws {Problem} `invalid_parameter` for another encoding, which it names: UTF-16, or Latin-1 with the first line that
 *   has such a character.
 */
export async function* utf8Text(source: AsyncIterable<Buffer>): AsyncGenerator<string> {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  let line = 1;
  let isFirst = true;
  const decode = (piece?: Buffer) => {
    try {
      return piece ? decoder.decode(piece, { stream: true }) : decoder.decode();
    } catch {
      throw notUtf8(line + linesBeforeFault(piece ?? Buffer.alloc(0)));
    }
  };
  for await (const piece of source) {
    if (isFirst && isUtf16(piece)) throw utf16();
    isFirst = false;
    if (piece.includes(0)) throw utf16();
    const text = decode(piece);
    line += countOf(piece, NEWLINE);
    if (text !== '') yield text;
  }
  const rest = decode();
  if (rest !== '') yield rest;
}

const isUtf16 = (piece: Buffer) =>
  piece.length >= 2 && ((piece[0] === 0xff && piece[1] === 0xfe) || (piece[0] === 0xfe && piece[1] === 0xff));

const utf16 = () =>
  invalidParameter('file', 'file is in UTF-16, or is no text: save it as CSV in UTF-8, and upload it again.');

const notUtf8 = (line: number) =>
  invalidParameter(
    'file',
    `file is not in UTF-8: line ${line} has a character of Latin-1 (ISO 8859-1, Windows-1252) or of another encoding. Save it as CSV in UTF-8, and upload it again.`,
  );

function countOf(piece: Buffer, byte: number): number {
  let count = 0;
  for (let at = piece.indexOf(byte); at >= 0; at = piece.indexOf(byte, at + 1)) count += 1;
  return count;
}

/** The number of line breaks in a piece before the line that is not UTF-8. */
function linesBeforeFault(piece: Buffer): number {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  let lines = 0;
  for (let start = 0; start < piece.length; ) {
    const newline = piece.indexOf(NEWLINE, start);
    const end = newline < 0 ? piece.length : newline + 1;
    try {
      // The first line of a piece may begin within a character.
      decoder.decode(start === 0 ? withoutContinuation(piece.subarray(0, end)) : piece.subarray(start, end));
    } catch {
      return lines;
    }
    lines += 1;
    start = end;
  }
  return 0;
}

/** A piece without the rest of a character whose start the piece before has. */
function withoutContinuation(piece: Buffer): Buffer {
  let start = 0;
  while (start < 3 && start < piece.length && (piece[start]! & 0xc0) === 0x80) start += 1;
  return piece.subarray(start);
}
