import { constants, type Http2ServerResponse, type Http2Session } from 'node:http2'

/** As many as RFC 9113 §6.5.2 wants a client to be allowed; Node.js itself sets no bound. */
const maxUnderWay = 100

/**
 * Requests of one HTTP/2 connection are worked on side by side, up to a bound. What is beyond it is sent back as not
 * looked at, which a client may simply try again (RFC 9113 §8.7).
 */
export class StreamCounts {
  readonly #counts = new WeakMap<Http2Session, number>()

  /** Starts the work now, or refuses the stream. */
  take({ stream }: Http2ServerResponse, work: () => void): void {
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
