import type { IncomingMessage } from 'node:http';
import { ANSWER_KEPT_MAX } from '../entities/webhook-attempt.ts';

/** The most that is read of an answer's body, in bytes; the connection of one that goes on is closed. */
const READ_MAX = 64 * 1024;

/**
 * Reads the body of an answer to its end, or as far as anybody needs it, and answers the beginning that is kept.
 * An answer that breaks off rejects: the endpoint was not done with it.
 */
export async function readAnswer(answer: IncomingMessage): Promise<string> {
  const kept: Buffer[] = [];
  let read = 0;
  // Leaving the loop early destroys the answer and its connection.
  for await (const chunk of answer as AsyncIterable<Buffer>) {
    if (read < ANSWER_KEPT_MAX) kept.push(chunk.subarray(0, ANSWER_KEPT_MAX - read));
    read += chunk.length;
    if (read >= READ_MAX) break;
  }
  return keptText(Buffer.concat(kept));
}

/**
 * Bytes as text that can be kept: what is not UTF-8 is replaced, a character that is cut in two is dropped, and
 * so are NUL characters, which the database cannot hold.
 */
export function keptText(bytes: Uint8Array): string {
  const text = new TextDecoder().decode(bytes, { stream: true }).replaceAll('\0', '');
  // A replacement character takes more bytes than what it replaces.
  const room = new Uint8Array(ANSWER_KEPT_MAX);
  const { written } = new TextEncoder().encodeInto(text, room);
  return new TextDecoder('utf-8', { ignoreBOM: true }).decode(room.subarray(0, written));
}
