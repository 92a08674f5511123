import assert from 'node:assert/strict'
import { test } from 'node:test'
import { chatHead, fileUrls, now } from '../../test/domain-values.js'
import { agentTarget } from '../../test/push-targets.js'
import { VirtualClock } from '../clock/virtual-clock.js'
import type { Scope } from '../contract/scopes.js'
import { builtInProperties } from '../domain/properties.js'
import { FanOut } from './fan-out.js'
import { PushTargets } from './push-targets.js'

test('reaches an agent who can read the chat only as a new member, not one who could read it before', () => {
  const targets = new PushTargets()
  const reached: string[] = []
  const connect = (name: string, id: string, ...scopes: readonly Scope[]) => {
    targets.add(agentTarget(id, { id, scopes: new Set(scopes) }, { push: () => void reached.push(name) }))
  }
  connect('before', 'ada', 'chats--all:read')
  connect('new', 'ada', 'chats--my:read')
  connect('nothing', 'ada')
  connect('other', 'grace', 'chats--my:read')
  const clock = new VirtualClock(now)
  const fanOut = new FanOut({
    ...{ targets, catalogOf: () => builtInProperties, files: fileUrls, clock, steady: clock },
    failed: (_, cause) => assert.fail(String(cause)),
  })
  const chat = chatHead({ members: [{ id: 'ada', kind: 'agent' }] })
  const content = { name: 'incoming_chat_thread', encode: () => '{}' }
  fanOut.deliver({ kind: 'new reader', chat, agentId: 'ada' }, content, null)
  assert.deepEqual(reached, ['new'])
})
