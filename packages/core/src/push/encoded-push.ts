import type { ChatCaller } from '../domain/caller.js'
import type { FileUrls } from '../domain/file-urls.js'
import type { PropertyCatalog } from '../domain/properties.js'
import { pushName } from '../views/shown-pushes.js'
import { createViewer, type Viewer, type ViewTimes } from '../views/viewer.js'
import { TextFrame } from './text-frame.js'

/** The content of a push. */
export interface PushContent {
  /** Name of the push in the newest version. */
  readonly name: string
  /** Returns the payload as JSON; `undefined` when the push is not meant for the viewer. */
  encode(viewer: Viewer): string | undefined
}

interface Shape {
  readonly api: ChatCaller['api']
  readonly version: ChatCaller['version']
  /** `undefined` when the push is not meant for this API and version. */
  readonly frame: TextFrame | undefined
}

/** A push that is encoded once for each API and version, when the first connection of that version needs it. */
export class EncodedPush {
  readonly #content: PushContent
  readonly #catalog: PropertyCatalog
  readonly #files: FileUrls
  readonly #times: ViewTimes
  /** There are so few shapes that searching an array is faster than a map. */
  readonly #shapes: Shape[] = []

  constructor(content: PushContent, catalog: PropertyCatalog, files: FileUrls, times: ViewTimes) {
    this.#content = content
    this.#catalog = catalog
    this.#files = files
    this.#times = times
  }

  /** Returns the frame; `undefined` when callers of that API and version do not receive the push. */
  getFrame(caller: ChatCaller): TextFrame | undefined {
    const { api, version } = caller
    for (const shape of this.#shapes) if (shape.api === api && shape.version === version) return shape.frame
    const frame = this.#encode(caller)
    this.#shapes.push({ api, version, frame })
    return frame
  }

  #encode(caller: ChatCaller): TextFrame | undefined {
    const name = pushName(caller, this.#content.name)
    if (name === undefined) return undefined
    const payload = this.#content.encode(createViewer(caller, this.#catalog, this.#files, this.#times))
    return payload === undefined ? undefined : pushFrame(name, payload)
  }
}

/** Returns the frame of a push. `name` is the name in the viewer's version, `payload` is JSON. */
export function pushFrame(name: string, payload: string): TextFrame {
  return new TextFrame(`{"action":"${name}","type":"push","payload":${payload}}`)
}

/** Returns the frame with the sequence, for connections that asked for it (decisions §16.9). */
export function withSequence({ text }: TextFrame, sequence: number): TextFrame {
  return new TextFrame(`{"sequence":${sequence},${text.slice(1)}`)
}

/**
 * Returns the frame with the request id, for the connection that made the request (spec chat.md "Transports and
 * envelopes").
 */
export function withRequestId({ text }: TextFrame, requestId: string): TextFrame {
  return new TextFrame(`{"request_id":${JSON.stringify(requestId)},${text.slice(1)}`)
}
