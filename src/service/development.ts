import { ConfigError } from '../config/config.ts';

/** Node's error code for an import that is not installed. */
const MISSING = 'ERR_MODULE_NOT_FOUND';

/**
 * The development-only parts: the embedded server, generated secrets, demo data and the banner. Imported only in
 * development, since a production package has neither that code nor its dependencies.
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
