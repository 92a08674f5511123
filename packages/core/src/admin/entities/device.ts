import type { DevicePlatform, Device as StoredDevice } from '../../model/device.js'

/** A mobile device or a browser on which an agent receives push notifications. */
export interface Device {
  readonly agentId: string
  /** Token of the push service. For the platform `web` it is the push subscription as JSON. */
  readonly token: string
  readonly platform: DevicePlatform
  /** Whether the agent wants push notifications on this device. */
  readonly isEnabled: boolean
  /** Name of the application on the device; `null` when it did not say. */
  readonly applicationName: string | null
  readonly applicationVersion: string | null
  /** When the application last registered the device. */
  readonly lastSeenAt: Date
}

/** Returns the device as `admin` shows it. */
export function toDevice({ putAt, ...device }: StoredDevice): Device {
  return { ...device, lastSeenAt: new Date(putAt) }
}
