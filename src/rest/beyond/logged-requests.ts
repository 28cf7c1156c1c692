import { LoggedRequest } from '../../core/entities/logged-request.ts';
import { beyond, retrieve } from '../beyond.ts';
import { listOf } from '../lists.ts';
import { one } from '../response-shapes.ts';

export const loggedRequestsBeyond = [
  listOf(LoggedRequest, {
    id: 'listRequestLog',
    summary: 'List the request log',
    path: '/request_log',
    about:
      'Lists requests that changed something or were refused, newest first, with their content: identifiers, amounts, enumerations and times as they were sent, any other value concealed.',
  }),
  beyond({
    id: 'retrieveLoggedRequest',
    summary: 'Retrieve a request of the log',
    method: 'get',
    path: '/request_log/{log_id}',
    permission: 'events:read',
    reach: 'merchant',
    about: 'Retrieves a request of the request log.',
    response: one(LoggedRequest, 'full'),
    handle: (ctx, { path }) => retrieve(ctx, LoggedRequest, path.log_id),
  }),
];
