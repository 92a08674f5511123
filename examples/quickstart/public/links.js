import { element } from './dom.js'

/**
 * What may be a web address in a text. It does not begin within a word. It ends at what no address holds: blanks,
 * quotes, brackets and stops of scripts that write without blanks, and marks that turn or hide what follows them.
 */
const CANDIDATE =
  /(?<![a-z0-9])https?:\/\/[^\s<>"“”«»`\\、。，；：！？「」『』（）【】《》〈〉\p{Cc}\u200b\u200e\u200f\u202a-\u202e\u2066-\u2069]+/giu
const ENDS_A_SENTENCE = new Set(".,;:!?'’…،؛؟।")
const OPENING = { ')': '(', ']': '[', '}': '{' }

/** A text as nodes and strings, its web addresses as links. The work grows with the length of the text, no faster. */
export function linked(text) {
  const parts = []
  let end = 0
  for (const { 0: candidate, index } of text.matchAll(CANDIDATE)) {
    const address = withoutEndOfSentence(candidate)
    parts.push(text.slice(end, index), webLink(address))
    end = index + address.length
  }
  return [...parts, text.slice(end)].filter((part) => part !== '')
}

/** A link to where a stranger's address leads, or the bare label where that is no web page. */
export function webLink(address, label = address) {
  const href = webAddress(address)
  if (href === undefined) return label
  return element(
    'a',
    { class: 'text-link', href, target: '_blank', rel: 'noopener noreferrer nofollow' },
    label,
  )
}

/** A link to a file that somebody sent, at an address of the engine, which may be without its origin. */
export function fileLink(address, attributes, ...children) {
  const href = webAddress(absolute(address))
  if (href === undefined) return element('span', attributes, ...children)
  return element('a', { ...attributes, href, target: '_blank', rel: 'noopener noreferrer' }, ...children)
}

/** A picture of this site; `undefined` for what others serve, whom it would tell who looks at it. */
export function picture(address, attributes) {
  const src = webAddress(absolute(address))
  if (src === undefined || new URL(src).origin !== location.origin) return undefined
  return element('img', { ...attributes, src, loading: 'lazy', decoding: 'async' })
}

function absolute(address) {
  return URL.canParse(address, location.href) ? new URL(address, location.href).href : ''
}

/** `https://bank.example@evil.example/` is made to deceive: addresses with user names are no links. */
function webAddress(text) {
  if (!URL.canParse(text)) return undefined
  const { protocol, username, password, href } = new URL(text)
  const isOfTheWeb = protocol === 'https:' || protocol === 'http:'
  return isOfTheWeb && username === '' && password === '' ? href : undefined
}

/** A closing bracket belongs to the address only if that has opened it. */
function withoutEndOfSentence(candidate) {
  const surplus = {}
  let length = candidate.length
  for (; length > 0; length -= 1) {
    const last = candidate[length - 1]
    if (ENDS_A_SENTENCE.has(last)) continue
    if (OPENING[last] === undefined) break
    surplus[last] ??= count(candidate, last) - count(candidate, OPENING[last])
    if (surplus[last] <= 0) break
    surplus[last] -= 1
  }
  return candidate.slice(0, length)
}

function count(text, character) {
  return text.split(character).length - 1
}
