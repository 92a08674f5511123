import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { after, before, describe, test } from 'node:test'
import { skipWithout } from '../clients/processes.js'
import { at, listAt, textAt } from '../support/json.js'
import type { Frame, RtmClient } from '../support/rtm-client.js'
import { Program } from './program.js'
import { openShop } from './shop.js'

const bots = [
  { title: 'the bot', command: [process.execPath, 'examples/bot/bot.js'], skip: false },
  { title: 'a bot in Python', command: ['python3', 'test/examples/bot.py'], skip: skipWithout('python3') },
] as const

test('the bot has fewer than 95 lines, and uses only URLs of Parley', () => {
  const text = readFileSync(new URL('../../examples/bot/bot.js', import.meta.url), 'utf8')
  assert.ok(text.trimEnd().split('\n').length < 95)
  const imported = [...text.matchAll(/from '([^']+)'/g)].map(([, name = '']) => name)
  assert.deepEqual(
    imported.filter((name) => !name.startsWith('node:')),
    ['standardwebhooks'],
  )
})

for (const { title, command, skip } of bots) {
  describe(title, { skip }, () => {
    let shop: Awaited<ReturnType<typeof openShop>>
    let grace: { readonly id: string; readonly desk: RtmClient }
    let bot: { readonly id: string; readonly program: Program }

    before(async () => {
      shop = await openShop()
      const [owner, human] = [await shop.hire('Ada'), await shop.hire('Grace')]
      grace = { id: human.id, desk: await human.connect() }
      const program = new Program(command, { PARLEY_URL: shop.url, PARLEY_TOKEN: owner.token, PORT: '0' })
      bot = { id: await program.waitForLine(/answers as (.+)/), program }
    })
    after(async () => {
      await shop.delivered()
      await bot.program.stop()
      await shop.close()
      const failed = bot.program.lines.filter((line) => !line.includes('answers as'))
      assert.deepEqual(failed, [], 'the bot failed')
    })

    /** Returns a customer in a chat in which the bot has sent its greeting. */
    async function startGreetedChat(name: string) {
      const { client } = await shop.connectCustomer(name)
      const chatId = textAt(await client.succeed('start_chat'), 'chat.id')
      const waitForReply = (type: string) => waitForEventBy(bot.id, client, type)
      const greeting = await waitForReply('message')
      assert.equal(at(greeting, 'text'), 'Hello! Ask me about boots, or for a human.')
      const say = (text: string) =>
        client.succeed('send_event', { chat_id: chatId, event: { type: 'message', text } })
      return { client, chatId, say, waitForReply }
    }

    /** Checks that Grace, and no other agent, serves the chat from now on. */
    async function assertHandedOver({
      waitForReply,
      chatId,
    }: Awaited<ReturnType<typeof startGreetedChat>>): Promise<void> {
      assert.equal(at(await waitForReply('message'), 'text'), 'A colleague takes over.')
      const isHers = ({ action, payload }: Frame) =>
        action === 'chat_users_updated' &&
        at(payload, 'chat_id') === chatId &&
        listAt(payload, 'updated_users.agents.added').some((agent) => at(agent, 'id') === grace.id)
      await grace.desk.next(isHers, 'the chat')
      const shown = await grace.desk.succeed('get_chat_threads', { chat_id: chatId })
      const users = listAt(shown, 'chat.users').filter((user) => at(user, 'type') === 'agent')
      const present = users.filter((user) => at(user, 'present') === true)
      assert.deepEqual(
        present.map((user) => at(user, 'id')),
        [grace.id],
      )
    }

    test(`${title} greets, answers a keyword with a card, and hands the chat over when its button is pressed`, async () => {
      const chat = await startGreetedChat('Casey')
      const { client, chatId, say, waitForReply } = chat
      await say('Do you have boots?')
      const card = await waitForReply('rich_message')
      assert.equal(at(card, 'elements.0.title'), 'Hiking boots')
      await client.succeed('send_rich_message_postback', {
        ...{ chat_id: chatId, thread_id: textAt(card, 'thread_id'), event_id: textAt(card, 'id') },
        postback: { id: textAt(card, 'elements.0.buttons.0.postback_id'), toggled: true },
      })
      await assertHandedOver(chat)
    })

    /** Returns a customer whose first message is part of the request that starts the chat. */
    async function openChat(name: string, text: string) {
      const { client } = await shop.connectCustomer(name)
      const thread = { events: [{ type: 'message', text }] }
      const chatId = textAt(await client.succeed('start_chat', { chat: { thread } }), 'chat.id')
      const waitForReply = (type: string) => waitForEventBy(bot.id, client, type)
      const say = (words: string) =>
        client.succeed('send_event', { chat_id: chatId, event: { type: 'message', text: words } })
      return { client, chatId, say, waitForReply }
    }

    test(`${title} answers the first message of a chat`, async () => {
      const { waitForReply } = await openChat('Sam', 'Do you have boots?')
      assert.equal(at(await waitForReply('rich_message'), 'elements.0.title'), 'Hiking boots')
      await assertHandedOver(await openChat('Kim', 'A human, please.'))
      const other = await openChat('Lee', 'Hm.')
      assert.match(textAt(await other.waitForReply('message'), 'text'), /^Hello!/)
    })

    test(`${title} answers the first message of a new thread`, async () => {
      const { client, chatId, say, waitForReply } = await openChat('Max', 'Hm.')
      assert.match(textAt(await waitForReply('message'), 'text'), /^Hello!/)
      await client.succeed('close_thread', { chat_id: chatId })
      await say('Boots, then.')
      assert.equal(at(await waitForReply('rich_message'), 'elements.0.title'), 'Hiking boots')
    })

    test(`${title} ignores other words, and hands the chat over when the customer asks for a human`, async () => {
      const chat = await startGreetedChat('Robin')
      await chat.say('Hm.')
      await chat.say('May I talk to a human?')
      await assertHandedOver(chat)
    })
  })
}

/** Returns the next event of that type from the author, with the id of its thread. */
async function waitForEventBy(authorId: string, client: RtmClient, type: string): Promise<unknown> {
  const isWanted = ({ action, payload }: Frame) =>
    action === 'incoming_event' &&
    at(payload, 'event.type') === type &&
    at(payload, 'event.author_id') === authorId
  const { payload } = await client.next(isWanted, `an event of type ${type}`)
  return { ...Object(at(payload, 'event')), thread_id: at(payload, 'thread_id') }
}
