import type { OutgoingMessage } from '@parley/core/ports'

/** One of what is sent together: a channel, and what is said there. */
export interface Sent {
  readonly channel: string
  readonly text: string
}

const maxPayloadLength = 262_144

/** What is said on which channel. A payload is the id of the bus that sends it, and a message in each line after it. */
export class Channels {
  /** Of all buses, for what they tell each other. */
  readonly control: string
  readonly #ownId: string
  readonly #licensePrefix: string

  constructor(prefix: string, ownId: string) {
    this.control = `${prefix}:buses`
    this.#ownId = ownId
    this.#licensePrefix = `${prefix}:license:`
  }

  ofLicense(licenseId: number): string {
    return `${this.#licensePrefix}${licenseId}`
  }

  /** What this bus tells all others. */
  own(word: string): string {
    return `${this.#ownId}\n${word}`
  }

  /** Whether another bus has told all others that. */
  isOfAnother(text: string, word: string): boolean {
    return text.endsWith(`\n${word}`) && !this.#isOwn(text)
  }

  /** What is said of one license goes together, in its order. */
  pack(messages: readonly OutgoingMessage[]): readonly Sent[] {
    const sent: Sent[] = []
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

  /** The messages of other buses; none of what is no message. */
  *unpack({ channel, text }: Sent): Iterable<OutgoingMessage> {
    const licenseId = Number(channel.slice(this.#licensePrefix.length))
    if (!channel.startsWith(this.#licensePrefix) || !Number.isInteger(licenseId) || this.#isOwn(text)) return
    const [, ...messages] = text.split('\n')
    for (const message of messages) yield { licenseId, text: message }
  }

  #isOwn(text: string): boolean {
    return text.startsWith(`${this.#ownId}\n`)
  }
}
