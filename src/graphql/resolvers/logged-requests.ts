import { loggedRequests } from '../../core/operations/logged-requests.ts';
import { queriesFor } from '../kit/queries.ts';

export const loggedRequestResolvers = [
  ...queriesFor(loggedRequests.retrieveLoggedRequest, loggedRequests.listRequestLog),
];
