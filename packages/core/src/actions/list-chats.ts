import { nextTurn } from '../clock/next-turn.js'
import { jsonBytes } from '../domain/json-bytes.js'
import type { ChatSummary } from '../model/chat.js'
import type { ChatPosition, ChatsPiece, ListedChats } from '../ports/stores/chat-lists.js'
import type { ChatContext } from './access.js'

/** Bytes that are read and decoded in one turn of the event loop. */
const pieceBytes = 262_144
/** Maximum size of one listed chat as JSON, in bytes. */
export const longestListedBytes = 2.5 * 1_048_576
/**
 * Maximum size of a piece as JSON: escaping turns one byte into six at most, and the last chat may exceed the limit.
 */
const longestPieceBytes = 6 * pieceBytes + longestListedBytes

/** Describes a list: its sort order and limit, and how chats are read and shown. */
export interface ChatList<Listed extends ListedChats, Shown> {
  readonly after: ChatPosition | null
  /** Maximum number of entries. */
  readonly count: number
  /** Value that the list is sorted by. */
  readonly by: (chat: ChatSummary) => number
  readonly read: (piece: ChatsPiece) => Promise<Listed>
  readonly show: (chat: ChatSummary) => Shown
}

/** The listed chats. */
export interface ShownChats<Listed extends ListedChats, Shown> {
  readonly shown: readonly Shown[]
  /** The first piece that was read. */
  readonly first: Listed
  /** Position after which a cut list continues, and the limit that cut it; `undefined` when the list is complete. */
  readonly cut: { readonly at: ChatPosition; readonly by: 'count' | 'bytes' } | undefined
}

/**
 * Lists chats until the requested number or the byte limit of one list is reached (decisions §16.19), but at least one.
 * Bytes for the whole list are reserved before anything is read, so a caller who requests many lists at the same time
 * gets a few of them at a time.
 */
export async function listChats<Listed extends ListedChats, Shown extends object>(
  context: ChatContext,
  { after, count, by, read, show }: ChatList<Listed, Shown>,
): Promise<ShownChats<Listed, Shown>> {
  const positionOf = (chat: ChatSummary): ChatPosition => ({ at: by(chat), id: chat.head.id })
  const maxBytes = context.settings.limits.chatsSummaryBytes
  await context.reserveResponse(maxBytes)
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
