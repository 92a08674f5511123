/** Returns a code block in Markdown. */
export function block(language: string, code: string): readonly string[] {
  return [`\`\`\`${language}`, ...code.split('\n'), '```']
}

export function json(value: unknown): string {
  return JSON.stringify(value, undefined, 2)
}

/** Returns a text in single quotes for the shell. */
export function shellQuoted(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`
}

/** Returns a JSON value as a JavaScript literal. */
export function literal(value: unknown, indent = ''): string {
  const deeper = `${indent}  `
  if (Array.isArray(value))
    return enclosed(
      '[',
      value.map((item) => literal(item, deeper)),
      ']',
      indent,
    )
  if (typeof value === 'object' && value !== null) {
    const fields = Object.entries(value).map(([name, field]) => `${key(name)}: ${literal(field, deeper)}`)
    return enclosed('{', fields, '}', indent)
  }
  return typeof value === 'string' ? stringLiteral(value) : JSON.stringify(value)
}

const lineLength = 80

function enclosed(open: string, parts: readonly string[], close: string, indent: string): string {
  const inner = open === '{' ? ` ${parts.join(', ')} ` : parts.join(', ')
  if (parts.length === 0) return `${open}${close}`
  if (!inner.includes('\n') && indent.length + inner.length <= lineLength) return `${open}${inner}${close}`
  return [open, ...parts.map((part) => `${indent}  ${part},`), `${indent}${close}`].join('\n')
}

function key(name: string): string {
  return /^[a-z_$][\w$]*$/i.test(name) ? name : stringLiteral(name)
}

function stringLiteral(text: string): string {
  return text.includes("'") ? JSON.stringify(text) : `'${text}'`
}
