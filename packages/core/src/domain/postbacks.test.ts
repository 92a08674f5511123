import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import type { RichMessageElement } from '../model/event.js'
import { withPostback } from './postbacks.js'

const image = { url: 'https://example.com/a.png', width: 2 }
const elements: readonly RichMessageElement[] = [
  {
    ...{ title: 'A', subtitle: 'B', image },
    buttons: [
      { text: 'Yes', postback_id: 'yes', user_ids: [] },
      { text: 'No', postback_id: 'no', user_ids: ['kim'] },
    ],
  },
  { title: 'no buttons' },
  {
    buttons: [
      { postback_id: 'yes', user_ids: ['kim'] },
      { text: 'says nothing', user_ids: [] },
    ],
  },
]

/** Returns the users of each button, in the order of the buttons. */
function userIds(shown: readonly RichMessageElement[] | 'unknown'): readonly (readonly string[])[] {
  assert.ok(shown !== 'unknown')
  return shown.flatMap(({ buttons = [] }) => buttons.map(({ user_ids }) => user_ids))
}

test('toggling adds the user to every button of the postback, in any element', () => {
  const after = withPostback(elements, { userId: 'casey', id: 'yes', isToggled: true })
  assert.deepEqual(userIds(after), [['casey'], ['kim'], ['kim', 'casey'], []])
})

test('untoggling removes only that user from all buttons of the postback', () => {
  const after = withPostback(elements, { userId: 'kim', id: 'yes', isToggled: false })
  assert.deepEqual(userIds(after), [[], ['kim'], [], []])
})

test('a postback changes only the users of buttons', () => {
  const after = withPostback(elements, { userId: 'casey', id: 'yes', isToggled: true })
  const withoutUsers = (shown: unknown) => JSON.stringify(shown).replaceAll(/"user_ids":\[[^\]]*\]/g, '')
  assert.equal(withoutUsers(after), withoutUsers(elements))
  assert.deepEqual(userIds(elements), [[], ['kim'], ['kim'], []])
})

for (const { userId, id, isToggled } of [
  { userId: 'kim', id: 'no', isToggled: true },
  { userId: 'casey', id: 'no', isToggled: false },
  { userId: 'casey', id: 'yes', isToggled: false },
]) {
  test(`returns the same elements when ${id} is already at ${isToggled} for ${userId}`, () => {
    assert.equal(withPostback(elements, { userId, id, isToggled }), elements)
  })
}

test('toggling completes a postback that only some of its buttons have', () => {
  const after = withPostback(elements, { userId: 'kim', id: 'yes', isToggled: true })
  assert.deepEqual(userIds(after), [['kim'], ['kim'], ['kim'], []])
})

for (const id of ['maybe', 'YES', '']) {
  test(`returns unknown for the postback ${JSON.stringify(id)}`, () => {
    assert.equal(withPostback(elements, { userId: 'casey', id, isToggled: true }), 'unknown')
    assert.equal(withPostback([], { userId: 'casey', id, isToggled: true }), 'unknown')
  })
}

test('each button lists the users whose latest postback was toggled, each once', () => {
  const said = fc.record({
    userId: fc.constantFrom('a', 'b'),
    id: fc.constantFrom('yes', 'no'),
    isToggled: fc.boolean(),
  })
  fc.assert(
    fc.property(fc.array(said, { maxLength: 12 }), (postbacks) => {
      const last = new Map<string, boolean>()
      let shown = elements
      for (const postback of postbacks) {
        const after = withPostback(shown, postback)
        assert.ok(after !== 'unknown')
        shown = after
        last.set(`${postback.userId} ${postback.id}`, postback.isToggled)
      }
      for (const { buttons = [] } of shown) {
        for (const { postback_id, user_ids } of buttons) {
          const expected = ['a', 'b'].filter((userId) => last.get(`${userId} ${postback_id}`))
          assert.deepEqual(user_ids.filter((userId) => userId !== 'kim').toSorted(), expected)
        }
      }
    }),
  )
})
