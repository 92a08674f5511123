import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'

interface Pipeline {
  /** Response to the newest request. */
  response: ServerResponse
  waitingCount: number
}

/** Number of waiting requests at which the connection is no longer read. */
const maxWaiting = 10
/**
 * Number of waiting requests at which the connection is cut off. One read can bring thousands, and no honest client
 * sends so many.
 */
const maxRead = 32

declare module 'node:net' {
  interface Socket {
    /** Parser of the HTTP server while it serves this socket. The types of Node.js do not include it. */
    readonly parser?: { onIncoming?: () => number } | null
  }
}

/**
 * Handles pipelined requests (RFC 9112 §9.3.2) one after the other, in the order in which they are responded to anyway.
 * So a connection never causes more concurrent work than a client that waits for its responses, and one that does not
 * read its responses causes none. A connection that sends far more is cut off.
 */
export class PipelinedRequests {
  readonly #pipelines = new WeakMap<Socket, Pipeline>()

  /**
   * Starts the work immediately, or when the responses to all earlier requests of the connection are sent. Never starts
   * it when the connection breaks.
   */
  run({ socket, headers }: IncomingMessage, response: ServerResponse, work: () => void): void {
    const pipeline = this.#pipelines.get(socket)
    if (pipeline === undefined) {
      this.#pipelines.set(socket, { response, waitingCount: 0 })
      work()
      return
    }
    const previous = pipeline.response
    pipeline.response = response
    const isChunked = headers['transfer-encoding'] !== undefined
    // The chunks of a body are not counted while it waits. Over TLS, a client can have the whole previous response
    // before Node.js reports that it is written.
    const mayBegin = isChunked ? previous.writableEnded : previous.writableFinished
    if (mayBegin) work()
    // No client sends such a body ahead of a response.
    else if (isChunked) cutOff(socket)
    else this.#wait(pipeline, previous, socket, work)
  }

  #wait(pipeline: Pipeline, previous: ServerResponse, socket: Socket, work: () => void): void {
    pipeline.waitingCount += 1
    if (pipeline.waitingCount > maxRead) {
      cutOff(socket)
      return
    }
    // Node.js resumes reading after every request that it has parsed, and this one is still being parsed.
    if (pipeline.waitingCount >= maxWaiting) process.nextTick(() => regulate(pipeline, socket))
    // An immediate gives the other connections their turn.
    previous.once('close', () => setImmediate(() => this.#begin(pipeline, socket, work)))
  }

  #begin(pipeline: Pipeline, socket: Socket, work: () => void): void {
    pipeline.waitingCount -= 1
    // The previous response was the last one (RFC 9112 §9.6).
    if (!socket.writable) return
    if (pipeline.waitingCount >= maxWaiting - 1) regulate(pipeline, socket)
    work()
  }
}

function regulate({ waitingCount }: Pipeline, socket: Socket): void {
  if (waitingCount >= maxWaiting) socket.pause()
  else socket.resume()
}

/**
 * Cuts off a connection. Parsing the rest of the read would be most of the work, so this makes the parser believe that HTTP
 * ends with the next request.
 */
function cutOff(socket: Socket): void {
  if (socket.parser) socket.parser.onIncoming = () => upgraded
  socket.destroy()
}

/** Value that the parser's callback returns for a request after which another protocol begins. */
const upgraded = 2
