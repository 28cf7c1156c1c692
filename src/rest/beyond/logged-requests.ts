import { loggedRequests } from '../../core/operations/logged-requests.ts';
import { listAt } from '../places/list-at.ts';
import { retrieveAt } from '../places/retrieve-at.ts';

export const loggedRequestsBeyond = [
  listAt(loggedRequests.listRequestLog, '/request_log'),
  retrieveAt(loggedRequests.retrieveLoggedRequest, '/request_log/{log_id}'),
];
