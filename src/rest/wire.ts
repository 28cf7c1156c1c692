import type { Response } from 'express';
import { sendJson } from '../http/json.ts';
import type { Operation } from './operation.ts';

/** Writes what an operation came to, in its answer's shape. Success is always 200. */
export function writeAnswer(res: Response, operation: Operation, result: unknown): void {
  sendJson(res, 200, operation.answer.present(result));
}
