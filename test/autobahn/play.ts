import { setTimeout as delay } from 'node:timers/promises'
import type { Case, Chop, End, ExpectedFrame, Piece, Step } from './case.js'
import { encodeFrame, opcodes, type SentFrame } from './frames.js'
import type { Peer, ServerFrame } from './peer.js'
import { byServer, closeFrame, normal, pingFrame } from './steps.js'
import type { Sent, Subject } from './subject.js'

/** The result of a case: OK, NON-STRICT or FAILED in the words of the testsuite. */
export type Verdict =
  | { readonly kind: 'ok' }
  | { readonly kind: 'lax' }
  | { readonly kind: 'failed'; readonly why: string }

/**
 * Pause in ms after which a server that fails fast has ended the connection. A slower server is not strict, but does
 * not fail.
 */
const pauseMs = 100
const lastPing = 'all was sent'

/** Plays one case on its own connection, and resolves with the result. */
export async function runCase(subject: Subject, playedCase: Case): Promise<Verdict> {
  const peer = await subject.open()
  try {
    return await new CaseRun(subject, peer, caseFor(subject, playedCase)).run()
  } catch (cause) {
    return failed(cause instanceof Error ? cause.message : String(cause))
  } finally {
    peer.destroy()
  }
}

/**
 * Returns the case as a server without binary messages has to pass it: the first binary message ends the connection.
 */
function caseFor({ binaryCode }: Subject, playedCase: Case): Case {
  const isBinary = playedCase.steps.some((step) => step.kind === 'sized' && step.type === 'binary')
  return isBinary && binaryCode !== null
    ? { ...playedCase, expects: [], end: byServer(binaryCode) }
    : playedCase
}

function failed(why: string): Verdict {
  return { kind: 'failed', why }
}

class CaseRun {
  readonly #subject: Subject
  readonly #peer: Peer
  readonly #case: Case
  readonly #messages: Sent[] = []
  #wasCutOff = false

  constructor(subject: Subject, peer: Peer, played: Case) {
    this.#subject = subject
    this.#peer = peer
    this.#case = played
  }

  async run(): Promise<Verdict> {
    const { steps, expects, laxExpects, end, failsFast } = this.#case
    for (const step of steps) await this.#take(step)
    const last = end.by === 'client' ? await this.#closeAfter(expects.length) : end
    if (end.by === 'server') await this.#requireEnd()
    await this.#peer.waitForEnd()
    const wrong = this.#wrongEnd(last)
    if (wrong !== undefined) return failed(wrong)
    const isLax = failsFast === true && !this.#wasCutOff
    if (this.#hasReceived(expects)) return { kind: isLax ? 'lax' : 'ok' }
    if (laxExpects !== undefined && this.#hasReceived(laxExpects)) return { kind: 'lax' }
    return failed(`it sent ${this.#peer.frames.map(describeFrame).join(', ') || 'nothing'}`)
  }

  /** Sends a last ping, whose pong follows everything else that the server sends, and then a close frame. */
  async #closeAfter(count: number): Promise<End> {
    await this.#peer.waitForFrames(count)
    await this.#write(encodeFrame(pingFrame(lastPing)))
    await this.#peer.waitForFrames(count + 1)
    const last = this.#peer.frames.pop()
    if (last === undefined || !isPongTo(lastPing, last)) {
      throw new Error(`after the last ping it sent ${last === undefined ? 'nothing' : describeFrame(last)}`)
    }
    await this.#sendFrame(closeFrame(normal))
    return byServer(normal)
  }

  /**
   * Sends one more ping to check that the server ends the connection. A server that continues would reply with a pong.
   */
  async #requireEnd(): Promise<void> {
    await this.#write(encodeFrame(pingFrame(lastPing)))
    while (!this.#peer.isEnded) {
      if (this.#peer.frames.some((frame) => isPongTo(lastPing, frame)))
        throw new Error('it keeps the connection open')
      await this.#peer.waitForChange()
    }
  }

  async #take(step: Step): Promise<void> {
    if (this.#peer.isEnded) return
    switch (step.kind) {
      case 'frame':
        return this.#sendFrame(step.frame, step.chop)
      case 'text':
        return this.#sendPieces(step.pieces, step.chop)
      case 'bare':
        return this.#sendMessage('text', step.fragments)
      case 'halting':
        return this.#sendHalting(step.parts)
      case 'sized':
        return this.#sendMessage(step.type, this.#fragmentsOf(step), step.chop)
      case 'answered':
        return this.#peer.waitForFrames(this.#messages.length)
      case 'pause':
        return this.#pause()
    }
  }

  async #sendFrame(frame: SentFrame, chop?: Chop): Promise<void> {
    if (frame.opcode === opcodes.close) this.#peer.noteClosed()
    await this.#write(encodeFrame(frame), chop)
  }

  async #sendPieces(pieces: readonly Piece[], chop?: Chop): Promise<void> {
    const fragments = this.#wrap(pieces.filter((piece) => Buffer.isBuffer(piece)))
    this.#messages.push({ type: 'text', bytes: Buffer.concat(fragments) })
    let sentCount = 0
    let together = Buffer.alloc(0)
    for (const piece of pieces) {
      if ('kind' in piece) {
        await this.#write(together, chop)
        together = Buffer.alloc(0)
        await this.#pause()
        continue
      }
      const frame = Buffer.isBuffer(piece) ? fragmentAt(fragments, sentCount, opcodes.text) : piece
      if (Buffer.isBuffer(piece)) sentCount += 1
      if (chop === 'frame') await this.#write(encodeFrame(frame))
      else together = Buffer.concat([together, encodeFrame(frame)])
    }
    await this.#write(together, chop)
  }

  async #sendMessage(type: 'text' | 'binary', fragments: readonly Buffer[], chop?: Chop): Promise<void> {
    this.#messages.push({ type, bytes: Buffer.concat(fragments) })
    const frames = fragments.map((_, at) => encodeFrame(fragmentAt(fragments, at, opcodes[type])))
    await this.#write(Buffer.concat(frames), chop)
  }

  /** Sends the header with the first part of the text, then the other parts. */
  async #sendHalting(parts: readonly Buffer[]): Promise<void> {
    const wrapped = this.#wrap(parts)
    const payload = Buffer.concat(wrapped)
    this.#messages.push({ type: 'text', bytes: payload })
    const bytes = encodeFrame({ opcode: opcodes.text, payload })
    let from = 0
    let left = bytes.length - payload.length
    for (const part of wrapped) {
      left += part.length
      await this.#write(bytes.subarray(from, left))
      from = left
      if (from < bytes.length) await this.#pause()
    }
  }

  #fragmentsOf({
    bytes,
    fragmentBytes = Math.max(bytes, 1),
  }: Step & { readonly kind: 'sized' }): readonly Buffer[] {
    const message = this.#subject.messageOf(bytes)
    const count = Math.max(1, Math.ceil(bytes / fragmentBytes))
    return Array.from({ length: count }, (_, at) =>
      message.subarray(at * fragmentBytes, (at + 1) * fragmentBytes),
    )
  }

  /** Returns the parts of a text inside the envelope that the server requires. */
  #wrap(parts: readonly Buffer[]): readonly Buffer[] {
    const [before, after] = this.#subject.around
    return parts.map((part, at) => {
      return Buffer.concat([...(at === 0 ? [before] : []), part, ...(at === parts.length - 1 ? [after] : [])])
    })
  }

  async #write(bytes: Buffer, chop?: Chop): Promise<void> {
    await this.#peer.write(bytes, typeof chop === 'number' ? chop : undefined)
  }

  async #pause(): Promise<void> {
    await Promise.race([this.#peer.waitForEnd(), delay(pauseMs)])
    this.#wasCutOff ||= this.#peer.isEnded
  }

  #wrongEnd(end: End): string | undefined {
    const { closeCode } = this.#peer
    if (end.by !== 'server' || (closeCode !== undefined && end.codes.includes(closeCode))) return undefined
    return closeCode === undefined ? 'it ended without a close frame' : `it closed with ${closeCode}`
  }

  #hasReceived(expects: readonly ExpectedFrame[]): boolean {
    const { frames } = this.#peer
    const messages = this.#messages.values()
    return (
      frames.length === expects.length &&
      expects.every((expected, at) => this.#matches(expected, frames[at], messages))
    )
  }

  #matches(
    expected: ExpectedFrame,
    frame: ServerFrame | undefined,
    messages: IterableIterator<Sent>,
  ): boolean {
    if (frame === undefined) return false
    if (expected !== 'answer') return frame.kind === 'pong' && frame.payload.equals(expected.pong)
    const { value } = messages.next()
    return value !== undefined && this.#subject.isAnswer(frame, value)
  }
}

function fragmentAt(fragments: readonly Buffer[], at: number, opcode: number): SentFrame {
  const isFinal = at === fragments.length - 1
  return {
    opcode: at === 0 ? opcode : opcodes.continuation,
    isFinal,
    payload: fragments[at] ?? Buffer.alloc(0),
  }
}

function isPongTo(payload: string, frame: ServerFrame): boolean {
  return frame.kind === 'pong' && frame.payload.toString() === payload
}

function describeFrame(frame: ServerFrame): string {
  return frame.kind === 'wrong'
    ? frame.what
    : `${frame.kind} ${JSON.stringify(frame.payload.toString('latin1', 0, 100))}`
}
