/** The blocks of code of a page in one language, in their order, without their fences. */
export function blocksOf(page: string, language: string): readonly string[] {
  const blocks = new RegExp(`^\`\`\`${language}\\n(?<code>[\\s\\S]*?)^\`\`\`$`, 'gm')
  return [...page.matchAll(blocks)].map(({ groups }) => groups?.code ?? '')
}

/** The blocks that begin with a comment which is the name of a file, by that name. */
export function filesOf(page: string): ReadonlyMap<string, string> {
  const blocks = page.matchAll(/^```\w+\n(?<code>(?:\/\/|#) (?<name>[\w-]+\.\w+)\n[\s\S]*?)^```$/gm)
  return new Map(Array.from(blocks, ({ groups }) => [groups?.name ?? '', groups?.code ?? '']))
}
