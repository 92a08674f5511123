/** Reads secrets of the engine. */
export interface SecretReads {
  /** Returns the secret with that name, or `undefined`. */
  get(name: string): Promise<string | undefined>
}

/** Writes secrets of the engine, which all nodes share. */
export interface SecretWrites extends SecretReads {
  /**
   * Stores the secret unless there is one with that name, and returns the stored one, which is the same for every
   * caller.
   */
  getOrCreate(name: string, value: string): Promise<string>
}
