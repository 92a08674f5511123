import { constants, type Http2ServerResponse, type Http2Session } from 'node:http2'

/** Maximum number of concurrent streams, the minimum that RFC 9113 §6.5.2 recommends. Node.js itself sets no limit. */
const maxUnderWay = 100

/**
 * Limits the concurrent requests of an HTTP/2 connection. A request beyond the limit is refused as unprocessed, and the
 * client may try it again (RFC 9113 §8.7).
 */
export class StreamCounts {
  readonly #counts = new WeakMap<Http2Session, number>()

  /** Starts the work immediately, or refuses the stream. */
  run({ stream }: Http2ServerResponse, work: () => void): void {
    const { session } = stream
    // The connection is gone.
    if (session === undefined) return
    const count = this.#counts.get(session) ?? 0
    if (count >= maxUnderWay) {
      stream.close(constants.NGHTTP2_REFUSED_STREAM)
      return
    }
    this.#counts.set(session, count + 1)
    stream.once('close', () => this.#counts.set(session, (this.#counts.get(session) ?? 1) - 1))
    work()
  }
}
