import type { StorageReads, StorageTransaction } from '@parley/core/storage'

/** A call of a store's method, such as `chats.lock`, with its arguments. */
export interface Call {
  readonly store: string
  readonly method: string
  readonly values: readonly unknown[]
}

/**
 * Wraps a transaction so that each call that may change data is added to `calls`. Arguments are plain data, so a call
 * can be repeated later. Methods that also exist outside transactions only read, so they are not added.
 */
export function recordCalls(tx: StorageTransaction, reads: StorageReads, calls: Call[]): StorageTransaction {
  return new Proxy(tx, {
    get(stores, store) {
      const found: unknown = Reflect.get(stores, store)
      if (!isObject(found)) return found
      const harmless: unknown = Reflect.get(reads, store)
      const isRecorded = (method: string | symbol) => !isObject(harmless) || !(method in harmless)
      return recordStore(found, (method, values) => {
        if (isRecorded(method)) calls.push(structuredClone({ store: `${String(store)}`, method, values }))
      })
    },
  })
}

function recordStore(store: object, record: (method: string, values: readonly unknown[]) => void): object {
  return new Proxy(store, {
    get(methods, name) {
      const method: unknown = Reflect.get(methods, name)
      if (typeof method !== 'function') return method
      return (...values: readonly unknown[]): unknown => {
        record(String(name), values)
        return Reflect.apply(method, methods, values)
      }
    },
  })
}

/** Repeats the calls, one after the other. */
export async function replay(tx: StorageTransaction, calls: readonly Call[]): Promise<void> {
  for (const { store, method, values } of calls) {
    const found: unknown = Reflect.get(tx, store)
    const called: unknown = isObject(found) ? Reflect.get(found, method) : undefined
    if (typeof called !== 'function')
      throw new Error(`the log has a call of ${store}.${method}, which is not there`)
    await Reflect.apply(called, found, values)
  }
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null
}
