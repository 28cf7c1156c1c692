/** Keeps bytes outside of the database, by name. Each operation ends within seconds. */
export interface ObjectStore {
  /**
   * Stores an object, in place of an earlier one of its name.
   *
   * @throws {Problem} `storage_unavailable`: the object may be there or not, and may still arrive.
   */
  put(name: string, content: Uint8Array): Promise<void>;
  /**
   * Reads an object; null if there is none of that name.
   *
   * @throws {Problem} `storage_unavailable`.
   */
  get(name: string): Promise<Buffer | null>;
  /**
   * Removes an object, if it is there.
   *
   * @throws {Problem} `storage_unavailable`.
   */
  remove(name: string): Promise<void>;
}

/** The object store of files of evidence. */
export interface EvidenceObjects {
  readonly store: ObjectStore;
  /** Whether new files are stored there; if not, it is only read. */
  readonly takesNew: boolean;
}
