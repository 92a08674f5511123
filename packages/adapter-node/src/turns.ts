import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'

interface Line {
  /** To the newest request. */
  response: ServerResponse
  waitingCount: number
}

/** When so many requests of a connection wait, it is not read any more. */
const maxWaiting = 10
/** One read can bring thousands, and nobody has an honest use for so many. */
const maxRead = 32

declare module 'node:net' {
  interface Socket {
    /** Of the HTTP server, which does not name it in its types; while it serves this socket. */
    readonly parser?: { onIncoming?: () => number } | null
  }
}

/**
 * Requests that a client sends without waiting for answers (RFC 9112 §9.3.2) are worked on one after the other, in the
 * order in which they are answered anyway. So a connection never causes more work at once than a client that waits,
 * and one that does not read its answers causes none. One that sends many more is cut off.
 */
export class RequestTurns {
  readonly #lines = new WeakMap<Socket, Line>()

  /** Starts the work now, or when the answers to all earlier requests of the connection are out; never, if it breaks. */
  take({ socket, headers }: IncomingMessage, response: ServerResponse, work: () => void): void {
    const line = this.#lines.get(socket)
    if (line === undefined) {
      this.#lines.set(socket, { response, waitingCount: 0 })
      work()
      return
    }
    const previous = line.response
    line.response = response
    if (previous.writableFinished) work()
    // Nobody would count what its chunks cost until its turn comes, and no client sends such a one ahead.
    else if (headers['transfer-encoding'] !== undefined) cutOff(socket)
    else this.#wait(line, previous, socket, work)
  }

  #wait(line: Line, previous: ServerResponse, socket: Socket, work: () => void): void {
    line.waitingCount += 1
    if (line.waitingCount > maxRead) {
      cutOff(socket)
      return
    }
    // Not at once: Node.js reads on after every request that it has parsed, and this one is being parsed.
    if (line.waitingCount >= maxWaiting) process.nextTick(() => regulate(line, socket))
    // An immediate, so that the other connections have their turn in between.
    previous.once('close', () => setImmediate(() => this.#begin(line, socket, work)))
  }

  #begin(line: Line, socket: Socket, work: () => void): void {
    line.waitingCount -= 1
    // Ended: the answer before was the last one (RFC 9112 §9.6).
    if (!socket.writable) return
    if (line.waitingCount >= maxWaiting - 1) regulate(line, socket)
    work()
  }
}

function regulate({ waitingCount }: Line, socket: Socket): void {
  if (waitingCount >= maxWaiting) socket.pause()
  else socket.resume()
}

/** The read is still being parsed, which is most of the work: the parser is told that HTTP ends with the next request. */
function cutOff(socket: Socket): void {
  if (socket.parser) socket.parser.onIncoming = () => upgraded
  socket.destroy()
}

/** What the parser's callback answers for a request after which another protocol begins. */
const upgraded = 2
