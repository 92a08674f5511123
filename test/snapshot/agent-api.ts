import { getChatThreads, login } from '../../packages/core/src/contract/agent-actions.js'
import * as agentPushes from '../../packages/core/src/contract/agent-pushes.js'
import type { ResponseOf } from '../../packages/core/src/contract/define.js'
import type { ApiVersion } from '../../packages/core/src/contract/versions.js'
import { at } from '../support/json.js'
import type { RtmClient } from '../support/rtm-client.js'
import { agentAnswers } from './agent-answers.js'
import { agentHandlers } from './agent-pushes.js'
import type { Chat, User } from './chat.js'
import { answerOf } from './checked.js'
import type { ClientApi, Snapshot, SnapshotChat } from './client-api.js'
import { changeBy } from './push-handlers.js'
import { catchUpField, incompleteIds } from './returns.js'

export function agentApi(version: ApiVersion<'agent'>): ClientApi {
  return {
    api: 'agent',
    version,
    changeBy: ({ action, payload }) =>
      changeBy(agentPushes, agentHandlers, { version, name: action, payload }),
    readSnapshot: (connection, token, details) => readSnapshot(connection, version, token, details),
    comeBack: async (connection, token, sequences) => {
      const details = { token, reconnect: true, ...catchUpField(sequences) }
      const answer = await connection.succeed('login', details)
      const { my_profile: profile, chats_summary } = answerOf(login, version, answer)
      const listedIds = chats_summary.map(({ id }) => id)
      return { profile, incompleteIds: incompleteIds(answer), listedIds }
    },
    readChat: async (connection, chatId) => {
      const chat = await readChat(connection, version, chatId)
      return chat && stateOf(chat)
    },
    answersAbout: (chat) => agentAnswers(chat, version),
  }
}

/**
 * Reads all chats after the login. Logs in with `reconnect`, because otherwise the login would change the status
 * without a push.
 */
async function readSnapshot(
  connection: RtmClient,
  version: ApiVersion<'agent'>,
  token: string,
  details: object = {},
): Promise<Snapshot> {
  const request = { token, reconnect: true, ...details }
  const answer = answerOf(login, version, await connection.succeed('login', request))
  const { my_profile: profile, chats_summary, ...rest } = answer
  const chats = new Map<string, SnapshotChat>()
  for (const summary of chats_summary) {
    const chat = await readChat(connection, version, summary.id)
    if (chat === undefined) throw new TypeError('A chat of the list cannot be read')
    const sequence = 'sequence' in summary ? summary.sequence : undefined
    chats.set(summary.id, { answers: { summary, chat }, state: stateOf(chat), sequence })
  }
  return { profile, login: rest, chats }
}

type ReadChat = ResponseOf<typeof getChatThreads>['chat']

/** Reads a chat with all of its threads. */
async function readChat(
  connection: RtmClient,
  version: ApiVersion<'agent'>,
  chat_id: string,
): Promise<ReadChat | undefined> {
  const named = await ask(connection, version, { chat_id })
  const thread_ids = named?.threads_summary.map(({ thread_id }) => thread_id)
  return thread_ids && ask(connection, version, { chat_id, thread_ids })
}

async function ask(
  connection: RtmClient,
  version: ApiVersion<'agent'>,
  payload: object,
): Promise<ReadChat | undefined> {
  const answer = await connection.call('get_chat_threads', payload)
  if (answer.success === true) return answerOf(getChatThreads, version, answer.payload).chat
  if (at(answer, 'payload.error.type') === 'authorization') return undefined
  throw new TypeError(`A chat cannot be read: ${JSON.stringify(answer)}`)
}

function stateOf({ id, users, threads = [], properties = {}, scopes }: ReadChat): Chat {
  return { id, users: users.map(withLastPage), threads, properties, scopes }
}

/** Returns the user with only the last page, as in pushes and lists. */
function withLastPage(user: User): User {
  if (!('monitoring' in user) || user.monitoring?.current_visit === undefined) return user
  const { current_visit, ...rest } = user.monitoring
  const lastPage = { ...current_visit, pages: current_visit.pages.slice(-1) }
  return { ...user, monitoring: { ...rest, current_visit: lastPage } }
}
