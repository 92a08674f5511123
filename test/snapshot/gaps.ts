import { isDeepStrictEqual } from 'node:util'
import type { Client } from './client.js'
import type { Difference } from './differences.js'

/** A change for which the specification has no push. */
export interface Gap {
  readonly why: string
  readonly explains: (difference: Difference, situation: Situation) => boolean
}

export interface Situation {
  readonly client: Client
  /** Ids of users who logged in or out, or were removed, in the meantime. */
  readonly movedIds: ReadonlySet<string>
}

/** All known gaps, named as in docs/guides/keeping-current.md. A difference that none of them explains is a failure. */
export const gaps = {
  'Answers to rich messages, for agents': {
    why: 'The Agent API has no push for them: agents read user_ids of the buttons (decisions §6.20).',
    explains: ({ path }, { client }) =>
      client.api.api === 'agent' && path.includes('buttons') && path.includes('user_ids'),
  },
  'Details of customers who are in no active chat': {
    why: 'customer_updated comes once for each active chat (spec chat.md "Customer API actions", decisions §6.15).',
    explains: ({ path }, { client }) => {
      const { userId, field } = userAt(path)
      return isDetail(field) && !isThreadCount(field) && !isInActiveChat(client, userId)
    },
  },
  'Details that a customer sends at `login`': {
    why: 'The login of a customer causes no push (spec chat.md "Customer API actions").',
    explains: ({ path }, { movedIds }) => {
      const { userId, field } = userAt(path)
      return isDetail(field) && !isThreadCount(field) && movedIds.has(userId)
    },
  },
  '`stats.threads`, for agents who do not see all chats': {
    why: 'stats.threads counts all threads of the customer, and only users who see a thread receive its pushes.',
    explains: ({ path }, { client }) =>
      isThreadCount(userAt(path).field) && client.profile?.permission !== 'administrator',
  },
  'Earlier pages of a visit': {
    why: 'Lists and pushes show the last page, get_chat_threads all of them (decisions §16.18).',
    explains: ({ path, folded, fresh }) =>
      path.at(2) === 'chat' &&
      userAt(path).field.join('.') === 'monitoring.current_visit.pages' &&
      Array.isArray(fresh) &&
      isDeepStrictEqual(folded, fresh.slice(-1)),
  },
  'Logins and logouts of agents': {
    why: 'agent_updated contains what update_agent changed; no push announces that an agent logs in or out.',
    explains: ({ path }, { movedIds }) => {
      const { userId, field } = userAt(path)
      return field[0] === 'routing_status' && movedIds.has(userId)
    },
  },
  'The queue position': {
    why: 'queue_position_updated reaches only clients that ask for it, and this one does not (decisions §7).',
    explains: ({ path }) => path.at(3) === 'queue',
  },
  'The end of a ban': {
    why: 'customer_banned announces the start and duration of a ban; no push announces its end.',
    explains: ({ path, folded, fresh }) =>
      userAt(path).field[0] === 'banned' && folded === true && fresh === false,
  },
  'The milliseconds of `order` in the summaries of customers': {
    why: 'It is the milliseconds of the newest event (decisions §1.3); the times of events are in seconds.',
    explains: ({ path, folded, fresh }, { client }) => {
      if (path.at(2) !== 'summary' || path.at(3) !== 'order' || typeof fresh !== 'number') return false
      return isActivity(folded, fresh, client)
    },
  },
} as const satisfies Readonly<Record<string, Gap>>

export type GapName = keyof typeof gaps

export function isExplained(difference: Difference, situation: Situation): boolean {
  const all: readonly Gap[] = Object.values(gaps)
  return all.some(({ explains }) => explains(difference, situation))
}

/**
 * Returns whether the difference is explained by the time of the last activity. Without an event it is the start of the
 * chat. Before v0.5 rich messages count although they are not shown (decisions §16.3).
 */
function isActivity(folded: unknown, fresh: number, { api }: Client): boolean {
  if (typeof folded !== 'number') return true
  const isSameSecond = Math.floor(fresh / 1_000) * 1_000 === folded
  return isSameSecond || (api.version !== 'v0.5' && fresh > folded)
}

function userAt(path: readonly string[]): { readonly userId: string; readonly field: readonly string[] } {
  const [, , , list, userId = '', ...field] = path
  return list === 'users' ? { userId, field } : { userId: '', field: [] }
}

const details: readonly (string | undefined)[] = ['name', 'email', 'fields', 'monitoring']

function isDetail([name]: readonly string[]): boolean {
  return details.includes(name)
}

function isThreadCount(field: readonly string[]): boolean {
  return field.join('.') === 'monitoring.stats.threads'
}

function isInActiveChat({ chats }: Client, userId: string): boolean {
  return [...chats.values()].some(
    ({ users, threads }) =>
      threads.at(-1)?.active === true && users.some(({ id, present }) => id === userId && present),
  )
}
