import type {
  ArchivePage,
  ArchiveQuery,
  IndexedEvent,
  License,
  NewChat,
  StorageTransaction,
} from '@parley/core/storage'
import { newChat, newEvent, newThread } from './fixtures.js'
import type { StorageContext } from './storage-context.js'

export function archiveQuery(license: License, values: Partial<ArchiveQuery> = {}): ArchiveQuery {
  return {
    licenseId: license.id,
    agentId: 'agent',
    groups: [0],
    reach: 'every',
    terms: [],
    createdFrom: 0,
    createdBefore: Number.MAX_SAFE_INTEGER,
    agentIds: null,
    groupIds: null,
    properties: [],
    after: null,
    offset: 0,
    limit: 100,
    ...values,
  }
}

/** Returns a chat with one thread, created at `createdAt`, that contains one message for each text. */
export function newChatOfTexts(
  license: License,
  id: string,
  createdAt: number,
  texts: readonly string[] = [],
  values: Partial<NewChat> = {},
): NewChat {
  const events = texts.map((text, index) =>
    newEvent(`${id}-event-${index}`, { createdAt, content: { type: 'message', text } }),
  )
  return newChat(license, id, {
    createdAt,
    thread: newThread(`${id}-thread`, { createdAt, events }),
    ...values,
  })
}

/** Indexes all unindexed events of the chats. Each text is split into tokens at its spaces. */
export async function indexTexts(tx: StorageTransaction, chatIds: readonly string[]): Promise<void> {
  for (let ids = chatIds; ids.length > 0; ) {
    const { events, unfinished } = await tx.archives.claimUnindexed(ids, {
      eventCount: 100,
      bytes: 1_000_000,
    })
    const indexed = events.map(({ licenseId, thread, content }): IndexedEvent => {
      const tokens = content.type === 'message' ? content.text.split(' ') : []
      return { licenseId, thread, tokens: [...new Set(tokens)] }
    })
    await tx.archives.index(indexed.filter(({ tokens }) => tokens.length > 0))
    ids = unfinished
  }
}

export function list(context: StorageContext, values: Partial<ArchiveQuery> = {}): Promise<ArchivePage> {
  return context.read.archives.listThreads(archiveQuery(context.license, values))
}

export async function listedIds(
  context: StorageContext,
  values: Partial<ArchiveQuery> = {},
): Promise<readonly string[]> {
  return (await list(context, values)).threads.map(({ id }) => id)
}
