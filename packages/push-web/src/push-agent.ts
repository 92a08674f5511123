import { Agent } from 'node:https'

/** Idle connections to one host. */
const idleSocketCount = 16
/**
 * How long they stay. Push services are few, but agents name hosts, as many as they like: what those keep open would
 * come to every file descriptor there is.
 */
const idleSocketMs = 10_000

/** The connections to push services. */
export function pushAgent({ ca }: { readonly ca?: string }, idleMs = idleSocketMs): Agent {
  return new Agent({
    ...{ keepAlive: true, maxFreeSockets: idleSocketCount, timeout: idleMs },
    ...(ca !== undefined && { ca }),
  })
}
