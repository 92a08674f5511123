import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import { loadPageModule, pageModules } from './page-module.js'

interface Kept {
  get(name: string): unknown
  set(name: string, value: unknown): void
  remove(name: string): void
  names(): string[]
}

type KeptValues = new (openStorage: () => object | null) => Kept

let KeptValues: KeptValues

before(async () => {
  const module = await loadPageModule<{ KeptValues: KeptValues }>('kept.js')
  KeptValues = module.KeptValues
})

describe('kept values', () => {
  test('are JSON in the storage of the browser', () => {
    const storage = new FakeStorage()
    const kept = new KeptValues(() => storage)
    kept.set('draft', { text: 'Hello' })
    assert.equal(Reflect.get(storage, 'draft'), '{"text":"Hello"}')
    assert.deepEqual(new KeptValues(() => storage).get('draft'), { text: 'Hello' })
    kept.remove('draft')
    assert.equal(kept.get('draft'), undefined)
    assert.deepEqual(kept.names(), [])
  })

  const blocked = () => {
    throw new DOMException('The document is blocked.', 'SecurityError')
  }

  for (const [title, openStorage] of [
    ['the storage is blocked', blocked],
    ['there is no storage', () => null],
    ['the storage is full', () => new FakeStorage({ room: 0 })],
  ] as const) {
    test(`stay in memory where ${title}`, () => {
      const kept = new KeptValues(openStorage)
      assert.equal(kept.get('draft'), undefined)
      kept.set('draft', 'Hello')
      kept.set('token', { accessToken: 'abc' })
      assert.equal(kept.get('draft'), 'Hello')
      assert.deepEqual(kept.get('token'), { accessToken: 'abc' })
      assert.deepEqual(kept.names(), ['draft', 'token'])
      kept.remove('draft')
      assert.equal(kept.get('draft'), undefined)
      assert.deepEqual(kept.names(), ['token'])
    })
  }

  test('are the newest ones, even when the storage has an older value and cannot be written', () => {
    const storage = new FakeStorage()
    const kept = new KeptValues(() => storage)
    kept.set('draft', 'Old')
    storage.setRoom(0)
    kept.set('draft', 'New')
    assert.equal(kept.get('draft'), 'New')
    assert.deepEqual(kept.names(), ['draft'])
    storage.setRoom(10)
    kept.set('draft', 'Newest')
    assert.equal(new KeptValues(() => storage).get('draft'), 'Newest')
    kept.remove('draft')
    assert.equal(kept.get('draft'), undefined)
  })

  test('that are not JSON count as absent', () => {
    const storage = new FakeStorage()
    storage.setItem('of another script', '{')
    assert.equal(new KeptValues(() => storage).get('of another script'), undefined)
  })
})

test('no page uses the storage of the browser directly', () => {
  const users = [...pageModules()].filter(([, text]) => /\b(?:local|session)Storage\b/.test(text))
  assert.deepEqual(
    users.map(([name]) => name),
    ['kept.js'],
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
