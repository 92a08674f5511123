import { factChat } from '../facts/fact.js'
import type { Chat } from '../model/chat.js'
import type { ThreadWithEvents } from '../model/thread.js'
import type { NewChat } from '../ports/stores/chat-writes.js'
import type { ChangedChat, ChatChange } from './chat-change.js'
import { openedThread } from './open-thread.js'
import { requireStored } from './stored.js'

/** A new chat with its first thread. */
export interface StartedChat extends ChangedChat {
  readonly chat: Chat
  readonly thread: ThreadWithEvents
}

/** Stores a new chat with its first thread. */
export async function startChat({ tx }: ChatChange, newChat: NewChat): Promise<StartedChat> {
  const head = await tx.chats.insert(newChat)
  const chat = requireStored(await tx.chats.get(newChat.id))
  const thread = openedThread(newChat.thread, head, null)
  const fact = {
    name: 'incoming_chat_thread',
    chat: factChat(head),
    shown: chat,
    thread,
    onlyTo: null,
  } as const
  return { head, facts: [fact], chat, thread }
}
