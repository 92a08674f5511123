import type { ChatMember } from '../model/chat.js'
import type { EventContent } from '../model/event.js'

/** Decides which agents get push notifications about an event, and with which texts (decisions §12, §16.25). */

/** Returns the ids of the agents among the members, without the authors of the event. */
export function notifiedAgents(
  members: readonly ChatMember[],
  authorIds: readonly (string | null)[],
): readonly string[] {
  return members.flatMap(({ kind, id }) => (kind === 'agent' && !authorIds.includes(id) ? [id] : []))
}

/**
 * Returns whether agents are notified of the event. System messages are excluded, because the changes behind them are
 * notified separately, or need no agent.
 */
export function isNotified({ type }: EventContent): boolean {
  return type !== 'system_message'
}

const maxTitleLength = 80
const maxBodyLength = 240

/** Returns the title of a notification for a person's name, or `null` when there is no visible name. */
export function getNotificationTitle(name: string | null | undefined): string | null {
  const title = inOneLine(name ?? '', maxTitleLength)
  return title === '' ? null : title
}

/** Returns the beginning of the event's text, or an empty string when it has no text for people. */
export function getNotificationBody(content: EventContent): string {
  return inOneLine(textOf(content) ?? '', maxBodyLength)
}

function textOf(content: EventContent): string | undefined {
  switch (content.type) {
    case 'message':
    case 'annotation':
    case 'system_message':
      return content.text
    case 'file':
      return content.name
    case 'rich_message':
      return content.elements?.map(({ title, subtitle }) => title ?? subtitle).find((text) => text)
    case 'filled_form':
    case 'custom':
      return undefined
  }
}

/**
 * Number of UTF-16 units that are looked at for each character of the result. Allows for characters of two units, and
 * for blanks that are collapsed.
 */
const lookedAt = 4
/** Blanks, control characters, and lone surrogates, which an event can contain and UTF-8 cannot. */
const blanks = /[\s\p{Cc}\p{Cs}]+/gu

/**
 * Returns the text in one line of at most `maxLength` characters. Removes characters that JSON escapes at length, so
 * each character takes at most 4 bytes.
 */
function inOneLine(text: string, maxLength: number): string {
  const characters = [
    ...text
      .slice(0, lookedAt * maxLength)
      .replace(blanks, ' ')
      .trim(),
  ]
  if (characters.length <= maxLength && text.length <= lookedAt * maxLength) return characters.join('')
  return `${characters.slice(0, maxLength - 1).join('')}…`
}
