import { Agent } from 'node:https'

/** Maximum number of idle connections per host. */
const idleSocketCount = 16
/**
 * Time after which an idle connection is closed, in milliseconds. Agents can name any number of hosts, so connections
 * that stayed open would exhaust the file descriptors.
 */
const idleSocketMs = 10_000

/** Creates the HTTP agent for connections to push services. */
export function pushAgent({ ca }: { readonly ca?: string }, idleMs = idleSocketMs): Agent {
  return new Agent({
    ...{ keepAlive: true, maxFreeSockets: idleSocketCount, timeout: idleMs },
    ...(ca !== undefined && { ca }),
  })
}
