import { fold, southeastAsian } from './fold.js'

/** Maximum number of different words of a value. Further ones are ignored. */
const maxWordCount = 500
/** Maximum length of a word in characters. */
const maxWordLength = 40

const unspaced = String.raw`\p{scx=Han}\p{scx=Hiragana}\p{scx=Katakana}\p{scx=Hangul}\p{scx=Bopomofo}${southeastAsian}`
const letters = String.raw`[\p{L}\p{N}[\p{M}&&[${southeastAsian}]]]`
const texts = new RegExp(String.raw`${letters}+|\p{RI}{2}|[\p{Sm}\p{Sc}\p{So}]`, 'gv')
const hasUnspaced = new RegExp(`[${unspaced}]`, 'u')
const runs = new RegExp(`[${unspaced}]+|[^${unspaced}]+`, 'gu')
const characters = /\P{M}\p{M}*/gu

/** Returns the words of a value. Scripts without spaces are split into single characters and pairs of them. */
export function words(value: string): readonly string[] {
  const found = new Set<string>()
  for (const word of wordsOf(value)) {
    found.add(cut(word))
    if (found.size === maxWordCount) break
  }
  return [...found]
}

function* wordsOf(value: string): Generator<string, void, undefined> {
  for (const [text] of fold(value).matchAll(texts)) {
    if (!hasUnspaced.test(text)) {
      yield text
      continue
    }
    for (const [run] of text.matchAll(runs)) {
      if (hasUnspaced.test(run)) yield* charactersAndPairs(run.match(characters) ?? [])
      else yield run
    }
  }
}

function charactersAndPairs(run: readonly string[]): readonly string[] {
  return [...run, ...run.slice(1).map((character, index) => `${run[index]}${character}`)]
}

function cut(word: string): string {
  return word.length <= maxWordLength ? word : [...word].slice(0, maxWordLength).join('')
}
