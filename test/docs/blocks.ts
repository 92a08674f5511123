/** Returns the code blocks of a page in one language, in order and without their fences. */
export function blocksOf(page: string, language: string): readonly string[] {
  const blocks = new RegExp(`^\`\`\`${language}\\n(?<code>[\\s\\S]*?)^\`\`\`$`, 'gm')
  return [...page.matchAll(blocks)].map(({ groups }) => groups?.code ?? '')
}

/** Returns the code blocks that begin with a file name in a comment, by that name. */
export function filesOf(page: string): ReadonlyMap<string, string> {
  const blocks = page.matchAll(/^```\w+\n(?<code>(?:\/\/|#) (?<name>[\w-]+\.\w+)\n[\s\S]*?)^```$/gm)
  return new Map(Array.from(blocks, ({ groups }) => [groups?.name ?? '', groups?.code ?? '']))
}
