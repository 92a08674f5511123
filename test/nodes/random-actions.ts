import type { Api } from '../support/world.js'

interface ChatIds {
  readonly chatId: string
  /** Id of the newest thread. */
  readonly threadId: string
  readonly colleagueId: string
}

type RandomAction = readonly [action: string, payload: object]
type MakeAction = (ids: ChatIds, random: () => number) => RandomAction

const say: MakeAction = ({ chatId: chat_id }, random) => [
  'send_event',
  { chat_id, event: { type: 'message', text: `${random()}` } },
]

/** Actions of both agents and customers, most of which are messages. */
const common: readonly MakeAction[] = [
  ...Array<MakeAction>(6).fill(say),
  ({ chatId: chat_id }, random) => [
    'update_chat_properties',
    { chat_id, properties: { shop: { color: `${random()}` } } },
  ],
  ({ chatId: chat_id, threadId: thread_id }, random) => [
    'update_chat_thread_properties',
    { chat_id, thread_id, properties: { shop: { color: `${random()}` } } },
  ],
  ({ chatId: chat_id }) => ['update_last_seen_timestamp', { chat_id }],
  ({ chatId: chat_id }) => ['close_thread', { chat_id }],
]

const makersOf: Readonly<Record<Api, readonly MakeAction[]>> = {
  customer: [...common, (_, random) => ['update_customer', { name: `Casey ${random()}` }]],
  agent: [
    ...common,
    ({ chatId: chat_id }, random) => [
      'send_event',
      { chat_id, event: { type: 'message', text: `${random()}`, recipients: 'agents' } },
    ],
    ({ chatId: chat_id, colleagueId }) => ['join_chat', { chat_id, agent_ids: [colleagueId] }],
    ({ chatId: chat_id, colleagueId }) => ['remove_from_chat', { chat_id, agent_ids: [colleagueId] }],
  ],
}

/** Returns a random action that a user of that API can do in the chat. */
export function chooseAction(random: () => number, api: Api, ids: ChatIds): RandomAction {
  const makers = makersOf[api]
  const make = makers[Math.floor(random() * makers.length)] ?? say
  return make(ids, random)
}
