import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { isSameSecret } from '../core/foundation/cryptography.ts';
import { SlotQueue } from '../database/slot-queue.ts';

/** Limits on hashing passwords, of a process: a hash takes 32 MB and a tenth of a second of a processor. */
export const hashLimits = Object.freeze({
  /** Hashes that are made at a time. */
  atOnce: 2,
  /** Hashes that wait for those. */
  waiting: 8,
  /** The longest wait, in milliseconds. */
  waitMs: 3_000,
});

/** Parameters of scrypt and the stored form, both as in better-auth: `<salt>:<key>`, in hexadecimal. */
const scrypt = Object.freeze({ N: 16_384, r: 16, p: 1, maxmem: 64 * 1024 * 1024 });
const KEY_BYTES = 64;
const SALT_BYTES = 16;

/**
 * Hashes one password after another, in a separate thread, not in the pool that compression, files and DNS
 * look-ups share. On Linux, where each thread has a priority, the threads that serve requests go first.
 */
const program = `
  const { scryptSync } = require('node:crypto');
  const { parentPort } = require('node:worker_threads');
  if (process.platform === 'linux') require('node:os').setPriority(10);
  parentPort.on('message', ({ password, salt }) => {
    const key = scryptSync(password, salt, ${KEY_BYTES}, ${JSON.stringify(scrypt)});
    parentPort.postMessage(key.toString('hex'));
  });`;

const queue = new SlotQueue({
  slots: hashLimits.atOnce,
  waiting: hashLimits.waiting,
  waitMs: hashLimits.waitMs,
  message: 'Too many people sign in at this moment. Try again shortly.',
});
/** Threads without work, at most as many as may work. They do not keep the process running. */
const idle: Worker[] = [];

/** The response of a thread without other work. */
async function answerOf(worker: Worker, message: object): Promise<string> {
  const done = new AbortController();
  const { signal } = done;
  worker.postMessage(message);
  try {
    const ended = once(worker, 'exit', { signal }).then(() => {
      throw new Error('A thread that hashes passwords ended.');
    });
    // Rejects with an error of the thread.
    const [key] = await Promise.race([once(worker, 'message', { signal }), ended]);
    return key;
  } finally {
    done.abort();
  }
}

/** @throws {Problem} `overloaded` if too many hashes wait already. */
async function keyOf(password: string, salt: string): Promise<string> {
  await queue.acquire('write');
  try {
    const worker = idle.pop() ?? new Worker(program, { eval: true, execArgv: [], env: {} });
    worker.ref();
    const key = await answerOf(worker, { password: password.normalize('NFKC'), salt });
    worker.unref();
    idle.push(worker);
    return key;
  } finally {
    queue.release();
  }
}

/**
 * Hashes a password for storage.
 *
 * @throws {Problem} `overloaded`.
 */
export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(SALT_BYTES).toString('hex');
  return `${salt}:${await keyOf(password, salt)}`;
}

/**
 * Whether a password matches its hash.
 *
 * @throws {Problem} `overloaded`.
 */
export async function verifyPassword(password: string, hash: string): Promise<boolean> {
  const [salt = '', key = ''] = hash.split(':');
  return isSameSecret(await keyOf(password, salt), key);
}
