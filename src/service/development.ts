import { ConfigError } from '../config/config.ts';

/** Node's code for an import of what is not installed. */
const MISSING = 'ERR_MODULE_NOT_FOUND';

/**
 * What only development needs: the embedded server, generated secrets, demo data and the banner. It is imported where
 * development begins, since a package for production has neither that code nor the packages behind it.
 *
 * @throws {ConfigError} in such a package.
 */
export async function development() {
  try {
    return await import('../dev/dev.ts');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== MISSING) throw error;
    throw new ConfigError(
      'This installation is for production: set NODE_ENV=production and the settings that production requires. ' +
        'The embedded server and demo data come with the repository.',
    );
  }
}
