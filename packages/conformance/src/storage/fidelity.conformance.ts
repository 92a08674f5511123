import assert from 'node:assert/strict'
import type { EventContent } from '@parley/core/storage'
import { added, appendCommand, givenChat, newAgent, newEvent } from './fixtures.js'
import type { StorageContext } from './storage-context.js'
import type { StorageCases } from './suite.js'

const texts: Readonly<Record<string, string>> = {
  'emoji and joined emoji': '👋🏽 👩‍👩‍👧‍👦 🏳️‍🌈',
  'quotes and backslashes': `it's "quoted" \\ \`back\` \\u0041 %s $1 ? ; -- drop`,
  'right-to-left and combining': 'שלום עולם e\u0301 \u202Eoverride\u202C',
  'white space': '  leading\ttab\r\nlines\u2028\u00a0\ufeff  ',
  'control characters': '\u0001\u001f\u007f\u0085',
  'a very long text': 'äöü-'.repeat(4_096),
  'an empty text': '',
  'what looks like other types': '1e2',
}

/** JSON texts that a client may send. Storage must return the same JSON, including the order of keys. */
const jsonTexts: Readonly<Record<string, string>> = {
  'an own __proto__ key': '{"__proto__":{"polluted":true},"constructor":{"prototype":1}}',
  'keys in their order': '{"b":1,"a":2,"z":{"y":1,"x":2},"":3,"a b":4}',
  'numbers of every kind': '{"a":100,"b":1.5,"c":1e+21,"d":5e-324,"e":9007199254740991,"f":-1,"g":0.1}',
  'nesting and emptiness': '{"a":[],"b":{},"c":[[[]]],"d":null,"e":[null,false,true,0,""]}',
  escapes: '{"quote\\"":"back\\\\slash","line":"\\n\\t","emoji":"🙂"}',
}

export function fidelityCases(cases: StorageCases): void {
  for (const [what, text] of Object.entries(texts)) {
    cases.add(`keeps ${what}`, async (context) => {
      const content: EventContent = { type: 'message', text }
      assert.deepEqual(await storedContents(context, content), [content, content])
      const agent = newAgent(context.license, `id ${text}`, { name: text, avatar: text })
      await context.write((tx) => tx.agents.insert(agent))
      assert.deepEqual(await context.read.agents.get(agent.id), agent)
      assert.deepEqual(await context.read.agents.listByIds(context.license.id, [agent.id]), [agent])
    })
  }
  for (const [what, json] of Object.entries(jsonTexts)) {
    cases.add(`keeps JSON with ${what}`, async (context) => {
      const content: object = JSON.parse(json)
      const stored = await storedContents(context, { type: 'custom', content })
      const custom = stored.map((one) => (one?.type === 'custom' ? JSON.stringify(one.content) : undefined))
      assert.deepEqual(custom, [json, json])
    })
  }
  cases.add('tells an absent value from a null and an empty one', async (context) => {
    const content: EventContent = { type: 'rich_message', template_id: 'cards', elements: [{ title: '' }] }
    assert.deepEqual(await storedContents(context, content), [content, content])
    const bare: EventContent = { type: 'annotation', annotation_type: 'rating' }
    assert.deepEqual(await storedContents(context, bare), [bare, bare])
  })
}

/** Stores the content with an append command and within a transaction, and returns it as both read it back. */
async function storedContents(context: StorageContext, content: EventContent) {
  const head = (await context.read.chats.getHead('chat')) ?? (await givenChat(context))
  const events = [newEvent('event', { content, customId: 'custom ✓' })]
  await context.storage.appendEvents([appendCommand(head, events)])
  await context.write((tx) => tx.chats.append('chat', added(events)))
  const [thread] = await context.read.chats.listThreads('chat', [head.thread.id])
  return (thread?.events ?? []).slice(-2).map((event) => event.content)
}
