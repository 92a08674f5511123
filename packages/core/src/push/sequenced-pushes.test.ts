import assert from 'node:assert/strict'
import { test } from 'node:test'
import { chatHead, fileUrls, now } from '../../test/domain-values.js'
import { agentTarget } from '../../test/push-targets.js'
import { VirtualClock } from '../clock/virtual-clock.js'
import { builtInProperties } from '../domain/properties.js'
import type { OutgoingFrame } from '../ports/rtm-connection.js'
import type { Audience } from './audience.js'
import { FanOut } from './fan-out.js'
import { PushTargets } from './push-targets.js'

const chat = chatHead({ members: [] })
const audience: Audience = { kind: 'chat', chat, formerMemberIds: [], formerScopes: null, exceptUserId: null }
const content = { name: 'incoming_event', encode: () => '{}' }

test('adds the sequence only for connections that asked for it, in one shared frame', () => {
  const targets = new PushTargets()
  const frames = new Map<string, OutgoingFrame>()
  const connect = (name: string, isSequenced: boolean) => {
    const push = (frame: OutgoingFrame) => void frames.set(name, frame)
    const target = agentTarget(
      name,
      { id: name, scopes: new Set(['chats--all:read']) },
      { isSequenced, push },
    )
    targets.add(target)
    return target
  }
  connect('plain', false)
  connect('one', true)
  connect('other', true)
  const target = connect('asking', true)
  const clock = new VirtualClock(now)
  const fanOut = new FanOut({
    ...{ targets, catalogOf: () => builtInProperties, files: fileUrls, clock, steady: clock },
    failed: (_, cause) => assert.fail(String(cause)),
  })
  const textOf = (name: string) => JSON.parse(frames.get(name)?.text ?? '')
  const commit = { chatId: 'chat', sequence: 12, previousAt: null }
  fanOut.deliver(audience, content, { target, requestId: 'mine' }, commit)
  assert.equal('sequence' in textOf('plain'), false)
  assert.deepEqual(textOf('one'), { sequence: 12, ...textOf('plain') })
  assert.equal(frames.get('one'), frames.get('other'))
  assert.deepEqual(textOf('asking'), { request_id: 'mine', sequence: 12, ...textOf('plain') })
  fanOut.deliver(audience, content, null, { ...commit, sequence: 13 })
  assert.equal(textOf('one').sequence, 13)
  fanOut.deliver(audience, content, null, null)
  assert.equal('sequence' in textOf('one'), false)
})
