import type { SearchTerm } from '../ports/stores/archives.js'

/** In characters; longer words are cut, where they are looked for as where they stand. */
const maxTokenLength = 40
/** Different ones of a text; more of them are passed over. */
const maxTokenCount = 4_096
/** Four times the longest text: what a few characters become that stand for whole phrases, the rest is passed over. */
const maxFoldedLength = 65_536

/**
 * The words of a text, each once, in the order in which they first stand there (decisions §16.22): NFKD, without marks,
 * in lower case, runs of letters and digits of any script. Chinese, Japanese and Korean, where no spaces tell the words
 * apart, go by pairs of characters that overlap; one that stands alone is a word. At most 4,096 of 40 characters each.
 */
export function searchTokens(text: string): readonly string[] {
  const tokens = new Set<string>()
  addTokens(tokens, text, pairsOf)
  return [...tokens]
}

/**
 * Adds what is stored of one text of an event to that of its others. Of a run of Chinese, Japanese and Korean also its
 * last character by itself: so each character begins a token, and who looks for a single one finds it wherever it stands.
 */
export function addIndexedTokens(tokens: Set<string>, text: string): void {
  addTokens(tokens, text, (run) => [...pairsOf(run), ...run.slice(-1)])
}

/**
 * All that an event must have to be found. The last word is a prefix, and so is a single character of Chinese, Japanese or
 * Korean wherever it stands. None: the query has no letter and no digit.
 */
export function searchTerms(query: string): readonly SearchTerm[] {
  const tokens = [...tokensOf(query, pairsOf)]
  const isPrefix = new Map<string, boolean>()
  for (const [index, token] of tokens.entries()) {
    const may = index === tokens.length - 1 || isLoneCharacter(token)
    isPrefix.set(token, may && isPrefix.get(token) !== false)
  }
  return [...isPrefix].map(([token, prefix]) => ({ token, isPrefix: prefix }))
}

/** Without punctuation, which comes to no token. */
const unspaced = String.raw`\p{scx=Han}\p{scx=Hiragana}\p{scx=Katakana}\p{scx=Hangul}\p{scx=Bopomofo}`
const words = /[\p{L}\p{N}]+/gu
const hasUnspaced = new RegExp(`[${unspaced}]`, 'u')
const runs = new RegExp(`[${unspaced}]+|[^${unspaced}]+`, 'gu')

type SplitRun = (characters: readonly string[]) => readonly string[]

function pairsOf(run: readonly string[]): readonly string[] {
  if (run.length === 1) return run
  return run.slice(1).map((character, index) => `${run[index]}${character}`)
}

function addTokens(tokens: Set<string>, text: string, split: SplitRun): void {
  if (tokens.size === maxTokenCount) return
  for (const token of tokensOf(text, split)) {
    tokens.add(token)
    if (tokens.size === maxTokenCount) return
  }
}

function* tokensOf(text: string, split: SplitRun): Generator<string, void, undefined> {
  for (const [word] of folded(text).matchAll(words)) {
    if (!hasUnspaced.test(word)) {
      yield cut(word)
      continue
    }
    for (const [run] of word.matchAll(runs)) {
      if (hasUnspaced.test(run)) yield* split([...run])
      else yield cut(run)
    }
  }
}

const marks = /\p{M}+/gu
const ascii = /^[\0-\x7f]*$/

function folded(text: string): string {
  const lower = text.toLowerCase()
  if (ascii.test(lower)) return lower
  // Marks first, too: to put a long row of them in order takes NFKD a fifth of a second. Composed again, for NFKD takes the
  // characters of Korean apart; the end of a Greek word has a sigma of its own.
  return text
    .replace(marks, '')
    .normalize('NFKD')
    .slice(0, maxFoldedLength)
    .toLowerCase()
    .replace(marks, '')
    .replaceAll('ς', 'σ')
    .normalize('NFC')
}

function cut(token: string): string {
  return token.length <= maxTokenLength ? token : [...token].slice(0, maxTokenLength).join('')
}

function isLoneCharacter(token: string): boolean {
  return hasUnspaced.test(token) && [...token].length === 1
}
