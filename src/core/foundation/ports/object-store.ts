/** Stores bytes outside the database, by name. Each operation ends within seconds. */
export interface ObjectStore {
  /**
   * Stores an object, replacing an earlier object of the same name.
   *
   * @throws {Problem} `storage_unavailable`: the object may or may not be stored, now or later.
   */
  put(name: string, content: Uint8Array): Promise<void>;
  /**
   * Reads an object; null if it does not exist.
   *
   * @throws {Problem} `storage_unavailable`.
   */
  get(name: string): Promise<Buffer | null>;
  /**
   * Removes an object, if it exists.
   *
   * @throws {Problem} `storage_unavailable`.
   */
  remove(name: string): Promise<void>;
}

/** The object store of evidence files. */
export interface EvidenceObjects {
  readonly store: ObjectStore;
  /** Whether new files are stored there; otherwise it is only read. */
  readonly takesNew: boolean;
}
