import type { SearchTerm } from '../model/search-term.js'
import { isBlank } from './blank-text.js'
import { endsInSign, foldForSearch, southeastAsian } from './search-folding.js'

/** In characters; longer words are cut, where they are looked for as where they stand. */
const maxTokenLength = 40
/** Different ones of a text; more of them are passed over. */
const maxTokenCount = 4_096

/**
 * The words of a text, each once, in the order in which they first stand there (decisions §16.22): folded, runs of letters
 * and digits of any script, and each symbol and emoji by itself. Where no spaces tell words apart (Chinese, Japanese, Korean,
 * Thai, Lao, Khmer, Burmese and their like), they go by pairs of characters that overlap; one that stands alone is a word. At
 * most 4,096 of 40 characters each.
 */
export function searchTokens(text: string): readonly string[] {
  return tokens(text, pairsOf)
}

/** The same, and each single character of the pairs: what only equal words can be looked for in. */
export function searchTokensWithSingles(text: string): readonly string[] {
  return tokens(text, (run) => [...run, ...pairsOf(run)])
}

/**
 * Adds what is stored of one text of an event to that of its others. Of a run without spaces also its last character by
 * itself: so each character begins a token, and who looks for a single one finds it wherever it stands.
 */
export function addIndexedTokens(tokens: Set<string>, text: string): void {
  addTokens(tokens, text, (run) => [...pairsOf(run), ...run.slice(-1)])
}

/**
 * All that an event must have to be found. The last word is a prefix unless it is a sign, and so is a single character of a
 * script without spaces wherever it stands. None: the query is blank, or {@link asksForNothing}.
 */
export function searchTerms(query: string): readonly SearchTerm[] {
  const tokens = [...tokensOf(query, pairsOf)]
  const last = endsInSign(query) ? -1 : tokens.length - 1
  const isPrefix = new Map<string, boolean>()
  for (const [index, token] of tokens.entries()) {
    const may = index === last || isLoneCharacter(token)
    isPrefix.set(token, may && isPrefix.get(token) !== false)
  }
  return [...isPrefix].map(([token, prefix]) => ({ token, isPrefix: prefix }))
}

/** Whether a query says something of which nothing is a word, such as punctuation alone: it finds nothing. */
export function asksForNothing(query: string): boolean {
  return !isBlank(query) && tokensOf(query, pairsOf).next().done === true
}

const unspaced = String.raw`\p{scx=Han}\p{scx=Hiragana}\p{scx=Katakana}\p{scx=Hangul}\p{scx=Bopomofo}${southeastAsian}`
const letters = String.raw`[\p{L}\p{N}[\p{M}&&[${southeastAsian}]]]`
/** Two regional indicators are a flag. */
const words = new RegExp(String.raw`${letters}+|\p{RI}{2}|[\p{Sm}\p{Sc}\p{So}]`, 'gv')
const hasUnspaced = new RegExp(`[${unspaced}]`, 'u')
const runs = new RegExp(`[${unspaced}]+|[^${unspaced}]+`, 'gu')
/** A letter with the marks that it keeps. */
const characters = /\P{M}\p{M}*/gu

type SplitRun = (characters: readonly string[]) => readonly string[]

function pairsOf(run: readonly string[]): readonly string[] {
  if (run.length === 1) return run
  return run.slice(1).map((character, index) => `${run[index]}${character}`)
}

function tokens(text: string, split: SplitRun): readonly string[] {
  const found = new Set<string>()
  addTokens(found, text, split)
  return [...found]
}

function addTokens(tokens: Set<string>, text: string, split: SplitRun): void {
  if (tokens.size === maxTokenCount) return
  for (const token of tokensOf(text, split)) {
    tokens.add(token)
    if (tokens.size === maxTokenCount) return
  }
}

function* tokensOf(text: string, split: SplitRun): Generator<string, void, undefined> {
  for (const [word] of foldForSearch(text).matchAll(words)) {
    if (!hasUnspaced.test(word)) {
      yield cut(word)
      continue
    }
    for (const [run] of word.matchAll(runs)) {
      if (hasUnspaced.test(run)) yield* split(charactersOf(run)).map(cut)
      else yield cut(run)
    }
  }
}

function charactersOf(run: string): readonly string[] {
  return run.match(characters) ?? []
}

function cut(token: string): string {
  return token.length <= maxTokenLength ? token : [...token].slice(0, maxTokenLength).join('')
}

function isLoneCharacter(token: string): boolean {
  return hasUnspaced.test(token) && charactersOf(token).length === 1
}
