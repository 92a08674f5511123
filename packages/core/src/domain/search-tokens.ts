import type { SearchTerm } from '../model/search-term.js'
import { isBlank } from './blank-text.js'
import { endsInSign, foldForSearch, southeastAsian } from './search-folding.js'

/** Maximum length of a token in characters. Longer words are cut, both in the index and in queries. */
const maxTokenLength = 40
/** Maximum number of different tokens of one text. Further ones are ignored. */
const maxTokenCount = 4_096

/**
 * Returns the words of a text without duplicates, in the order in which they first occur (decisions §16.22). Words are
 * folded; they are runs of letters and digits of any script, and each symbol and emoji is a word of its own.
 * Scripts without spaces between words (Chinese, Japanese, Korean, Thai, Lao, Khmer, Burmese and similar ones) are
 * split into overlapping pairs of characters; a single character is a word too. Returns at most 4,096 words of 40
 * characters each.
 */
export function searchTokens(text: string): readonly string[] {
  return tokens(text, pairsOf)
}

/**
 * Returns the words of a text, and additionally each single character of the pairs. Needed where words are only
 * compared as a whole and not by prefix.
 */
export function searchTokensWithSingles(text: string): readonly string[] {
  return tokens(text, (run) => [...run, ...pairsOf(run)])
}

/**
 * Adds the tokens that are stored for one text of an event. In a script that is written without
 * spaces, the tokens are pairs of characters. The last character is added too, so that every character begins a token
 * and a search for a single character finds it anywhere.
 */
export function addIndexedTokens(tokens: Set<string>, text: string): void {
  addTokens(tokens, text, (run) => [...pairsOf(run), ...run.slice(-1)])
}

/**
 * Returns the terms that an event must all contain to be found. The last word is a prefix unless it is a sign. A single
 * character of a script without spaces is a prefix anywhere. Returns an empty list when the query is blank or {@link
 * hasNoWords}.
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

/** Returns whether the query has text, but no words in it, such as punctuation only. Such a query finds nothing. */
export function hasNoWords(query: string): boolean {
  return !isBlank(query) && tokensOf(query, pairsOf).next().done === true
}

const unspaced = String.raw`\p{scx=Han}\p{scx=Hiragana}\p{scx=Katakana}\p{scx=Hangul}\p{scx=Bopomofo}${southeastAsian}`
const letters = String.raw`[\p{L}\p{N}[\p{M}&&[${southeastAsian}]]]`
/** Two regional indicators form a flag. */
const words = new RegExp(String.raw`${letters}+|\p{RI}{2}|[\p{Sm}\p{Sc}\p{So}]`, 'gv')
const hasUnspaced = new RegExp(`[${unspaced}]`, 'u')
const runs = new RegExp(`[${unspaced}]+|[^${unspaced}]+`, 'gu')
/** A letter together with the marks that it keeps. */
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
