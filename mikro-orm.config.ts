import 'reflect-metadata';
import { developmentDatabaseUrl } from './src/database/development-url.ts';
import { ormConfig } from './src/database/orm-config.ts';

/** For MikroORM's command line, which works on `DATABASE_URL` or on a running `npm start`'s embedded server. */
export default async () => ormConfig({ url: await developmentDatabaseUrl(), poolMax: 2 });
