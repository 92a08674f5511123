import { Type } from 'typebox'
import { formKeyword } from '../contract/limits.js'
import { parseRange } from '../domain/addresses.js'
import { targetHost } from '../domain/webhook-targets.js'
import { group } from './group.js'

const target = Type.Refine(
  Type.String(),
  (text) => parseRange(text) !== undefined || isHost(text),
  () => 'must be a host, an address or a network such as 10.0.0.0/8',
)

/** As URLs write it, for that is what it is compared with. */
function isHost(text: string): boolean {
  const url = `http://${text}/`
  return URL.canParse(url) && targetHost(new URL(url)) === text
}

export const webhooks = group({
  /**
   * Hosts, addresses and networks that webhooks may go to though they are not public, e.g.
   * `['hooks.internal', '10.0.0.0/8']`; a host whatever it is resolved to.
   */
  allowedTargets: Type.Immutable(
    Type.Array(target, { default: [], [formKeyword]: 'hosts, addresses and networks' }),
  ),
})
