import { payments } from '../../core/operations/payments.ts';
import { retrieveAt } from '../beyond.ts';
import { listAt } from '../lists.ts';

export const capturesBeyond = [
  listAt(payments.listCaptures, '/captures'),
  retrieveAt(payments.retrieveCapture, '/captures/{capture_id}'),
];
