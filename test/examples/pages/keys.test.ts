import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { loadPageModule, pageModules } from './page-module.js'

interface Key {
  readonly isComposing?: boolean
  readonly keyCode?: number
}

interface Keys {
  isComposed(event: Key): boolean
  onKey(target: EventTarget, listener: (event: Event) => void): void
  keepKeysIn(target: EventTarget): void
}

let keys: Keys

before(async () => {
  keys = await loadPageModule('keys.js')
})

test('a key belongs to an input method while it composes, and when it ends a composition', () => {
  assert.equal(keys.isComposed({ isComposing: true, keyCode: 13 }), true)
  assert.equal(keys.isComposed({ isComposing: true, keyCode: 229 }), true)
  assert.equal(keys.isComposed({ isComposing: false, keyCode: 229 }), true)
  assert.equal(keys.isComposed({ isComposing: false, keyCode: 13 }), false)
  assert.equal(keys.isComposed({}), false)
})

test('a page does not receive keys that belong to an input method', () => {
  const target = new EventTarget()
  const received: Event[] = []
  keys.onKey(target, (event) => received.push(event))
  const usual = keydown({ isComposing: false, keyCode: 13 })
  for (const event of [keydown({ keyCode: 229 }), keydown({ isComposing: true, keyCode: 13 }), usual])
    target.dispatchEvent(event)
  assert.deepEqual(received, [usual])
})

test('every page receives keys through the same guard', () => {
  const users = [...pageModules()].filter(([, text]) =>
    /['"`]key(?:down|up|press)['"`]|onkey\w+ =/.test(text),
  )
  assert.deepEqual(
    users.map(([name]) => name),
    ['keys.js'],
  )
})

function keydown(key: Key): Event {
  return Object.assign(new Event('keydown'), key)
}
