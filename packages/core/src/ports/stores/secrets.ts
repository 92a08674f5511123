export interface SecretReads {
  /** `undefined` where there is none of that name. */
  get(name: string): Promise<string | undefined>
}

/** Secrets of the engine itself, which all nodes share. */
export interface SecretWrites extends SecretReads {
  /** Stores the secret unless there is one of that name; answers the one that is stored, the same to all who ask. */
  getOrCreate(name: string, value: string): Promise<string>
}
