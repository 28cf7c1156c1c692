import { readConfig } from '../config/config.ts';
import { OperatorError } from '../core/foundation/operator-error.ts';
import { development } from '../service/development.ts';
import { openKeys } from '../service/secrets.ts';
import { defineCommand } from './command.ts';
import { whole } from './command-line.ts';

const PAYMENTS_MAX = 1_000_000;
const MERCHANTS_MAX = 1000;

export const command = defineCommand({
  about: `Loads merchants with customers, payments and all that belongs to them, as if the service had run for a while.
The database is DATABASE_URL, or else the embedded server of DATA_DIR.`,
  options: {
    payments: { value: 'number', about: 'how many payments, over all merchants', default: '10000' },
    merchants: { value: 'number', about: 'how many merchants', default: '3' },
  },
  run: async (values) => {
    const payments = whole('payments', values.payments, 0, PAYMENTS_MAX);
    const merchants = whole('merchants', values.merchants, 1, MERCHANTS_MAX);
    const { runDemo } = await development();
    const config = readConfig();
    // Every demo merchant is at the sandbox connector, which the live environment does not have.
    if (config.environment === 'live') throw new OperatorError('Demo data needs SWITCHYARD_ENV=test.');
    await runDemo(config, openKeys, { payments, merchants });
  },
});
