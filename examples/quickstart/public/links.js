import { element } from './dom.js'

/**
 * Matches a possible web address in a text. It does not begin within a word, and it ends at characters that no address
 * contains: spaces, quotes, brackets, punctuation of scripts that are written without spaces, and marks that reverse or
 * hide what follows.
 */
const CANDIDATE =
  /(?<![a-z0-9])https?:\/\/[^\s<>"“”«»`\\、。，；：！？「」『』（）【】《》〈〉\p{Cc}\u200b\u200e\u200f\u202a-\u202e\u2066-\u2069]+/giu
const ENDS_A_SENTENCE = new Set(".,;:!?'’…،؛؟।")
const OPENING = { ')': '(', ']': '[', '}': '{' }

/**
 * Returns a text as nodes and strings, with its web addresses as links. Takes time in proportion to the length of the
 * text.
 */
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

/** Returns a link to an address that a user wrote, or only the label when it is not a web page. */
export function webLink(address, label = address) {
  const href = webAddress(address)
  if (href === undefined) return label
  return element(
    'a',
    { class: 'text-link', href, target: '_blank', rel: 'noopener noreferrer nofollow' },
    label,
  )
}

/** Returns a link to a file that a user sent. The engine's address may be without its origin. */
export function fileLink(address, attributes, ...children) {
  const href = webAddress(absolute(address))
  if (href === undefined) return element('span', attributes, ...children)
  return element('a', { ...attributes, href, target: '_blank', rel: 'noopener noreferrer' }, ...children)
}

/** Returns a picture of this site, or `undefined` for other sites, which would learn who looks at it. */
export function picture(address, attributes) {
  const src = webAddress(absolute(address))
  if (src === undefined || new URL(src).origin !== location.origin) return undefined
  return element('img', { ...attributes, src, loading: 'lazy', decoding: 'async' })
}

function absolute(address) {
  return URL.canParse(address, location.href) ? new URL(address, location.href).href : ''
}

/**
 * Returns the address if it may be linked. Addresses with user names are refused, because they deceive:
 * `https://bank.example@evil.example/`.
 */
function webAddress(text) {
  if (!URL.canParse(text)) return undefined
  const { protocol, username, password, href } = new URL(text)
  const isOfTheWeb = protocol === 'https:' || protocol === 'http:'
  return isOfTheWeb && username === '' && password === '' ? href : undefined
}

/** Removes punctuation that ends the sentence. A closing bracket stays only if the address contains its opening one. */
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
