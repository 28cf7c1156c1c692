import { isIP } from 'node:net';
import { domainToASCII } from 'node:url';
import validator from 'validator';
import { isoCurrencies } from '../foundation/currencies.ts';
import type { TextFormat } from './description.ts';
import { parseInstant } from './scalars.ts';
import { isRepeatable } from './validation-errors.ts';

/** A named text format: its check, and a phrase that completes "must be …". */
export interface Format {
  readonly check: (text: string) => boolean;
  readonly hint: string;
  /** The canonical form of a valid text. */
  readonly normalize?: (text: string) => string;
}

const urlOptions = { protocols: ['http', 'https'], require_protocol: true, require_tld: false };

const matching =
  (pattern: RegExp): Format['check'] =>
  (text) =>
    pattern.test(text);

/** Maximum years until a card expires. Networks issue no cards for longer, so a later year is a mistake. */
const EXPIRY_YEARS = 20;

/** Two digits mean this century, because cards last a few years. */
const fullYear = (text: string) => text.padStart(4, '20');

const withoutHyphens = (text: string) => text.replaceAll('-', '');

/** An ISO 8601 date-time converted to UTC with milliseconds; undefined if it is not valid. */
export function instantText(text: string): string | undefined {
  return parseInstant(text)?.toISOString();
}

/** The origin of a URL; null for anything else. */
export const originOfUrl = (url: unknown): string | null =>
  typeof url === 'string' && URL.canParse(url) ? new URL(url).origin : null;

/** Whether a text is an IP address or a CIDR. Clients' addresses have no zone and are never mapped to IPv6. */
function isNetwork(text: string): boolean {
  const [address = '', prefix = '0', ...rest] = text.split('/');
  const bits = { 0: 0, 4: 32, 6: 128 }[isIP(address)]!;
  if (bits === 0 || rest.length > 0 || /%|^[0:]+:ffff:/i.test(address)) return false;
  return /^\d{1,3}$/.test(prefix) && Number(prefix) <= bits;
}

const colourNames = new Set(
  'aqua beige black blue brown coral crimson cyan darkblue darkgray darkgreen darkgrey darkred fuchsia gold gray green grey indigo ivory khaki lavender lightblue lightgray lightgreen lightgrey lime magenta maroon mintcream navy olive orange orchid pink plum purple red salmon silver slategray slategrey snow steelblue tan teal tomato transparent turquoise violet wheat white yellow'.split(
    ' ',
  ),
);
/** Numbers, percentages and angles, separated by commas or spaces, with a slash before the alpha. */
const colourFunction = /^(?:rgb|hsl)a?\(\s*[\d.]+(?:%|deg)?(?:[\s,/]+[\d.]+%?){2,3}\s*\)$/i;

/**
 * Whether a text is a colour that is safe in a style sheet: it can contain neither an address nor another
 * declaration.
 */
function isColour(text: string): boolean {
  const isHex = /^#(?:[\da-f]{3,4}|[\da-f]{6}|[\da-f]{8})$/i.test(text);
  return isHex || colourNames.has(text.toLowerCase()) || colourFunction.test(text);
}

/**
 * A host, which may begin with `*.`, in the form of requests and headers: in lower case, with non-ASCII letters in
 * Punycode, as headers require. Null if this form does not exist.
 */
function asciiHost(text: string): string | null {
  const [, any = '', name = '', port = ''] = /^(\*\.)?([^:]+)(:\d+)?$/.exec(text) ?? [];
  const ascii = domainToASCII(name);
  return ascii && any + ascii + port;
}

/** Whether a text is a host name or an IPv4 address, with or without a port: no scheme, no path. */
function isHost(text: string): boolean {
  // The conversion of letters ignores characters that end a host in a URL.
  const [, given = '', port] = /^([^:/\\@?#%\s]+)(?::(\d{1,5}))?$/.exec(text) ?? [];
  const name = asciiHost(given) ?? '';
  if (port !== undefined && !(Number(port) >= 1 && Number(port) <= 65_535)) return false;
  return isIP(name) === 4 || validator.isFQDN(name, { require_tld: false });
}

/** Whether the last two digits of a CPF or CNPJ are its correct check digits. */
function isTaxNumber(text: string): boolean {
  if (!/^(\d{11}|\d{14})$/.test(text) || /^(\d)\1*$/.test(text)) return false;
  const weightMax = text.length === 11 ? 11 : 9;
  return [2, 1].every((left) => {
    const before = [...text.slice(0, -left)].reverse();
    const sum = before.reduce(
      (total, digit, place) => total + Number(digit) * (2 + (place % (weightMax - 1))),
      0,
    );
    const digit = sum % 11 < 2 ? 0 : 11 - (sum % 11);
    return Number(text.at(-left)) === digit;
  });
}

/** Every named format. */
export const formats: Readonly<Record<TextFormat, Format>> = Object.freeze({
  email: { check: (text) => validator.isEmail(text), hint: 'an e-mail address, such as alice@example.com' },
  url: {
    // Browsers read a backslash as a slash, validators do not: they would disagree on the host.
    check: (text) => validator.isURL(text, urlOptions) && !text.includes('\\') && URL.canParse(text),
    hint: 'an http or https URL, such as https://example.com/done',
  },
  currency: {
    check: (text) => isoCurrencies.has(text),
    hint: 'the three-letter ISO 4217 code of a currency in circulation, in capitals, such as EUR',
  },
  country: {
    check: (text) => /^[A-Z]{2}$/.test(text) && validator.isISO31661Alpha2(text),
    hint: 'a two-letter ISO 3166 country code in capitals, such as DE',
  },
  phone_country_code: {
    check: matching(/^\+\d{1,4}$/),
    hint: 'a plus sign and one to four digits, such as +44',
  },
  date_time: {
    check: (text) => instantText(text) !== undefined,
    hint: 'an ISO 8601 date-time with a zone, such as 2026-01-31T09:30:00Z',
  },
  statement_descriptor: {
    check: (text) => /^[!-~]([ -~]*[!-~])?$/.test(text) && !/[<>\\'"*]/.test(text),
    hint: 'at most 22 ASCII letters, digits, spaces and punctuation marks without < > \\ \' " *, such as SHOP & SONS',
  },
  card_number: {
    check: (text) => /^\d{12,19}$/.test(text) && validator.isLuhnNumber(text),
    hint: 'a card number: 12 to 19 digits without spaces, the last of them a correct check digit',
  },
  card_exp_month: {
    check: matching(/^(0?[1-9]|1[0-2])$/),
    hint: 'a month, 01 to 12',
    normalize: (text) => text.padStart(2, '0'),
  },
  card_exp_year: {
    // Expired cards are refused when used: imported or updated cards may have expired.
    check: (text) =>
      /^(20)?\d{2}$/.test(text) && Number(fullYear(text)) <= new Date().getUTCFullYear() + EXPIRY_YEARS,
    hint: `a year in two or four digits, at most ${EXPIRY_YEARS} years ahead`,
    normalize: fullYear,
  },
  iban: {
    // The validator ignores all white space, also around it.
    check: (text) => /^\w[\w -]*\w$/.test(text) && validator.isIBAN(text),
    hint: 'an IBAN with correct check digits, such as DE89370400440532013000',
    normalize: (text) => text.replace(/[\s-]/g, '').toUpperCase(),
  },
  bic: { check: (text) => validator.isBIC(text), hint: 'a BIC of 8 or 11 characters, such as COBADEFFXXX' },
  aba_routing_number: {
    check: (text) => validator.isAbaRouting(text),
    hint: 'a routing number: nine digits, the last of them a correct check digit',
  },
  ach_account_number: { check: matching(/^\d{4,17}$/), hint: 'an account number of 4 to 17 digits' },
  sort_code: {
    check: matching(/^\d{2}-?\d{2}-?\d{2}$/),
    hint: 'a sort code of six digits, such as 20-00-00',
    normalize: withoutHyphens,
  },
  bacs_account_number: { check: matching(/^\d{8}$/), hint: 'an account number of eight digits' },
  bsb_number: {
    check: matching(/^\d{3}-?\d{3}$/),
    hint: 'a BSB number of six digits, such as 062-000',
    normalize: withoutHyphens,
  },
  becs_account_number: { check: matching(/^\d{5,9}$/), hint: 'an account number of five to nine digits' },
  blik_code: { check: matching(/^\d{6}$/), hint: "the six digits shown in the bank's app" },
  tax_number: {
    check: (text) => isTaxNumber(text.replace(/[./-]/g, '')),
    hint: 'a CPF of eleven digits or a CNPJ of fourteen, with correct check digits',
    normalize: (text) => text.replace(/[./-]/g, ''),
  },
  vpa: {
    check: matching(/^[A-Za-z0-9._-]{2,200}@[A-Za-z][A-Za-z0-9.-]{1,50}$/),
    hint: 'a virtual payment address, such as alice@okbank',
  },
  gift_card_number: {
    check: matching(/^[0-9A-Za-z]{4,32}$/),
    hint: 'the number of a gift card: 4 to 32 digits or letters without spaces',
  },
  gift_card_pin: {
    check: matching(/^[0-9A-Za-z]{1,16}$/),
    hint: 'the PIN of a gift card: up to 16 digits or letters',
  },
  ip_network: {
    check: isNetwork,
    hint: 'an IP address or network, such as 203.0.113.7, 198.51.100.0/24 or 2001:db8:1::/48',
  },
  css_colour: {
    check: isColour,
    hint: 'a CSS colour: a name, hexadecimal digits, or rgb() or hsl() of numbers, such as #1a73e8',
  },
  host: {
    check: isHost,
    hint: 'a host name with an optional port, such as pay.example.com',
    normalize: (text) => asciiHost(text) ?? text,
  },
  host_pattern: {
    check: (text) => isHost(text.replace(/^\*\./, '')),
    normalize: (text) => asciiHost(text) ?? text,
    hint: 'a host name with an optional port, which may begin with *. for its subdomains, such as *.example.com',
  },
  cavv: {
    check: matching(/^[A-Za-z0-9+/]{27}=$/),
    hint: 'a cryptogram of 20 bytes in Base64: 28 characters',
  },
  ds_transaction_id: {
    check: matching(/^[\da-f]{8}-(?:[\da-f]{4}-){3}[\da-f]{12}$/i),
    hint: 'a UUID, as directory servers assign it',
    normalize: (text) => text.toLowerCase(),
  },
  three_ds_version: {
    check: matching(/^2\.\d\.\d$/),
    hint: 'a version of 3-D Secure 2, such as 2.2.0',
  },
  eci: {
    check: matching(/^0?[0-7]$/),
    hint: 'an electronic commerce indicator of two digits, from 00 to 07',
    normalize: (text) => text.padStart(2, '0'),
  },
  cvc: { check: matching(/^\d{3,4}$/), hint: 'a card verification code of three or four digits' },
});

/** The JSON Schema name of each format, where one exists. */
export const schemaFormats: Readonly<Record<TextFormat, string>> = Object.freeze({
  ...(Object.fromEntries(Object.keys(formats).map((name) => [name, name])) as Record<TextFormat, string>),
  url: 'uri',
  date_time: 'date-time',
});

/** Maximum number of keys of a free-form object. */
export const FREE_KEYS_MAX = 50;
/** Longest key of a free-form object, in characters. */
export const FREE_KEY_MAX = 40;
/** Longest string directly in a free-form object, in characters. */
export const FREE_TEXT_MAX = 500;
/** Largest free-form object when serialised, in bytes. */
export const FREE_BYTES_MAX = 16 * 1024;
/** Largest value of any JSON when serialised, in bytes. */
export const ANYTHING_BYTES_MAX = 64 * 1024;
/** Deepest nesting. JSON.stringify and PostgreSQL both fail on JSON that is nested thousands deep. */
export const DEPTH_MAX = 32;

// PostgreSQL stores neither NUL nor half of a surrogate pair. With the `u` flag whole pairs do not match.
const unstorable = /[\0\p{Surrogate}]/u;

/** Completes "must not contain …" for text that {@link isStorable} rejects. */
export const UNSTORABLE = 'NUL characters or unpaired surrogates';

/** Whether PostgreSQL can store a text. */
export function isStorable(text: string): boolean {
  return !unstorable.test(text);
}

/** The size of JSON when serialised, in bytes. */
export const jsonBytes = (value: unknown): number => Buffer.byteLength(JSON.stringify(value));

/** Whether JSON.parse rounded a number: an integer beyond 2^53, or 1e400, which becomes infinity. */
const isRounded = (value: unknown) => typeof value === 'number' && Math.abs(value) > Number.MAX_SAFE_INTEGER;

/**
 * The path to a rounded number in JSON nested at most {@link DEPTH_MAX} deep, up to a name that errors must not
 * repeat.
 */
function pathToRounded(value: unknown, depth = 0): string | undefined {
  if (isRounded(value)) return '';
  if (value === null || typeof value !== 'object' || depth >= DEPTH_MAX) return undefined;
  for (const [name, member] of Object.entries(value)) {
    const rest = pathToRounded(member, depth + 1);
    if (rest === undefined) continue;
    if (!Array.isArray(value) && !isRepeatable(name)) return '';
    return (Array.isArray(value) ? `[${name}]` : name) + (/^\w/.test(rest) ? `.${rest}` : rest);
  }
  return undefined;
}

/**
 * The reason why JSON cannot be stored, as a phrase that completes its name; undefined if it can. It checks every
 * depth without recursion, so no nesting can exhaust the stack.
 */
export function jsonFault(value: unknown, maxBytes: number): string | undefined {
  let level: unknown[] = [value];
  for (let depth = 0; level.length > 0; depth++) {
    if (depth > DEPTH_MAX) return `must not be nested more than ${DEPTH_MAX} deep`;
    const next: unknown[] = [];
    for (const node of level) {
      if (typeof node === 'string' && !isStorable(node)) return `must not contain ${UNSTORABLE}`;
      if (isRounded(node)) {
        const path = pathToRounded(value);
        const place = path ? ` at ${path}` : '';
        return `must not contain a number beyond ${Number.MAX_SAFE_INTEGER}${place}: it would lose digits, so send it as text`;
      }
      if (node === null || typeof node !== 'object') continue;
      for (const [key, member] of Object.entries(node)) {
        if (!isStorable(key)) return `must not contain ${UNSTORABLE}`;
        if (key === '__proto__') return 'must not have a key named __proto__';
        next.push(member);
      }
    }
    level = next;
  }
  return jsonBytes(value) > maxBytes ? `must be at most ${maxBytes / 1024} KiB of JSON` : undefined;
}
