/** State of one part; `unavailable` when its `ping` fails or takes too long. */
export type PartHealth = 'ok' | 'unavailable'

/** Health of a node and its parts. */
export interface Health {
  /** State of the node; `unavailable` when the storage does not respond, or the engine is closed or closing. */
  readonly status: PartHealth
  readonly storage: PartHealth
  /**
   * State of the connection to other nodes; `undefined` without a bus. Requests are served even when it is
   * `unavailable`.
   */
  readonly bus?: PartHealth
  /**
   * State of the file storage; `undefined` when the host stores no files, or the storage cannot be checked. Everything
   * except files is served when it is `unavailable`.
   */
  readonly files?: PartHealth
}
