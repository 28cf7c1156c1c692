import { Capture } from '../../core/entities/capture.ts';
import { beyond, retrieve } from '../beyond.ts';
import { listOf } from '../lists.ts';
import { one } from '../response-shapes.ts';

export const capturesBeyond = [
  listOf(Capture, {
    id: 'listCaptures',
    summary: 'List captures',
    path: '/captures',
    about:
      'Lists captures, oldest first: money received, by the time at which it was, with the fee and the settlement that the connector reported. Captures made together with their authorization are among them.',
  }),
  beyond({
    id: 'retrieveCapture',
    permission: 'payments:read',
    reach: 'profile',
    summary: 'Retrieve a capture',
    method: 'get',
    path: '/captures/{capture_id}',
    about: 'Retrieves a capture.',
    response: one(Capture, 'full'),
    handle: (ctx, { path }) => retrieve(ctx, Capture, path.capture_id),
  }),
];
