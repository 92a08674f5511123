import { atMost } from '../clock/at-most.js'
import { ParleyConfigError } from '../config-error.js'
import type { Bus, Subscription } from '../ports/bus.js'
import type { BusLink, BusLinkEvents, ConnectBus, OutgoingMessage } from '../ports/bus-link.js'
import type { Clock } from '../ports/clock.js'
import { BusListeners } from './bus-listeners.js'
import { OutgoingMessages } from './outgoing-messages.js'
import { Resuming } from './resuming.js'

/** Options of `linkedBus`. */
export interface LinkedBusOptions {
  /** Makes a link to the broker. */
  readonly connect: ConnectBus
  readonly clock: Clock
  /** Called with the errors that listeners throw, and with received messages that are not JSON. */
  readonly onError: (cause: unknown) => void
  /** Maximum size of the messages that wait while there is no link, in bytes. */
  readonly waitingBytes: number
}

const firstRetryMs = 50
const lastRetryMs = 2_000
/** A link that lasted this long was stable, so the retry delay starts over. */
const goodLinkMs = 10_000
/** Maximum time for sending what was published before the bus was closed. */
const drainMs = 500

/**
 * Creates a bus over links to a broker. When a link breaks, the bus makes another one and reports that messages may
 * have been lost.
 */
export function linkedBus<Message>(options: LinkedBusOptions): Bus<Message> {
  return new LinkedBus(options)
}

class LinkedBus<Message> implements Bus<Message> {
  readonly #options: LinkedBusOptions
  readonly #listeners: BusListeners<Message>
  readonly #outgoing: OutgoingMessages
  readonly #resuming: Resuming
  #link: BusLink | undefined
  /** The reason why there is no link. */
  #failure: unknown = new TypeError('The bus has not started')
  #linkedAt = 0
  #retryMs = firstRetryMs
  #stopWaiting: (() => void) | undefined
  #retrying: Promise<void> | undefined
  #isClosed = false

  constructor(options: LinkedBusOptions) {
    this.#options = options
    this.#listeners = new BusListeners(options.onError)
    this.#outgoing = new OutgoingMessages(options.waitingBytes)
    this.#resuming = new Resuming(options.clock)
  }

  async start(resumed: () => void): Promise<void> {
    this.#check()
    this.#resuming.listen(resumed)
    if (await this.#connect()) this.#resuming.report()
  }

  publish(licenseId: number, message: Message): Promise<void> {
    if (this.#isClosed) return Promise.reject(closedError())
    if (this.#link?.hasListeners() === false) return Promise.resolve()
    return this.#outgoing.publish(licenseId, message)
  }

  async subscribe(licenseId: number, listener: (message: Message) => void): Promise<Subscription> {
    const link = this.#requireLink()
    const unlisten = () => this.#link?.unlisten(licenseId)
    const subscription = this.#listeners.add(licenseId, listener, unlisten)
    try {
      await link.listen([licenseId])
    } catch (cause) {
      subscription.end()
      throw cause
    }
    return subscription
  }

  async ping(): Promise<void> {
    await this.#requireLink().ping()
  }

  async close(): Promise<void> {
    if (this.#isClosed) return
    this.#isClosed = true
    this.#listeners.clear()
    this.#resuming.close()
    this.#stopWaiting?.()
    if (this.#link !== undefined) {
      await atMost(this.#options.clock, drainMs, this.#outgoing.waitUntilDrained())
    }
    this.#outgoing.rejectAll(closedError())
    await this.#retrying
    await this.#link?.close()
    this.#link = undefined
  }

  /**
   * Makes a link. When this resolves, all subscriptions are active again. Returns whether messages were lost meanwhile.
   */
  async #connect(): Promise<boolean> {
    let broken: { readonly cause: unknown } | undefined
    let made: BusLink | undefined
    let hasLost = false
    const events: BusLinkEvents = {
      onMessage: (message) => this.#receive(message),
      onLoss: () => {
        hasLost = true
        if (made !== undefined) this.#resuming.report()
      },
      onDisconnect: (cause) => {
        broken = { cause }
        if (made !== undefined && this.#link === made) this.#breakLink(cause)
      },
    }
    const link = await this.#options.connect(events)
    try {
      await this.#listenAgain(link)
      if (broken !== undefined) throw broken.cause
      this.#check()
    } catch (cause) {
      await link.close()
      throw cause
    }
    made = link
    this.#link = link
    this.#linkedAt = this.#options.clock.monotonic()
    this.#outgoing.startSending((batch) => link.send(batch))
    return hasLost
  }

  async #listenAgain(link: BusLink): Promise<void> {
    const licenseIds = this.#listeners.licenseIds()
    if (licenseIds.length > 0) await link.listen(licenseIds)
    for (const id of licenseIds) if (!this.#listeners.has(id)) link.unlisten(id)
  }

  #breakLink(cause: unknown): void {
    const { clock } = this.#options
    this.#link = undefined
    this.#failure = cause
    this.#outgoing.stopSending()
    if (clock.monotonic() - this.#linkedAt >= goodLinkMs) this.#retryMs = firstRetryMs
    this.#retryLater()
  }

  #retryLater(): void {
    if (this.#isClosed) return
    const stop = this.#options.clock.every(this.#retryMs, () => {
      stop()
      this.#retrying = this.#retry()
    })
    this.#stopWaiting = stop
    this.#retryMs = Math.min(2 * this.#retryMs, lastRetryMs)
  }

  async #retry(): Promise<void> {
    try {
      await this.#connect()
    } catch (cause) {
      this.#failure = cause
      this.#retryLater()
      return
    }
    this.#resuming.report()
  }

  #receive({ licenseId, text }: OutgoingMessage): void {
    if (!this.#listeners.has(licenseId)) return
    let message: Message
    try {
      message = JSON.parse(text)
    } catch (cause) {
      this.#options.onError(cause)
      return
    }
    this.#listeners.notify(licenseId, message)
  }

  #requireLink(): BusLink {
    this.#check()
    if (this.#link === undefined) throw new Error('The bus is not connected', { cause: this.#failure })
    return this.#link
  }

  #check(): void {
    if (this.#isClosed) throw closedError()
  }
}

function closedError(): ParleyConfigError {
  return new ParleyConfigError('bus_closed', {
    message: 'The bus is closed: create a new one. An engine closes its bus',
  })
}
