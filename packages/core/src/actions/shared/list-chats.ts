import { nextTurn } from '../../clock/next-turn.js'
import { jsonBytes } from '../../domain/json-bytes.js'
import type { ChatSummary } from '../../model/chat.js'
import type { ChatPosition, ChatsPiece, ListedChats } from '../../ports/stores/chat-lists.js'
import type { ChatContext } from './access.js'

/** What is read, and decoded, in one turn of the event loop. */
const pieceBytes = 262_144
/** No chat that is listed is longer as JSON. */
export const longestListedBytes = 2.5 * 1_048_576
/** No piece is: a byte is escaped into six at most, and its last chat may go beyond it. */
const longestPieceBytes = 6 * pieceBytes + longestListedBytes

export interface ChatList<Listed extends ListedChats, Shown> {
  readonly after: ChatPosition | null
  /** Entries at most. */
  readonly count: number
  /** What the list goes by. */
  readonly by: (chat: ChatSummary) => number
  readonly read: (piece: ChatsPiece) => Promise<Listed>
  readonly show: (chat: ChatSummary) => Shown
}

export interface ShownChats<Listed extends ListedChats, Shown> {
  readonly shown: readonly Shown[]
  /** What was read first. */
  readonly first: Listed
  /** Where a list that was cut goes on, and by what it was cut; `undefined`: nothing was left out. */
  readonly cut: { readonly at: ChatPosition; readonly by: 'count' | 'bytes' } | undefined
}

/**
 * Chats as they are shown, until there are as many as asked for, or as many bytes as one list may have
 * (decisions §16.19); one in any case. Room for all of it is reserved before anything is read, so that who asks for many
 * lists at once has a few of them made at a time.
 */
export async function listChats<Listed extends ListedChats, Shown extends object>(
  context: ChatContext,
  { after, count, by, read, show }: ChatList<Listed, Shown>,
): Promise<ShownChats<Listed, Shown>> {
  const positionOf = (chat: ChatSummary): ChatPosition => ({ at: by(chat), id: chat.head.id })
  const maxBytes = context.settings.limits.chatsSummaryBytes
  await context.reserveAnswer(maxBytes)
  const first = await read({ after, limit: count, maxBytes: Math.min(pieceBytes, maxBytes) })
  const isFull = first.chats.length === count
  if (maxBytes >= longestPieceBytes && (isFull || !first.hasMore)) {
    const end = first.hasMore ? first.chats.at(-1) : undefined
    return { shown: first.chats.map(show), first, cut: end && { at: positionOf(end), by: 'count' } }
  }
  const shown: Shown[] = []
  let bytes = 0
  let last = after
  let piece: ListedChats = first
  for (;;) {
    for (const chat of piece.chats) {
      const one = show(chat)
      bytes += jsonBytes(one) + 1
      if (last !== null && shown.length > 0 && bytes > maxBytes) {
        return { shown, first, cut: { at: last, by: 'bytes' } }
      }
      shown.push(one)
      last = positionOf(chat)
    }
    if (!piece.hasMore || last === null) return { shown, first, cut: undefined }
    if (shown.length === count) return { shown, first, cut: { at: last, by: 'count' } }
    await nextTurn()
    piece = await read({ after: last, limit: count - shown.length, maxBytes: pieceBytes })
  }
}
