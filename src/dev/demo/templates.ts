import { decodeTime, encodeTime } from 'ulid';
import { ConnectorCall } from '../../core/entities/connector-call.ts';
import { DisputeAnswer } from '../../core/entities/dispute-answer.ts';
import { resourceClasses } from '../../core/entities/resources.ts';
import type { ColumnEncryption } from '../../core/foundation/cryptography.ts';
import { unpackText } from '../../core/foundation/packed-text.ts';
import { type DescribedClass, resourceOf } from '../../core/model/index.ts';

/** A row at the end of the simulation, the template of clones. */
export interface RecordedRow {
  readonly table: string;
  readonly row: Record<string, unknown>;
}

/** Replacements of the recorded values in a clone. */
export interface Clone {
  /** How much later everything happens. */
  readonly shiftMs: number;
  /** Eight digits that set its identifiers apart from all other clones'. */
  readonly digits: string;
  /** Identifiers shared by all clones: the merchant's own. */
  readonly shared?: ReadonlyMap<string, string>;
  /** Replacements of the template's words, in their order. */
  readonly words: readonly string[];
  /** Where the sandbox's decisions are still to come: when they do. */
  readonly decidedAtMs?: number;
  newSecret(length: number): string;
}

/** A clone's input to its template's rows: the text of each slot, and the values of encrypted columns. */
export interface CloneValues {
  readonly slots: readonly string[];
  /** Ciphertexts in PostgreSQL's hexadecimal form. */
  readonly encrypted: readonly string[];
}

/** A column's value in every clone: as recorded, text with slots, or one of the clone's ciphertexts. */
export type Cell =
  | { readonly recorded: unknown }
  | { readonly text: SlottedText }
  | { readonly encrypted: number };

export interface RowTemplate {
  readonly table: string;
  readonly cells: ReadonlyMap<string, Cell>;
}

/** Literal texts with a slot between each and the next; slots are counted from 0 within their template. */
export interface SlottedText {
  readonly literals: readonly string[];
  readonly slots: readonly number[];
}

interface Slot {
  readonly kind: 'id' | 'time' | 'word' | 'secret';
  readonly text: string;
  /** The time of an `id` or `time` in milliseconds, the index of a `word`, the length of a `secret`. */
  readonly number: number;
}

/** A ciphertext to make in each clone: its plaintext and its place. */
interface EncryptedCell {
  readonly table: string;
  readonly column: string;
  readonly key: readonly SlottedText[];
  readonly value: SlottedText;
}

const ULID_DIGITS = 26;

/**
 * Client secrets, publishable keys, tokens of challenges and cards, signing secrets of connectors and profiles, and
 * hashes of API keys.
 */
const secrets = [
  '(?<=_secret_)[0-9A-Za-z]{20}',
  '(?<=pk_test_|^)[0-9A-Za-z]{32}$',
  '(?<="card_token":"card_)[0-9A-Za-z]+',
  '(?<=")[0-9A-Za-z]{40}(?:[0-9A-Za-z]{24})?(?=")',
  '^[0-9a-f]{64}$',
];

/** Encrypted columns with the primary key they are bound to, and packed ones, by table. */
const encodedColumns = new Map(
  ([...resourceClasses, ConnectorCall, DisputeAnswer] as unknown as DescribedClass[]).map((target) => {
    const { fields, key, table } = resourceOf(target);
    const named = (kind: 'encrypted' | 'packed') =>
      fields.filter((field) => field[kind]).map(({ name }) => name);
    return [table, { key, encrypted: named('encrypted'), packed: named('packed') }];
  }),
);

export interface TemplateOptions {
  readonly encryption: ColumnEncryption;
  /** The words that clones replace; longer ones first where one begins with another. */
  readonly words: readonly string[];
  /** When the story was over. */
  readonly endMs: number;
}

/** The rows that one story left, ready to be cloned any number of times. */
export class Template {
  readonly rows: readonly RowTemplate[];
  /** Distinct identifiers, moments, words and secrets of all rows: each is translated once a clone. */
  readonly #slots: Slot[] = [];
  readonly #encrypted: EncryptedCell[] = [];
  readonly #options: TemplateOptions;
  readonly #pattern: RegExp;

  constructor(recorded: readonly RecordedRow[], options: TemplateOptions) {
    this.#options = options;
    this.#pattern = new RegExp(
      [
        '(?<time>\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d(?:\\.\\d+)?(?:Z|\\+00:00))',
        '(?<id>[a-z]+_[0-7][0-9A-Z]{9}0{8}\\d{8})',
        `(?<secret>${secrets.join('|')})`,
        `(?<word>${options.words.join('|')})`,
      ].join('|'),
      'g',
    );
    this.rows = recorded.map((row) => this.#templateOf(row));
  }

  /** The values of one clone. */
  valuesOf(clone: Clone): CloneValues {
    const slots = this.#slots.map((slot) => this.#translate(slot, clone));
    const fill = (text: SlottedText) =>
      text.slots.reduce((filled, slot, i) => filled + slots[slot] + text.literals[i + 1], text.literals[0]!);
    const encrypted = this.#encrypted.map(({ column, key, table, value }) => {
      const place = { table, column, key: key.map(fill) };
      return `\\x${this.#options.encryption.encrypt(JSON.parse(fill(value)), place).toString('hex')}`;
    });
    return { slots, encrypted };
  }

  /** The identifiers that a clone gets, for templates of dependent objects. */
  idsOf(clone: Clone): Map<string, string> {
    const ids = this.#slots.filter(({ kind }) => kind === 'id');
    return new Map(ids.map((slot) => [slot.text, this.#translate(slot, clone)]));
  }

  #translate({ kind, number, text }: Slot, clone: Clone): string {
    if (kind === 'id') {
      const shared = clone.shared?.get(text);
      if (shared) return shared;
      return (
        text.slice(0, -ULID_DIGITS) + encodeTime(number + clone.shiftMs, 10) + clone.digits + text.slice(-8)
      );
    }
    if (kind === 'time') return new Date(this.#timeOf(number, clone)).toISOString();
    return kind === 'word' ? clone.words[number]! : clone.newSecret(number);
  }

  /** Decisions of the sandbox due within an hour of the story are postponed, with everything that waits for them. */
  #timeOf(ms: number, { decidedAtMs, shiftMs }: Clone): number {
    const { endMs } = this.#options;
    const isPending = decidedAtMs !== undefined && ms > endMs && ms < endMs + 3_600_000;
    return isPending ? decidedAtMs + (ms - endMs) : ms + shiftMs;
  }

  #templateOf({ row, table }: RecordedRow): RowTemplate {
    const { encrypted = [], key = [], packed = [] } = encodedColumns.get(table) ?? {};
    const keyValues = key.map((name) => String(row[name]));
    const cells = new Map<string, Cell>();
    for (const [column, stored] of Object.entries(row)) {
      if (stored === null) continue;
      // Values that differ between clones are replaced in the text.
      const recorded = packed.includes(column) && typeof stored === 'string' ? unpackText(stored) : stored;
      if (encrypted.includes(column)) {
        const ciphertext = Buffer.from(String(recorded).slice(2), 'hex');
        const value = this.#options.encryption.decrypt(ciphertext, { table, column, key: keyValues });
        const parts = {
          key: keyValues.map((part) => this.#parse(part)),
          value: this.#parse(JSON.stringify(value)),
        };
        cells.set(column, { encrypted: this.#encrypted.push({ table, column, ...parts }) - 1 });
      } else {
        const text = this.#parse(typeof recorded === 'string' ? recorded : JSON.stringify(recorded));
        cells.set(column, text.slots.length > 0 ? { text } : { recorded });
      }
    }
    return { table, cells };
  }

  /** Finds identifiers, moments, words and secrets in a text. */
  #parse(text: string): SlottedText {
    const literals: string[] = [];
    const slots: number[] = [];
    let end = 0;
    for (const match of text.matchAll(this.#pattern)) {
      literals.push(text.slice(end, match.index));
      end = match.index + match[0].length;
      const [kind] = Object.entries(match.groups!).find(([, group]) => group !== undefined)!;
      slots.push(this.#slotOf(kind as Slot['kind'], match[0]));
    }
    literals.push(text.slice(end));
    return { literals, slots };
  }

  #slotOf(kind: Slot['kind'], text: string): number {
    const known = this.#slots.findIndex((slot) => slot.kind === kind && slot.text === text);
    if (known >= 0) return known;
    const numbers = {
      id: () => decodeTime(text.slice(-ULID_DIGITS)),
      time: () => Date.parse(text),
      word: () => this.#options.words.indexOf(text),
      secret: () => text.length,
    };
    return this.#slots.push({ kind, text, number: numbers[kind]() }) - 1;
  }
}
