import { plain, wordsIn } from './plain-text.js'

/** Matches a text that begins with a slash, including the wide slash of Chinese, Japanese and Korean input methods. */
const COMMAND = /^[/／]([^\n]*)$/u

/** Returns the words after the slash when the whole text is a search, or `undefined` when it is a message. */
export function queryIn(text) {
  return COMMAND.exec(text)?.[1]
}

/**
 * Returns the replies in which each word of `query` is the beginning of a word. Replies that match by title come first.
 */
export function matchingReplies(replies, query) {
  const wanted = wordsIn(query)
  const inTitle = replies.filter(({ title }) => hasWords(title, wanted))
  const elsewhere = replies.filter(
    (reply) => !inTitle.includes(reply) && hasWords(`${reply.title} ${reply.text}`, wanted),
  )
  return [...inTitle, ...elsewhere]
}

function hasWords(text, wanted) {
  const words = plain(text).match(/[\p{L}\p{N}]+/gu) ?? []
  return wanted.every((part) => words.some((word) => word.startsWith(part)))
}
