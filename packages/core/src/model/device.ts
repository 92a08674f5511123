/** Platform of a device, which decides the push service. `web` is a browser. */
export type DevicePlatform = 'ios' | 'android' | 'web'

/** A mobile device or a browser on which an agent receives push notifications (decisions §12). */
export interface Device {
  readonly agentId: string
  /** Token of the push service. For the platform `web` it is the push subscription as JSON (decisions §16.25). */
  readonly token: string
  readonly platform: DevicePlatform
  /** Whether the agent wants push notifications on this device. */
  readonly isEnabled: boolean
  /** Name of the application on the device; `null` when it did not say. */
  readonly applicationName: string | null
  readonly applicationVersion: string | null
  /** When the application last registered the device. */
  readonly putAt: number
}
