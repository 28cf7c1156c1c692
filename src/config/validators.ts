import { availableParallelism } from 'node:os';
import { makeValidator, port, str, type ValidatorSpec } from 'envalid';
import proxyAddr from 'proxy-addr';
import { isWeakSecret, strengthRule } from '../core/foundation/strength.ts';
import { AUDIT_LOG_DAYS_MIN } from '../core/maintenance/retention.ts';
import { formats } from '../core/model/formats.ts';

/** The formats of settings. Error messages are shown to the operator and never quote the value. */

export const ADMIN_KEY_MIN = 24;

/** One of these words. */
export const oneOf =
  <const T extends string>(choices: readonly T[]) =>
  (spec: object): ValidatorSpec<T> =>
    str({ ...spec, choices }) as ValidatorSpec<T>;

export const portOrZero = makeValidator((text) => (text === '0' ? 0 : (port()._parse(text) as number)));

export const postgresUrl = makeValidator((text) => {
  if (!/^postgres(ql)?:\/\//.test(text)) throw new Error('must start with postgres:// or postgresql://');
  return text;
});

/** More replicas than anyone reads from: a larger number is a mistake. */
const REPLICAS_MAX = 16;

export const postgresUrls = makeValidator((text): readonly string[] => {
  const urls = text.split(',').map((url) => url.trim());
  if (urls.length > REPLICAS_MAX) throw new Error(`must be at most ${REPLICAS_MAX}`);
  if (!urls.every((url) => /^postgres(ql)?:\/\/[^/]/.test(url) && URL.canParse(url)))
    throw new Error('must be URLs that start with postgres:// or postgresql://');
  return urls;
});

const wholeNumber = (max: number, min = 1) =>
  makeValidator((text) => {
    const number = Number(text);
    if (!Number.isInteger(number) || number < min || number > max)
      throw new Error(`must be a whole number from ${min} to ${max}`);
    return number;
  });
export const poolSize = wholeNumber(1000);
export const waitMs = wholeNumber(30_000);
export const percent = wholeNumber(100);
export const count = wholeNumber(1_000_000);
/** 0 switches a limit off. */
export const rate = wholeNumber(1_000_000_000, 0);
export const seconds = wholeNumber(3_600);
/** A session is noted as used once a minute, and lasts 12 hours at most. */
export const idleMinutes = wholeNumber(720, 5);
export const days = wholeNumber(36_500);
/** 0 for none. */
export const approverDays = wholeNumber(365, 0);
export const delayHours = wholeNumber(720, 0);
export const routingSeed = wholeNumber(4_294_967_295, 0);
/** 0 keeps for ever. */
export const months = wholeNumber(1_200, 0);
export const auditLogDays = wholeNumber(36_500, AUDIT_LOG_DAYS_MIN);

/** More processes than any machine has cores: a larger number is a mistake. */
const WORKERS_MAX = 512;

export const workers = makeValidator((text) =>
  text === 'auto' ? availableParallelism() : (wholeNumber(WORKERS_MAX)()._parse(text) as number),
);

export const ratio = makeValidator((text) => {
  const number = Number(text);
  if (!(number >= 0 && number <= 1)) throw new Error('must be a number from 0 to 1');
  return number;
});

/** As OpenTelemetry writes them: `name=value`, separated by commas, with values percent-encoded. */
export const headers = makeValidator(
  (text): Readonly<Record<string, string>> =>
    Object.fromEntries(
      text.split(',').map((pair) => {
        const [, name, value] = /^\s*([\w-]+)\s*=\s*(.*?)\s*$/.exec(pair) ?? [];
        if (name === undefined || value === undefined)
          throw new Error('must be name=value, separated by commas');
        return [name, decodeURIComponent(value)];
      }),
    ),
);

export const adminKey = makeValidator((text) => {
  if (isWeakSecret(text, ADMIN_KEY_MIN)) throw new Error(`must have ${strengthRule(ADMIN_KEY_MIN)}`);
  return text;
});

/** Keys of 32 bytes in Base64, separated by commas. */
export const keysIn = (text: string): Buffer[] =>
  text.split(',').map((encoded) => {
    const key = Buffer.from(encoded.trim(), 'base64');
    if (key.length !== 32)
      throw new Error('must be 32 bytes in base64, or several such keys separated by commas');
    return key;
  });

export const encryptionKeys = makeValidator(keysIn);

/** Where a key-encrypting key is. */
export type KeySource =
  | { readonly kind: 'local' }
  | { readonly kind: 'aws-kms'; readonly key: string }
  | { readonly kind: 'vault'; readonly mount: string; readonly key: string };

export const keySources = makeValidator((text): readonly KeySource[] =>
  text.split(',').map((part) => {
    const [, kind, name = ''] = /^(local|aws-kms|vault)(?::(.+))?$/.exec(part.trim()) ?? [];
    const [, mount, key] = /^([\w./-]+)\/([\w.-]+)$/.exec(name) ?? [];
    if (kind === 'local' && name === '') return { kind };
    if (kind === 'aws-kms' && /^[\w:/-]+$/.test(name)) return { kind, key: name };
    if (kind === 'vault' && mount && key) return { kind, mount, key };
    throw new Error('must be local, aws-kms:<key> or vault:<mount>/<key>, or several separated by commas');
  }),
);

/** Public keys of age: only a backup reads them further. */
export const recipients = makeValidator((text): readonly string[] => {
  const keys = text.split(',').map((key) => key.trim());
  if (!keys.every((key) => /^age1[0-9a-z]{50,}$/.test(key))) throw new Error('must be public keys of age');
  return keys;
});

export const origins = makeValidator((text) =>
  text.split(',').map((part) => {
    const origin = part.trim();
    const isWeb = /^https?:/.test(origin) && URL.canParse(origin) && new URL(origin).origin === origin;
    if (!isWeb) throw new Error('must be origins separated by commas');
    return origin;
  }),
);

export const hosts = makeValidator((text) =>
  text.split(',').map((part) => {
    const host = part.trim();
    if (!formats.host.check(host)) throw new Error('must be host names separated by commas');
    return host;
  }),
);

export const httpUrl = makeValidator((text) => {
  if (!/^https?:/.test(text) || !URL.canParse(text)) throw new Error('must start with http:// or https://');
  return text.replace(/\/+$/, '');
});

export const smtpUrl = makeValidator((text) => {
  if (!/^smtps?:\/\/[^/]/.test(text) || !URL.canParse(text))
    throw new Error('must start with smtp:// or smtps://');
  return text;
});

export const sender = makeValidator((text) => {
  if (!/^[^\r\n]*[^\s@<>]+@[^\s@<>]+>?$/.test(text)) throw new Error('must be an e-mail address');
  return text;
});

export const connectorBaseUrls = makeValidator((text): Readonly<Record<string, string>> => {
  const urls: unknown = JSON.parse(text);
  const isObject = typeof urls === 'object' && urls !== null && !Array.isArray(urls);
  const entries = isObject ? Object.entries(urls) : [];
  const isWeb = (url: unknown) => typeof url === 'string' && /^https?:/.test(url) && URL.canParse(url);
  if (!isObject || !entries.every(([, url]) => isWeb(url)))
    throw new Error('must be a JSON object of addresses');
  return Object.fromEntries(entries.map(([name, url]) => [name, String(url).replace(/\/+$/, '')]));
});

/** More proxies than anyone has in a row: a larger number is a mistake. */
export const PROXIES_MAX = 10;

/**
 * The proxies whose `X-Forwarded-For` is trusted: their number in front of the service, or their networks. With 0 the
 * header is ignored: any client may send one.
 */
export type TrustedProxies = number | readonly string[];

export const trustedProxies = makeValidator((text): TrustedProxies => {
  if (text === 'false') return 0;
  if (/^\d+$/.test(text)) {
    if (Number(text) > PROXIES_MAX) throw new Error(`must be at most ${PROXIES_MAX}`);
    return Number(text);
  }
  const networks = text.split(',').map((network) => network.trim());
  // Throws for a network that is neither a CIDR nor `loopback`, `linklocal` or `uniquelocal`.
  proxyAddr.compile(networks);
  return networks;
});
