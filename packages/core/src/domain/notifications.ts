import type { ChatMember } from '../model/chat.js'
import type { EventContent } from '../model/event.js'

/** Whom agents' devices are notified of what, and in which words (decisions §12, §16.25). */

/** The agents of these, without those who have done it themselves. */
export function notifiedAgents(
  members: readonly ChatMember[],
  authorIds: readonly (string | null)[],
): readonly string[] {
  return members.flatMap(({ kind, id }) => (kind === 'agent' && !authorIds.includes(id) ? [id] : []))
}

/** What people write; what the engine writes itself tells of changes that are notified of, or need no agent. */
export function isNotified({ type }: EventContent): boolean {
  return type !== 'system_message'
}

const maxTitleLength = 80
const maxBodyLength = 240

export function titleOf(name: string | null | undefined): string | null {
  const title = inOneLine(name ?? '', maxTitleLength)
  return title === '' ? null : title
}

/** How its text begins; `''` where it has none that is for people. */
export function bodyOf(content: EventContent): string {
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

/** So many times as many units are looked at, for characters of two of them and for blanks. */
const lookedAt = 4
/** Also halves of characters that an event can hold, and that are not UTF-8. */
const blanks = /[\s\p{Cc}\p{Cs}]+/gu

/** Without characters that JSON escapes at length, so that each has 4 bytes at most. */
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
