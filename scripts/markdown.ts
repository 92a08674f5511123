const generated = '<!-- Written by `npm run docs` from the source. Do not edit. -->'

export function page(title: string, lines: readonly string[]): string {
  return `${[`# ${title}`, '', generated, '', ...lines].join('\n')}\n`
}

export function table(head: readonly string[], rows: readonly (readonly string[])[]): readonly string[] {
  const row = (cells: readonly string[]) =>
    `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`
  return [row(head), `|${'---|'.repeat(head.length)}`, ...rows.map(row)]
}
