import type { SourceFile } from './workspace.js'

export const decisionsFolder = 'docs/decisions/'
/** Page with the table of all decisions. */
const indexPage = `${decisionsFolder}README.md`

/** Matches the anchor of a section (`16`) or decision (`16.1`), and the visible number after it. */
const ANCHOR = /<a id="(?<id>[^"]*)"><\/a>(?:§(?<number>\d+(?:\.\d+)?) )?/g
/** Matches a link to an anchor of these pages: `[§16.1](access.md#16.1)`, `[§16.1](#16.1)`. */
const LINK = /\[(?<text>[^\]]*)\]\((?<page>[\w./-]*)#(?<id>\d+(?:\.\d+)?)\)/g
/** Matches the end of a comment, paragraph, list item or table row. */
const BLOCK_END = /\*\/|\n\s*\n|\n(?=- |\| )/
/** Matches the name of a document, or a cited number. The sign § is optional after the word decision. */
const CITATION =
  /\b(?<document>decisions?|architecture|RFC[\s*]+\d+\w*)\b|(?:§\s?|(?<=\bdecisions? ))(?<number>\d+(?:\.\d+)*)/gi

interface Citation {
  /** The document that was named last in the same block. */
  readonly document: string | undefined
  readonly number: string
}

/** Returns whether the file is one of the pages of decisions. */
export function isDecisionsPage({ path }: SourceFile): boolean {
  return path.startsWith(decisionsFolder)
}

/** Returns the numbers of the sections (`16`) and decisions (`16.1`) that have an anchor on these pages, sorted. */
export function numbersOf(pages: readonly SourceFile[]): string[] {
  return pages.flatMap(({ text }) => anchorsIn(text)).sort(byNumber)
}

/** Returns one sentence for each anchor that is not followed by its own number. */
export function anchorViolations({ path, text }: SourceFile): string[] {
  return [...text.matchAll(ANCHOR)].flatMap(({ groups }) =>
    groups?.id === groups?.number ? [] : [`${path} has the anchor ${groups?.id} before §${groups?.number}`],
  )
}

/** Returns one sentence for each number that is out of sequence: one is missing before it, or it occurs twice. */
export function numberingViolations(numbers: readonly string[]): string[] {
  return numbers.flatMap((number, index) => {
    const previous = numbers[index - 1] ?? '0'
    return isNext(number, previous) ? [] : [`has ${number} after ${previous}`]
  })
}

/**
 * Returns one sentence for each link between these pages whose anchor does not exist, or differs from the number it
 * shows.
 */
export function linkViolations(pages: readonly SourceFile[]): string[] {
  const anchors = new Set(pages.flatMap(({ path, text }) => anchorsIn(text).map((id) => `${path}#${id}`)))
  return pages.flatMap(({ path, text }) =>
    [...text.matchAll(LINK)].flatMap(({ groups }) => {
      const { text: shown = '', page = '', id = '' } = groups ?? {}
      const target = page === '' ? path : `${decisionsFolder}${page}`
      const isSound = anchors.has(`${target}#${id}`) && shown === `§${id}`
      return isSound ? [] : [`${path} links ${shown} to ${page}#${id}`]
    }),
  )
}

/** Returns one sentence for each number that the table of all decisions does not list exactly once. */
export function indexViolations(pages: readonly SourceFile[]): string[] {
  const index = pages.find(({ path }) => path === indexPage)?.text ?? ''
  const rows = [...index.matchAll(/^\| .*?§(?<number>\d+(?:\.\d+)?)/gm)].map(
    ({ groups }) => groups?.number ?? '',
  )
  return numbersOf(pages).flatMap((number) => {
    const count = rows.filter((row) => row === number).length
    return count === 1 ? [] : [`${indexPage} has ${count} rows of §${number}`]
  })
}

/** Returns one sentence for each citation of a number that does not exist. The sentence omits the file. */
export function citationViolations(file: SourceFile, numbers: ReadonlySet<string>): string[] {
  const violations = citationsIn(file).flatMap(({ document, number }) => {
    if (document === undefined) return [`cites §${number} of no document`]
    const isSound = !/^decision/i.test(document) || numbers.has(number)
    return isSound ? [] : [`cites decisions §${number}, which does not exist`]
  })
  return /\bdecisions\.md\b/.test(file.text)
    ? [...violations, 'names decisions.md, which is a folder now']
    : violations
}

function anchorsIn(text: string): string[] {
  return [...text.matchAll(ANCHOR)].map(({ groups }) => groups?.id ?? '')
}

function byNumber(one: string, other: string): number {
  const [section = 0, item = 0] = one.split('.').map(Number)
  const [otherSection = 0, otherItem = 0] = other.split('.').map(Number)
  return section - otherSection || item - otherItem
}

function isNext(number: string, previous: string): boolean {
  const [section = 0, item = 0] = previous.split('.').map(Number)
  return number === String(section + 1) || number === `${section}.${item + 1}`
}

function citationsIn(file: SourceFile): Citation[] {
  // The pages of decisions cite each other without naming the document.
  const document = isDecisionsPage(file) ? 'decisions' : undefined
  return file.text.split(BLOCK_END).flatMap((block) => citationsInBlock(block, document))
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
