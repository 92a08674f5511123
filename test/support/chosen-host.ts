import { serveBriefly } from './brief-server.js'
import type { StartHost } from './host.js'

let chosen: StartHost = serveBriefly

/** Mounts the engines of this process in a framework instead of a server of their own. */
export function mountIn(host: StartHost): void {
  chosen = host
}

/** Returns the host in which the engines of this process are mounted. */
export function chosenHost(): StartHost {
  return chosen
}
