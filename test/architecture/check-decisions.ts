import type { SourceFile } from './workspace.js'

export const decisionsPage = 'docs/decisions.md'

const NUMBER = /^(?:## (?<section>\d+)\. |- \*\*(?<item>\d+\.\d+)\*\* )/gm
/** Another comment, paragraph, item or row. */
const BLOCK_END = /\*\/|\n\s*\n|\n(?=- |\| )/
/** A document, or a number in it, also one without the sign where the document is this page. */
const CITATION =
  /\b(?<document>decisions?|architecture|RFC[\s*]+\d+\w*)\b|(?:§\s?|(?<=\bdecisions? ))(?<number>\d+(?:\.\d+)*)/gi

interface Citation {
  /** The one that was named last in the same block. */
  readonly document: string | undefined
  readonly number: string
}

/** The numbers of sections (`16`) and items (`16.1`) in the order of the page. */
export function numbersOf(page: string): string[] {
  return [...page.matchAll(NUMBER)].map(({ groups }) => groups?.section ?? groups?.item ?? '')
}

/** One sentence for each number that is not the next one: missing before it, or there twice. */
export function numberingViolations(numbers: readonly string[]): string[] {
  return numbers.flatMap((number, index) => {
    const previous = numbers[index - 1] ?? '0'
    return isNext(number, previous) ? [] : [`has ${number} after ${previous}`]
  })
}

/** One sentence for each citation that leads nowhere, without the file it was found in. */
export function citationViolations(file: SourceFile, numbers: ReadonlySet<string>): string[] {
  return citationsIn(file).flatMap(({ document, number }) => {
    if (document === undefined) return [`cites §${number} of no document`]
    const isSound = !/^decision/i.test(document) || numbers.has(number)
    return isSound ? [] : [`cites decisions §${number}, which does not exist`]
  })
}

function isNext(number: string, previous: string): boolean {
  const [section = 0, item = 0] = previous.split('.').map(Number)
  return number === String(section + 1) || number === `${section}.${item + 1}`
}

function citationsIn({ path, text }: SourceFile): Citation[] {
  // The page cites itself without saying so.
  const document = path === decisionsPage ? 'decisions' : undefined
  return text.split(BLOCK_END).flatMap((block) => citationsInBlock(block, document))
}

function citationsInBlock(block: string, from: string | undefined): Citation[] {
  const citations: Citation[] = []
  let document = from
  for (const { groups } of block.matchAll(CITATION)) {
    if (groups?.number === undefined) document = groups?.document
    else citations.push({ document, number: groups.number })
  }
  return citations
}
