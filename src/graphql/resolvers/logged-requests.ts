import { LoggedRequest } from '../../core/entities/logged-request.ts';
import { queriesOf } from '../kit/queries.ts';

export const loggedRequestResolvers = [queriesOf(LoggedRequest)];
