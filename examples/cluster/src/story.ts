import { styleText } from 'node:util'
import type { Name } from './conversation.js'

type Style = Parameters<typeof styleText>[0]

const isColored = process.stdout.isTTY && process.env.NO_COLOR === undefined
const styles: Readonly<Record<Name, Style>> = { Ada: 'cyan', Casey: 'yellow' }

function paint(style: Style, text: string): string {
  return isColored ? styleText(style, text) : text
}

/** Prints what happens to the standard output, one line for each event. */
export class Story {
  readonly #startedAt = performance.now()

  title(text: string): void {
    console.log(`\n  ${paint('bold', text)}\n`)
  }

  /** Prints rows with equal numbers of cells. The first cell names what the others are about. */
  table(rows: readonly (readonly string[])[]): void {
    const widths = (rows[0] ?? []).map((_, column) =>
      Math.max(...rows.map((row) => row[column]?.length ?? 0)),
    )
    for (const row of rows) {
      const cells = row.map((cell, column) => cell.padEnd(widths[column] ?? 0))
      console.log(`    ${paint('dim', cells[0] ?? '')}   ${cells.slice(1).join('   ').trimEnd()}`)
    }
    console.log('')
  }

  showMessage(who: Name, text: string, note = ''): void {
    console.log(
      `${this.#time()}   ${paint(styles[who], who.padEnd(5))}  ${text}${note && paint('dim', `  ${note}`)}`,
    )
  }

  showEvent(text: string): void {
    console.log(`${this.#time()} ${paint('green', '●')} ${paint('green', text)}`)
  }

  showFailure(text: string): void {
    console.log(`${this.#time()} ${paint('red', '✖')} ${paint('red', text)}`)
  }

  gap(): void {
    console.log('')
  }

  verdict(isGood: boolean, text: string): void {
    console.log(`  ${paint(isGood ? ['bold', 'green'] : ['bold', 'red'], text)}\n`)
  }

  showHint(lines: readonly string[]): void {
    console.log(lines.map((line) => `  ${line}`).join('\n'))
  }

  #time(): string {
    const seconds = (performance.now() - this.#startedAt) / 1_000
    return paint('dim', `${seconds.toFixed(1).padStart(6)} s`)
  }
}
