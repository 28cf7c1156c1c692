import type { DomainLookups } from '../../src/core/foundation/ports/domain-lookups.ts';

/** A stand-in for DNS and web servers: their records, their files and their failures. */
export interface DomainNames extends DomainLookups {
  /** TXT records by name. */
  readonly records: Map<string, string[]>;
  /** Files by URL. */
  readonly files: Map<string, string>;
  /** Names and URLs that do not respond. */
  readonly silent: Set<string>;
  /** The requested names and URLs. */
  readonly asked: string[];
}

export function domainNames(): DomainNames {
  const [records, files] = [new Map<string, string[]>(), new Map<string, string>()];
  const silent = new Set<string>();
  const asked: string[] = [];
  const ask = (place: string) => {
    asked.push(place);
    if (silent.has(place)) throw new Error(`${place} does not answer.`);
  };
  return {
    records,
    files,
    silent,
    asked,
    txt: async (name) => {
      ask(name);
      return records.get(name) ?? [];
    },
    file: async (url) => {
      ask(url);
      return files.get(url) ?? null;
    },
  };
}
