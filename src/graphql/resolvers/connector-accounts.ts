import { ConnectorAccount } from '../../core/connector-accounts/connector-account.ts';
import { queriesOf } from './queries.ts';

export const connectorAccountResolvers = [queriesOf(ConnectorAccount)];
