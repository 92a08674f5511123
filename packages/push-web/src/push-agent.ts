import { Agent } from 'node:https'
import { publicLookup } from './public-hosts.js'

/** Idle connections to one host. */
const idleSocketCount = 16
/**
 * How long they stay. Push services are few, but agents name hosts, as many as they like: what those keep open would
 * come to every file descriptor there is.
 */
const idleSocketMs = 10_000

/** The connections to push services: to public addresses alone, unless the options say otherwise. */
export function pushAgent(
  { allowPrivateTargets, ca }: { readonly allowPrivateTargets?: boolean; readonly ca?: string },
  idleMs = idleSocketMs,
): Agent {
  return new Agent({
    ...{ keepAlive: true, maxFreeSockets: idleSocketCount, timeout: idleMs },
    ...(allowPrivateTargets !== true && { lookup: publicLookup }),
    ...(ca !== undefined && { ca }),
  })
}
