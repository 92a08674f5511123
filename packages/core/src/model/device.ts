export type DevicePlatform = 'ios' | 'android' | 'web'

/** A mobile device, or a browser, that an agent gets push notifications on (decisions §12). */
export interface Device {
  readonly agentId: string
  /** Of the push service; of platform `web` the push subscription as JSON (decisions §16.25). */
  readonly token: string
  readonly platform: DevicePlatform
  /** Whether the agent wants them there. */
  readonly isEnabled: boolean
  /** As the application on it has called itself. */
  readonly applicationName: string | null
  readonly applicationVersion: string | null
  /** When it was last heard of. */
  readonly putAt: number
}
