/** Whether a part answers; a `ping` that takes too long is no answer. */
export type PartHealth = 'ok' | 'unavailable'

export interface Health {
  /** `unavailable`: nobody can be served, for the storage does not answer, or the engine is closed or closing. */
  readonly status: PartHealth
  readonly storage: PartHealth
  /** Whether this node hears the others, without which everybody is still served; absent where there is no bus. */
  readonly bus?: PartHealth
  /** Without them everything but files is served; absent where the host keeps none, or their place cannot be asked. */
  readonly files?: PartHealth
}
