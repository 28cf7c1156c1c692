import { loggedRequests } from '../../core/operations/logged-requests.ts';
import { retrieveAt } from '../beyond.ts';
import { listAt } from '../lists.ts';

export const loggedRequestsBeyond = [
  listAt(loggedRequests.listRequestLog, '/request_log'),
  retrieveAt(loggedRequests.retrieveLoggedRequest, '/request_log/{log_id}'),
];
