import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { after, before, test } from 'node:test'
import * as agentPushes from '../../packages/core/src/contract/agent-pushes.js'
import * as customerPushes from '../../packages/core/src/contract/customer-pushes.js'
import { TestEngine } from '../support/engine.js'
import { memoryDatabase } from '../support/storages.js'
import { type Gap, type GapName, gaps } from './gaps.js'
import { playInterleaving } from './play.js'
import type { SideAction } from './side-actions.js'
import type { ClientName, Step } from './steps.js'

const versions = { casey: 'v0.5', ada: 'v0.4', bob: 'v0.4' } as const

/** Steps that produce each gap. Chat 0 belongs to Casey, chat 1 to Ada. */
const witnesses: Readonly<Record<GapName, readonly Step[]>> = {
  'Answers to rich messages, for agents': [
    call('ada', 'send_event', {
      chat_id: '$chat.0',
      event: {
        type: 'rich_message',
        template_id: 'cards',
        elements: [{ buttons: [{ text: 'Yes', postback_id: 'yes' }] }],
      },
    }),
    call('casey', 'send_rich_message_postback', {
      ...{ chat_id: '$chat.0', thread_id: '$thread.0', event_id: '$event.0' },
      postback: { id: 'yes', toggled: true },
    }),
  ],
  'Details of customers who are in no active chat': [
    call('casey', 'close_thread', { chat_id: '$chat.0' }),
    call('casey', 'update_customer', { name: 'Cassandra' }),
  ],
  'Details that a customer sends at `login`': [sideActionStep('dana logs in')],
  '`stats.threads`, for agents who do not see all chats': [
    call('casey', 'start_chat', {
      chat: { scopes: { groups: [7] }, thread: { events: [{ type: 'message', text: 'Hello' }] } },
    }),
  ],
  'Earlier pages of a visit': [
    call('casey', 'update_customer', { monitoring: { page: { url: 'https://shop.example/' } } }),
    call('casey', 'update_customer', { monitoring: { page: { url: 'https://shop.example/red' } } }),
  ],
  'Logins and logouts of agents': [
    call('ada', 'join_chat', { chat_id: '$chat.0', agent_ids: ['$person.cora'] }),
    sideActionStep('cora logs in'),
  ],
  'The queue position': [],
  'The end of a ban': [sideActionStep('dana is banned'), sideActionStep('dana is unbanned')],
  'The milliseconds of `order` in the summaries of customers': [
    call('casey', 'send_event', { chat_id: '$chat.0', event: { type: 'message', text: 'Later' } }, 700),
  ],
}

let engine: TestEngine | undefined
before(async () => {
  engine = await TestEngine.start(memoryDatabase)
})
after(() => engine?.stop())

for (const name of Object.keys(gaps).filter(isGapName)) {
  test(`there is no push for: ${name}`, async () => {
    assert.ok(engine)
    const gap: Gap = gaps[name]
    // Casey waits in the queue in all of them.
    const line: Gap = gaps['The queue position']
    const outcomes = await playInterleaving(engine, { versions, steps: witnesses[name] })
    const found = outcomes.flatMap(({ differences, ...situation }) =>
      differences
        .filter((difference) => gap === line || !line.explains(difference, situation))
        .map((difference) => gap.explains(difference, situation)),
    )
    assert.ok(found.length > 0, 'the gap still exists')
    assert.ok(!found.includes(false), 'only the gap differs')
  })
}

test('the guide lists every push and every gap', () => {
  const guide = readFileSync(new URL('../../docs/guides/keeping-current.md', import.meta.url), 'utf8')
  const pushes = [...Object.values(agentPushes), ...Object.values(customerPushes)]
  for (const { name } of pushes) assert.ok(guide.includes(`\`${name}\``), name)
  for (const name of Object.keys(gaps)) assert.ok(guide.includes(`| ${name} |`), name)
})

function isGapName(name: string): name is GapName {
  return Object.hasOwn(gaps, name)
}

function call(who: ClientName, action: string, payload: object, milliseconds = 0): Step {
  const what = { who, version: versions[who], action, payload: { ...payload }, seconds: 0 }
  return { what, milliseconds, isAwaited: true }
}

function sideActionStep(what: SideAction): Step {
  return { what, milliseconds: 0, isAwaited: true }
}
