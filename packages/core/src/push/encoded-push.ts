import type { ChatCaller } from '../domain/caller.js'
import type { FileUrls } from '../domain/file-urls.js'
import type { PropertyCatalog } from '../domain/properties.js'
import { pushName } from '../views/shown-pushes.js'
import { type Viewer, type ViewTimes, viewerOf } from '../views/viewer.js'
import { TextFrame } from './text-frame.js'

/** What a push says. */
export interface PushContent {
  /** As on the wire of the newest version. */
  readonly name: string
  /** The payload as JSON; `undefined`: the push is not for them. */
  payloadFor(viewer: Viewer): string | undefined
}

interface Shape {
  readonly api: ChatCaller['api']
  readonly version: ChatCaller['version']
  /** `undefined`: the push is not for them. */
  readonly frame: TextFrame | undefined
}

/** One push as each API and version shows it, encoded when the first connection of it is there. */
export class EncodedPush {
  readonly #content: PushContent
  readonly #catalog: PropertyCatalog
  readonly #files: FileUrls
  readonly #times: ViewTimes
  /** There are so few that a search is quicker than a map. */
  readonly #shapes: Shape[] = []

  constructor(content: PushContent, catalog: PropertyCatalog, files: FileUrls, times: ViewTimes) {
    this.#content = content
    this.#catalog = catalog
    this.#files = files
    this.#times = times
  }

  /** `undefined`: callers of that API and version do not get it. */
  frameFor(caller: ChatCaller): TextFrame | undefined {
    const { api, version } = caller
    for (const shape of this.#shapes) if (shape.api === api && shape.version === version) return shape.frame
    const frame = this.#encode(caller)
    this.#shapes.push({ api, version, frame })
    return frame
  }

  #encode(caller: ChatCaller): TextFrame | undefined {
    const name = pushName(caller, this.#content.name)
    if (name === undefined) return undefined
    const payload = this.#content.payloadFor(viewerOf(caller, this.#catalog, this.#files, this.#times))
    return payload === undefined ? undefined : pushFrame(name, payload)
  }
}

/** `name`: as its version calls it; `payload`: as JSON. */
export function pushFrame(name: string, payload: string): TextFrame {
  return new TextFrame(`{"action":"${name}","type":"push","payload":${payload}}`)
}

/** Only connections that have asked for it get it (decisions §16.9). */
export function withSequence({ text }: TextFrame, sequence: number): TextFrame {
  return new TextFrame(`{"sequence":${sequence},${text.slice(1)}`)
}

/** Only the requester's copy names the request (spec chat.md "Transports and envelopes"). */
export function withRequestId({ text }: TextFrame, requestId: string): TextFrame {
  return new TextFrame(`{"request_id":${JSON.stringify(requestId)},${text.slice(1)}`)
}
