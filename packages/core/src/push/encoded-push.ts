import type { Caller } from '../domain/caller.js'
import type { PropertyCatalog } from '../domain/properties.js'
import type { PushBody } from '../domain/push.js'
import type { OutgoingFrame } from '../ports/rtm-connection.js'
import { pushView } from '../views/push.js'
import type { Viewer } from '../views/viewer.js'
import type { CustomerTexts } from './customer-texts.js'

export interface EncodedPushDependencies {
  readonly catalog: PropertyCatalog
  readonly customers: CustomerTexts
  readonly now: number
}

interface Shape {
  readonly api: Caller['api']
  readonly version: Caller['version']
  /** `undefined`: the push is not for them. */
  readonly frame: OutgoingFrame | undefined
}

/** One push as each API and version shows it, encoded when the first connection of it is there. */
export class EncodedPush {
  readonly #body: PushBody
  readonly #catalog: PropertyCatalog
  readonly #customers: CustomerTexts
  readonly #now: number
  /** There are so few that a search is quicker than a map. */
  readonly #shapes: Shape[] = []

  constructor(body: PushBody, { catalog, customers, now }: EncodedPushDependencies) {
    this.#body = body
    this.#catalog = catalog
    this.#customers = customers
    this.#now = now
  }

  /** `undefined`: callers of that API and version do not get it. */
  frameFor(caller: Caller): OutgoingFrame | undefined {
    const { api, version } = caller
    for (const shape of this.#shapes) if (shape.api === api && shape.version === version) return shape.frame
    const frame = this.#encode(caller)
    this.#shapes.push({ api, version, frame })
    return frame
  }

  #encode({ api, version }: Caller): OutgoingFrame | undefined {
    const catalog = this.#catalog
    const now = this.#now
    const viewer = api === 'customer' ? { api, version, catalog, now } : { api, version, catalog, now }
    const payload = this.#payloadFor(viewer)
    if (payload === undefined) return undefined
    return frameOf(`{"action":"${this.#body.name}","type":"push","payload":${payload}}`)
  }

  #payloadFor(viewer: Viewer): string | undefined {
    const body = this.#body
    if (body.name === 'customer_updated') return this.#customers.payloadOf(body, viewer)
    const payload = pushView(body, viewer)
    return payload && JSON.stringify(payload)
  }
}

/** Only the requester's copy names the request (spec chat.md "Transports and envelopes"). */
export function withRequestId({ text }: OutgoingFrame, requestId: string): OutgoingFrame {
  return frameOf(`{"request_id":${JSON.stringify(requestId)},${text.slice(1)}`)
}

export function frameOf(text: string): OutgoingFrame {
  return { text, encoded: undefined }
}
