import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { S3Settings } from '../../../src/storage/s3.ts';

/** The server's members used by tests; it has no types. */
interface S3Server {
  run(): Promise<{ readonly port: number }>;
  close(): Promise<void>;
}
const S3rver = createRequire(import.meta.url)('@20minutes/s3rver') as new (options: object) => S3Server;

const NAME = 'evidence';
/** The suffix of the server's files for objects. */
const CONTENT = '._S3rver_object';

/** A bucket at a server that verifies request signatures. */
export interface Bucket {
  readonly settings: S3Settings;
  /** The existing objects, by name. */
  objects(): Promise<ReadonlyMap<string, Buffer>>;
  /** Runs work while the server is down. */
  whileDown<T>(work: () => Promise<T>): Promise<T>;
  close(): Promise<void>;
}

export async function openBucket(): Promise<Bucket> {
  const directory = await mkdtemp(join(tmpdir(), 'bucket-'));
  const start = async (port: number) => {
    const server = new S3rver({
      address: '127.0.0.1',
      port,
      directory,
      silent: true,
      configureBuckets: [{ name: NAME }],
    });
    const address = await server.run();
    return { server, port: address.port };
  };
  let { port, server } = await start(0);
  return {
    settings: {
      endpoint: `http://127.0.0.1:${port}`,
      bucket: NAME,
      region: 'eu-central-1',
      // The server's only key.
      accessKeyId: 'S3RVER',
      secretAccessKey: 'S3RVER',
    },
    objects: async () => {
      const files = await readdir(join(directory, NAME), { recursive: true });
      const contents = files
        .filter((file) => file.endsWith(CONTENT))
        .map(async (file) => {
          const content = await readFile(join(directory, NAME, file));
          return [file.slice(0, -CONTENT.length), content] as const;
        });
      return new Map(await Promise.all(contents));
    },
    whileDown: async (work) => {
      await server.close();
      try {
        return await work();
      } finally {
        ({ port, server } = await start(port));
      }
    },
    close: async () => {
      await server.close();
      await rm(directory, { recursive: true });
    },
  };
}
