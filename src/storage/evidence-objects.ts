import type { Logger } from 'pino';
import type { EvidenceObjects } from '../core/foundation/ports/object-store.ts';
import { type S3Settings, s3Store } from './s3.ts';

/** Where files of evidence are kept. */
export interface EvidenceSettings {
  /** Where new files are stored. */
  readonly storage: 'database' | 's3';
  /** The bucket; null if there is none. Without new files, it is only read. */
  readonly s3: S3Settings | null;
}

/**
 * The object store of files of evidence; null if none is configured. A bucket that refuses is logged, and payments are
 * served all the same.
 */
export function openEvidenceObjects(
  { s3, storage }: EvidenceSettings,
  logger: Logger,
): EvidenceObjects | null {
  if (s3 === null) return null;
  const store = s3Store(s3);
  store.check().catch((error: Error) => {
    const help = 'Check EVIDENCE_S3_ENDPOINT, EVIDENCE_S3_BUCKET, EVIDENCE_S3_REGION and the credentials';
    logger.error({ err: error }, `the bucket of files of evidence refuses, or cannot be reached. ${help}`);
  });
  return { store, takesNew: storage === 's3' };
}
