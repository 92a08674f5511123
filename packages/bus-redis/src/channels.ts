import type { OutgoingMessage } from '@parley/core/ports'

/** Text to publish on one channel. */
export interface ChannelMessage {
  readonly channel: string
  readonly text: string
}

const maxPayloadLength = 262_144

/**
 * Names the Redis channels and encodes what is published on them. A payload is the id of the sending bus, then one
 * message per line.
 */
export class Channels {
  /** Channel on which the buses talk to each other: heartbeats and loss reports. */
  readonly control: string
  readonly #ownId: string
  readonly #licensePrefix: string

  constructor(prefix: string, ownId: string) {
    this.control = `${prefix}:buses`
    this.#ownId = ownId
    this.#licensePrefix = `${prefix}:license:`
  }

  /** Returns the channel of a license. */
  ofLicense(licenseId: number): string {
    return `${this.#licensePrefix}${licenseId}`
  }

  /** Returns the payload of a control word that this bus sends to all others. */
  controlPayload(word: string): string {
    return `${this.#ownId}\n${word}`
  }

  /** Returns whether the payload is this control word, sent by another bus. */
  isControlOfAnother(text: string, word: string): boolean {
    return text.endsWith(`\n${word}`) && !this.#isOwn(text)
  }

  /** Joins the messages of each license into as few payloads as fit the size limit, and keeps their order. */
  pack(messages: readonly OutgoingMessage[]): readonly ChannelMessage[] {
    const sent: ChannelMessage[] = []
    const open = new Map<number, string>()
    const close = (licenseId: number, text: string) => sent.push({ channel: this.ofLicense(licenseId), text })
    for (const { licenseId, text } of messages) {
      const before = open.get(licenseId)
      const isFull = before !== undefined && before.length + text.length > maxPayloadLength
      if (isFull) close(licenseId, before)
      open.set(licenseId, `${isFull || before === undefined ? this.#ownId : before}\n${text}`)
    }
    for (const [licenseId, text] of open) close(licenseId, text)
    return sent
  }

  /**
   * Yields the messages that another bus sent. Yields nothing for payloads of this bus and for channels of no license.
   */
  *unpack({ channel, text }: ChannelMessage): Iterable<OutgoingMessage> {
    const licenseId = Number(channel.slice(this.#licensePrefix.length))
    if (!channel.startsWith(this.#licensePrefix) || !Number.isInteger(licenseId) || this.#isOwn(text)) return
    const [, ...messages] = text.split('\n')
    for (const message of messages) yield { licenseId, text: message }
  }

  #isOwn(text: string): boolean {
    return text.startsWith(`${this.#ownId}\n`)
  }
}
