import type { Changes } from '../changes/changes.js'
import { Deliveries } from '../webhooks/deliveries.js'
import { DeliveryBytes } from '../webhooks/delivery-bytes.js'
import { ObsoleteDeliveries } from '../webhooks/obsolete-deliveries.js'
import { Sender } from '../webhooks/sender.js'
import type { Ports } from './engine-ports.js'

/** Creates the part that sends webhooks. */
export function createDeliveries(ports: Ports, changes: Changes): Deliveries {
  const { clock, settings, secretKeys } = ports
  const { timeoutMs } = settings.webhooks
  const sender = new Sender({ clock, targets: settings.webhookTargets, timeoutMs })
  const obsolete = new ObsoleteDeliveries({ ...ports, changes })
  const bytes = new DeliveryBytes({ ...ports, changes })
  return new Deliveries({ ...ports, changes, sender, obsolete, bytes, secretKeys })
}
