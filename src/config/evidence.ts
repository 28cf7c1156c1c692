import type { EvidenceSettings } from '../storage/evidence-objects.ts';
import { ConfigError, together } from './config-error.ts';

/** The variables that say where files of evidence are kept. */
interface EvidenceVariables {
  readonly EVIDENCE_STORAGE: EvidenceSettings['storage'] | undefined;
  readonly EVIDENCE_S3_ENDPOINT: string | undefined;
  readonly EVIDENCE_S3_BUCKET: string | undefined;
  readonly EVIDENCE_S3_REGION: string | undefined;
  readonly EVIDENCE_S3_ACCESS_KEY_ID: string | undefined;
  readonly EVIDENCE_S3_SECRET_ACCESS_KEY: string | undefined;
}

/** @throws {ConfigError} if a bucket is described in part, or is to be used and is not described. */
export function evidenceSettings({
  EVIDENCE_S3_ACCESS_KEY_ID,
  EVIDENCE_S3_BUCKET,
  EVIDENCE_S3_ENDPOINT,
  EVIDENCE_S3_REGION,
  EVIDENCE_S3_SECRET_ACCESS_KEY,
  EVIDENCE_STORAGE,
}: EvidenceVariables): EvidenceSettings {
  const bucket = together({
    EVIDENCE_S3_ENDPOINT,
    EVIDENCE_S3_BUCKET,
    EVIDENCE_S3_REGION,
    EVIDENCE_S3_ACCESS_KEY_ID,
    EVIDENCE_S3_SECRET_ACCESS_KEY,
  });
  if (EVIDENCE_STORAGE === 's3' && bucket === null) {
    throw new ConfigError(
      'The configuration is not complete:\n  EVIDENCE_STORAGE=s3 takes EVIDENCE_S3_ENDPOINT and the other settings of a bucket',
    );
  }
  return Object.freeze({
    storage: EVIDENCE_STORAGE ?? (bucket ? 's3' : 'database'),
    s3: bucket && {
      endpoint: bucket.EVIDENCE_S3_ENDPOINT,
      bucket: bucket.EVIDENCE_S3_BUCKET,
      region: bucket.EVIDENCE_S3_REGION,
      accessKeyId: bucket.EVIDENCE_S3_ACCESS_KEY_ID,
      secretAccessKey: bucket.EVIDENCE_S3_SECRET_ACCESS_KEY,
    },
  });
}
