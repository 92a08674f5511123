import type { Storage, StorageTransaction } from '@parley/core/storage'
import { within } from './deadline.js'

/** A wrapper around a storage that records what logins read and write, and can delay what they have read. */
export class LoginWatch {
  /** Number of transactions about customers or agents. Other work of the engine in the background does not count. */
  transactionCount = 0
  readonly reads: string[] = []
  /** Called after the data of the next login was read; the login waits for it. */
  #next: (() => Promise<void>) | undefined

  guard(inner: Storage): Storage {
    const { read } = inner
    const tokens: Storage['read']['tokens'] = {
      identify: (hash) => {
        this.reads.push('identify')
        return read.tokens.identify(hash)
      },
      identifyLogin: async (hash) => {
        this.reads.push('identifyLogin')
        const next = this.#next
        this.#next = undefined
        const found = await read.tokens.identifyLogin(hash)
        await next?.()
        return found
      },
      get: (hash) => read.tokens.get(hash),
      listByEntity: (...given) => read.tokens.listByEntity(...given),
      countExpired: (until, limit) => read.tokens.countExpired(until, limit),
    }
    const licenses: Storage['read']['licenses'] = {
      get: (licenseId) => {
        this.reads.push('license')
        return read.licenses.get(licenseId)
      },
      list: (limit, after) => read.licenses.list(limit, after),
    }
    return {
      read: { ...read, tokens, licenses },
      open: () => inner.open(),
      transaction: (work, cancellation) => {
        const count = this.#countOnce()
        return inner.transaction((tx) => work(countingUsers(tx, count)), cancellation)
      },
      appendEvents: (commands, cancellation) => inner.appendEvents(commands, cancellation),
      ping: () => inner.ping(),
      close: () => inner.close(),
    }
  }

  /** Returns a function that counts a transaction once, however often it runs or looks at users. */
  #countOnce(): () => void {
    let isCounted = false
    return () => {
      if (!isCounted) this.transactionCount += 1
      isCounted = true
    }
  }

  forget(): void {
    this.transactionCount = 0
    this.reads.length = 0
  }

  /** Runs `meanwhile` after the data of the next login was read and before the engine receives it. */
  async runBetween<T>(begin: () => T, meanwhile: () => Promise<void>): Promise<T> {
    const beginning = new Promise<void>((resolve, reject) => {
      this.#next = () => meanwhile().then(resolve, reject)
    })
    const begun = begin()
    await within(beginning, () => 'what happens during a login')
    return begun
  }
}

function countingUsers(tx: StorageTransaction, count: () => void): StorageTransaction {
  const { customers, agents, ...others } = tx
  return {
    ...others,
    get customers() {
      count()
      return customers
    },
    get agents() {
      count()
      return agents
    },
  }
}
