import { type SaxesAttributeNS, SaxesParser, type SaxesTagNS } from 'saxes';
import { invalidParameter } from '../../foundation/errors.ts';

/** Maximum length of a document part without a tag, in characters. */
const TEXT_MAX = 1024 * 1024;
const DEPTH_MAX = 64;

/** What a document consists of. Names are without their prefix. */
export interface XmlHandlers {
  readonly open: (name: string, attributes: Readonly<Record<string, string>>, line: number) => void;
  /** The end of an element, with its text. */
  readonly close: (name: string, text: string) => void;
}

/**
 * Reads an XML document in pieces. Memory holds one element's text. Document types, and with them entities, are refused.
 *
 * @returns Yields after each piece, when the handlers have been called for it.
 * @throws {Problem} `invalid_parameter`, which names `what`.
 */
export async function* readXml(
  texts: AsyncIterable<string>,
  handlers: XmlHandlers,
  what: string,
): AsyncGenerator<void> {
  const parser = new SaxesParser({ xmlns: true, position: true });
  const fail = (why: string) => {
    throw invalidParameter('file', `${what} ${why}.`);
  };
  let text = '';
  let sinceTag = 0;
  let depth = 0;
  // Its messages quote the document.
  parser.on('error', () => fail('is not well-formed XML, or is truncated: nothing of it counts'));
  parser.on('doctype', () => fail('has a document type, which is refused'));
  parser.on('text', (piece) => {
    text += piece;
  });
  parser.on('cdata', (piece) => {
    text += piece;
  });
  parser.on('opentag', (tag) => {
    const { attributes, local } = tag as SaxesTagNS;
    text = '';
    sinceTag = 0;
    depth += 1;
    if (depth > DEPTH_MAX) fail(`nests more than ${DEPTH_MAX} elements`);
    handlers.open(local, valuesOf(attributes), parser.line);
  });
  parser.on('closetag', (tag) => {
    handlers.close((tag as SaxesTagNS).local, text);
    text = '';
    sinceTag = 0;
    depth -= 1;
  });
  for await (const piece of texts) {
    sinceTag += piece.length;
    parser.write(piece);
    if (sinceTag > TEXT_MAX) fail('has a text that is too long');
    yield;
  }
  parser.close();
  yield;
}

const valuesOf = (attributes: Readonly<Record<string, SaxesAttributeNS>>): Record<string, string> =>
  Object.fromEntries(Object.values(attributes).map(({ local, value }) => [local, value]));
