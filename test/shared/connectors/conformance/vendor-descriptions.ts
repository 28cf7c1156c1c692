import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';

const besideTheProject = resolve(import.meta.dirname, '../../../../../shared/vendors');

/** A vendor's published description, if this machine has it. A public clone has none. */
export interface PublishedDescription {
  /** Its folder; null if there is none. */
  readonly folder: string | null;
  /** The basis of the request checks, for display. */
  readonly source: string;
}

/**
 * Finds a vendor's published descriptions: in `VENDOR_DESCRIPTIONS`, or in `shared/vendors` next to the project.
 *
 * @param file One of the required files, such as `stripe/spec3-2022-04.json`.
 * @param instead The basis of the request checks without it.
 */
export function publishedDescription(file: string, instead: string): PublishedDescription {
  const given = process.env.VENDOR_DESCRIPTIONS;
  if (given && existsSync(join(given, file))) {
    return { folder: given, source: `the vendor's published files in VENDOR_DESCRIPTIONS (${given})` };
  }
  if (existsSync(join(besideTheProject, file))) {
    return { folder: besideTheProject, source: `the vendor's published files in ${besideTheProject}` };
  }
  const lacking = `${given ? 'VENDOR_DESCRIPTIONS has no' : 'set VENDOR_DESCRIPTIONS to a folder with'} ${file}`;
  return { folder: null, source: `${instead} alone, and not the vendor's published files: ${lacking}` };
}
