import {
  getChatsSummary,
  getChatsSummaryWithoutPages,
  getChatThreads,
  getChatThreadsSummary,
  getChatThreadsSummaryWithoutPages,
  login,
} from '../../packages/core/src/contract/customer-actions.js'
import * as customerPushes from '../../packages/core/src/contract/customer-pushes.js'
import type { ApiVersion } from '../../packages/core/src/contract/versions.js'
import type { RtmClient } from '../support/rtm-client.js'
import { answerOf } from './checked.js'
import type { ClientApi, Snapshot, SnapshotChat } from './client-api.js'
import { customerAnswers } from './customer-answers.js'
import { customerHandlers } from './customer-pushes.js'
import { changeBy } from './push-handlers.js'
import { catchUpField, incompleteIds } from './returns.js'

/** Page size: more chats than one sequence starts. */
const page = { limit: 25 }

export function customerApi(version: ApiVersion<'customer'>): ClientApi {
  return {
    api: 'customer',
    version,
    changeBy: ({ action, payload }) =>
      changeBy(customerPushes, customerHandlers, { version, name: action, payload }),
    readSnapshot: (connection, token, details) => readSnapshot(connection, version, token, details),
    comeBack: async (connection, token, sequences) => {
      const answer = await connection.succeed('login', { token, ...catchUpField(sequences) })
      const listedIds = (await listChats(connection, version)).map(({ id }) => id)
      return { profile: undefined, incompleteIds: incompleteIds(answer), listedIds }
    },
    readChat: async (connection, chatId) => (await readChat(connection, version, chatId)).state,
    answersAbout: (chat) => customerAnswers(chat, version),
  }
}

async function readSnapshot(
  connection: RtmClient,
  version: ApiVersion<'customer'>,
  token: string,
  details: object = {},
): Promise<Snapshot> {
  const loggedIn = answerOf(login, version, await connection.succeed('login', { token, ...details }))
  const chats = new Map<string, SnapshotChat>()
  for (const summary of await listChats(connection, version)) {
    const { state, ...read } = await readChat(connection, version, summary.id)
    const sequence = 'sequence' in summary ? summary.sequence : undefined
    chats.set(summary.id, { answers: { summary, ...read }, state, sequence })
  }
  return { profile: undefined, login: loggedIn, chats }
}

async function listChats(connection: RtmClient, version: ApiVersion<'customer'>) {
  const list = version === 'v0.5' ? getChatsSummary : getChatsSummaryWithoutPages
  return answerOf(list, version, await connection.succeed('get_chats_summary', page)).chats_summary
}

/** Reads a chat with all of its threads. */
async function readChat(connection: RtmClient, version: ApiVersion<'customer'>, chat_id: string) {
  const list = version === 'v0.5' ? getChatThreadsSummary : getChatThreadsSummaryWithoutPages
  const listed = answerOf(list, version, await connection.succeed('get_chat_threads_summary', { chat_id }))
  const { threads_summary } = listed
  const thread_ids = threads_summary.map(({ id }) => id)
  const answer = await connection.succeed('get_chat_threads', { chat_id, thread_ids })
  const { chat } = answerOf(getChatThreads, version, answer)
  const { id, users, threads, properties = {}, scopes } = chat
  return { chat, threads_summary, state: { id, users, threads, properties, scopes } }
}
