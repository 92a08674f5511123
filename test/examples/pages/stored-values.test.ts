import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import { loadPageModule, pageModules } from './page-module.js'

interface Values {
  get(name: string): unknown
  set(name: string, value: unknown): void
  remove(name: string): void
  names(): string[]
}

type StoredValues = new (openStorage: () => object | null) => Values

let StoredValues: StoredValues

before(async () => {
  const module = await loadPageModule<{ StoredValues: StoredValues }>('stored-values.js')
  StoredValues = module.StoredValues
})

describe('kept values', () => {
  test('kept values are JSON in the storage of the browser', () => {
    const storage = new FakeStorage()
    const storedValues = new StoredValues(() => storage)
    storedValues.set('draft', { text: 'Hello' })
    assert.equal(Reflect.get(storage, 'draft'), '{"text":"Hello"}')
    assert.deepEqual(new StoredValues(() => storage).get('draft'), { text: 'Hello' })
    storedValues.remove('draft')
    assert.equal(storedValues.get('draft'), undefined)
    assert.deepEqual(storedValues.names(), [])
  })

  const blocked = () => {
    throw new DOMException('The document is blocked.', 'SecurityError')
  }

  for (const [title, openStorage] of [
    ['the storage is blocked', blocked],
    ['there is no storage', () => null],
    ['the storage is full', () => new FakeStorage({ room: 0 })],
  ] as const) {
    test(`kept values stay in memory where ${title}`, () => {
      const storedValues = new StoredValues(openStorage)
      assert.equal(storedValues.get('draft'), undefined)
      storedValues.set('draft', 'Hello')
      storedValues.set('token', { accessToken: 'abc' })
      assert.equal(storedValues.get('draft'), 'Hello')
      assert.deepEqual(storedValues.get('token'), { accessToken: 'abc' })
      assert.deepEqual(storedValues.names(), ['draft', 'token'])
      storedValues.remove('draft')
      assert.equal(storedValues.get('draft'), undefined)
      assert.deepEqual(storedValues.names(), ['token'])
    })
  }

  test('kept values are the newest ones, even when the storage has an older value and cannot be written', () => {
    const storage = new FakeStorage()
    const storedValues = new StoredValues(() => storage)
    storedValues.set('draft', 'Old')
    storage.setRoom(0)
    storedValues.set('draft', 'New')
    assert.equal(storedValues.get('draft'), 'New')
    assert.deepEqual(storedValues.names(), ['draft'])
    storage.setRoom(10)
    storedValues.set('draft', 'Newest')
    assert.equal(new StoredValues(() => storage).get('draft'), 'Newest')
    storedValues.remove('draft')
    assert.equal(storedValues.get('draft'), undefined)
  })

  test('kept values that are not JSON count as absent', () => {
    const storage = new FakeStorage()
    storage.setItem('of another script', '{')
    assert.equal(new StoredValues(() => storage).get('of another script'), undefined)
  })
})

test('no page uses the storage of the browser directly', () => {
  const users = [...pageModules()].filter(([, text]) => /\b(?:local|session)Storage\b/.test(text))
  assert.deepEqual(
    users.map(([name]) => name),
    ['stored-values.js'],
  )
})

/** A `localStorage` whose entries are own properties, as in a browser. */
class FakeStorage {
  #room: number

  constructor({ room = 10 } = {}) {
    this.#room = room
  }

  setRoom(room: number): void {
    this.#room = room
  }

  getItem(name: string): string | null {
    const text: unknown = Reflect.get(this, name)
    return typeof text === 'string' ? text : null
  }

  setItem(name: string, text: string): void {
    if (Object.keys(this).length >= this.#room)
      throw new DOMException('The quota is exceeded.', 'QuotaExceededError')
    Reflect.set(this, name, text)
  }

  removeItem(name: string): void {
    Reflect.deleteProperty(this, name)
  }
}
