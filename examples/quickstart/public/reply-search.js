import { plain, wordsIn } from './plain-text.js'

/** A slash as the first character, also the wide one of Chinese, Japanese and Korean input methods. */
const COMMAND = /^[/／]([^\n]*)$/u

/** What is looked for in a field whose whole text is a slash and words; `undefined` where it is a message. */
export function queryIn(text) {
  return COMMAND.exec(text)?.[1]
}

/** The replies that have all words of `query`, each as the beginning of a word: those with the words in their titles first. */
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
