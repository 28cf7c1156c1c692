import { decodeTime, encodeTime } from 'ulid';
import { ConnectorCall } from '../../core/entities/connector-call.ts';
import { DisputeAnswer } from '../../core/entities/dispute-answer.ts';
import { resourceClasses } from '../../core/entities/resources.ts';
import type { ColumnEncryption } from '../../core/foundation/cryptography.ts';
import { type DescribedClass, resourceOf } from '../../core/model/index.ts';

/** A row as the simulation left it, of which clones are made. */
export interface RecordedRow {
  readonly table: string;
  readonly row: Record<string, unknown>;
}

/** What a clone has in place of the recorded values. */
export interface Clone {
  /** How much later everything happens. */
  readonly shiftMs: number;
  /** Eight digits that set its identifiers apart from all other clones'. */
  readonly digits: string;
  /** The identifiers it shares with others: those of its merchant. */
  readonly shared?: ReadonlyMap<string, string>;
  /** What stands in place of the template's words, in their order. */
  readonly words: readonly string[];
  /** Where the sandbox's decisions are still to come: when they do. */
  readonly decidedAtMs?: number;
  newSecret(length: number): string;
}

type Slot = { kind: 'id' | 'time' | 'word' | 'secret' | 'encrypted'; text: string; index: number };

interface EncryptedColumn {
  readonly column: string;
  readonly value: TextTemplate;
  readonly key: readonly TextTemplate[];
}

interface RowTemplate {
  readonly table: string;
  readonly text: TextTemplate;
  readonly encrypted: readonly EncryptedColumn[];
}

/** Alternately literal text and slots. */
interface TextTemplate {
  readonly literals: readonly string[];
  readonly slots: readonly Slot[];
}

/** Client secrets, publishable keys, tokens of challenges and cards, and what connectors and profiles sign with. */
const secrets = [
  '(?<=_secret_)[0-9A-Za-z]{20}',
  '(?<=pk_test_|"challenge_token":")[0-9A-Za-z]{32}',
  '(?<="card_token":"card_)[0-9A-Za-z]+',
  '(?<=")[0-9A-Za-z]{40}(?:[0-9A-Za-z]{24})?(?=")',
];

/** Encrypted columns and the primary key they are bound to, by table. */
const encryptedColumns = new Map(
  ([...resourceClasses, ConnectorCall, DisputeAnswer] as unknown as DescribedClass[]).map((target) => {
    const { fields, key, table } = resourceOf(target);
    return [table, { key, columns: fields.filter((field) => field.encrypted).map(({ name }) => name) }];
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
  /** Distinct identifiers and moments of all rows: each is translated once a clone. */
  readonly #ids: string[] = [];
  readonly #times: number[] = [];
  readonly #encryption: ColumnEncryption;
  readonly #words: readonly string[];
  readonly #endMs: number;

  constructor(recorded: readonly RecordedRow[], { encryption, endMs, words }: TemplateOptions) {
    this.#encryption = encryption;
    this.#words = words;
    this.#endMs = endMs;
    this.rows = recorded.map((row) => this.#templateOf(row));
  }

  /** The clone's rows, each as JSON. */
  *clone(clone: Clone): Generator<{ table: string; json: string }> {
    const ids = this.#ids.map(
      (id) =>
        clone.shared?.get(id) ?? encodeTime(decodeTime(id) + clone.shiftMs, 10) + clone.digits + id.slice(-8),
    );
    const times = this.#times.map((ms) => new Date(this.#timeOf(ms, clone)).toISOString());
    const secrets = new Map<string, string>();
    const fill = ({ literals, slots }: TextTemplate, encrypted: readonly string[] = []) => {
      let text = literals[0]!;
      for (let i = 0; i < slots.length; i += 1) {
        const { index, kind, text: recorded } = slots[i]!;
        if (kind === 'id') text += ids[index]!;
        else if (kind === 'time') text += times[index]!;
        else if (kind === 'word') text += clone.words[index]!;
        else if (kind === 'encrypted') text += encrypted[index]!;
        else {
          if (!secrets.has(recorded)) secrets.set(recorded, clone.newSecret(recorded.length));
          text += secrets.get(recorded)!;
        }
        text += literals[i + 1]!;
      }
      return text;
    };
    for (const { encrypted, table, text } of this.rows) {
      const ciphertexts = encrypted.map(({ column, key, value }) => {
        const place = { table, column, key: key.map((part) => fill(part)) };
        return `\\\\x${this.#encryption.encrypt(JSON.parse(fill(value)), place).toString('hex')}`;
      });
      yield { table, json: fill(text, ciphertexts) };
    }
  }

  /** The identifiers that clones of this template get, for templates of what belongs to it. */
  idsOf(clone: Clone): Map<string, string> {
    return new Map(
      this.#ids.map((id) => [
        id,
        encodeTime(decodeTime(id) + clone.shiftMs, 10) + clone.digits + id.slice(-8),
      ]),
    );
  }

  /** What the sandbox decides within the hour after the story is put off, with all that waits for it. */
  #timeOf(ms: number, { decidedAtMs, shiftMs }: Clone): number {
    const isPending = decidedAtMs !== undefined && ms > this.#endMs && ms < this.#endMs + 3_600_000;
    return isPending ? decidedAtMs + (ms - this.#endMs) : ms + shiftMs;
  }

  #templateOf({ row, table }: RecordedRow): RowTemplate {
    const { columns = [], key = [] } = encryptedColumns.get(table) ?? {};
    const keyValues = key.map((name) => String(row[name]));
    const encrypted: EncryptedColumn[] = [];
    const shown = { ...row };
    for (const column of columns) {
      if (row[column] === null || row[column] === undefined) continue;
      const ciphertext = Buffer.from(String(row[column]).slice(2), 'hex');
      const value = this.#encryption.decrypt(ciphertext, { table, column, key: keyValues });
      shown[column] = `<encrypted ${encrypted.length}>`;
      encrypted.push({
        column,
        value: this.#parse(JSON.stringify(value)),
        key: keyValues.map((part) => this.#parse(part)),
      });
    }
    return { table, text: this.#parse(JSON.stringify(shown)), encrypted };
  }

  /** Finds identifiers, moments, words, secrets and ciphertexts in a text. */
  #parse(text: string): TextTemplate {
    const pattern = new RegExp(
      [
        '(?<time>\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d(?:\\.\\d+)?(?:Z|\\+00:00))',
        '(?<id>(?<=_)[0-7][0-9A-Z]{9}0{8}\\d{8})',
        `(?<secret>${secrets.join('|')})`,
        '<encrypted (?<encrypted>\\d+)>',
        `(?<word>${this.#words.join('|')})`,
      ].join('|'),
      'g',
    );
    const literals: string[] = [];
    const slots: Slot[] = [];
    let end = 0;
    for (const match of text.matchAll(pattern)) {
      literals.push(text.slice(end, match.index));
      end = match.index + match[0].length;
      const [kind, found] = Object.entries(match.groups!).find(([, group]) => group !== undefined) as [
        Slot['kind'],
        string,
      ];
      slots.push({ kind, text: found, index: this.#indexOf(kind, found) });
    }
    literals.push(text.slice(end));
    return { literals, slots };
  }

  #indexOf(kind: Slot['kind'], text: string): number {
    if (kind === 'id') return indexIn(this.#ids, text);
    if (kind === 'time') return indexIn(this.#times, Date.parse(text));
    if (kind === 'word') return this.#words.indexOf(text);
    return kind === 'encrypted' ? Number(text) : 0;
  }
}

function indexIn<T>(list: T[], value: T): number {
  const found = list.indexOf(value);
  return found >= 0 ? found : list.push(value) - 1;
}
