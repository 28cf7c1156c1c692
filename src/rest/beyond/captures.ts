import { payments } from '../../core/operations/payments.ts';
import { listAt } from '../places/list-at.ts';
import { retrieveAt } from '../places/retrieve-at.ts';

export const capturesBeyond = [
  listAt(payments.listCaptures, '/captures'),
  retrieveAt(payments.retrieveCapture, '/captures/{capture_id}'),
];
