import { LoggedRequest } from '../entities/logged-request.ts';
import { listOperation, operationsByName, retrieveOperation } from './operation.ts';

export const loggedRequests = operationsByName({
  listRequestLog: listOperation(LoggedRequest, {
    summary: 'List the request log',
    about:
      'Lists requests that made changes or were refused, newest first, with their content: identifiers, amounts, enumerations and times are shown; all other values are concealed.',
  }),
  retrieveLoggedRequest: retrieveOperation(LoggedRequest, {
    summary: 'Retrieve a request of the log',
    about: 'Retrieves a request of the request log.',
  }),
});
