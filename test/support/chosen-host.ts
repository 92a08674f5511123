import { serveBriefly } from './brief-server.js'
import type { StartHost } from './host.js'

let chosen: StartHost = serveBriefly

/** Mounts the engines of this process in a framework instead of a server of their own. */
export function mountIn(host: StartHost): void {
  chosen = host
}

/** What the engines of this process are mounted in. */
export function chosenHost(): StartHost {
  return chosen
}
