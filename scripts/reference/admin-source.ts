import { readFileSync } from 'node:fs'

export interface AdminParameter {
  readonly name: string
  readonly type: string
  readonly isOptional: boolean
}

export interface AdminMethod {
  readonly name: string
  /** Text of the comment above the method. */
  readonly meaning: string
  readonly parameters: readonly AdminParameter[]
  /** Type with which the promise resolves, as written in the source. */
  readonly result: string
  /** Messages of the `validation` errors that the method itself throws; `…` stands for a value. */
  readonly refusals: readonly string[]
}

/** Returns the methods of a class of `admin`. The formatted source is searched as text. */
export function adminMethods(path: string): readonly AdminMethod[] {
  const source = sourceOf(path)
  const bodies = functionBodies(source)
  const pattern =
    /^ {2}\/\*\*(?<comment>(?:(?!\*\/)[\s\S])*)\*\/\n {2}async (?<name>\w+)\((?<parameters>[\s\S]*?)\): Promise<(?<result>.*)> \{$/gm
  return Array.from(source.matchAll(pattern), ({ groups = {} }) => {
    const { name = '', comment = '', parameters = '', result = '' } = groups
    const refusals = refusalsIn(bodies.get(name) ?? '', bodies, new Set([name]))
    return { name, meaning: plain(comment), parameters: parametersIn(parameters), result, refusals }
  })
}

/** Returns the declaration of a type as it is written in a source file, with the comments of its fields. */
export function declarationIn(path: string, name: string): string {
  const asInterface = `interface ${name}\\b[\\s\\S]*?^\\}`
  const asAlias = `type ${name} =.*(?:\\n[ >)}].*)*`
  const [found] = new RegExp(`^export (?:${asInterface}|${asAlias})`, 'm').exec(sourceOf(path)) ?? []
  if (found === undefined) throw new Error(`${path} declares no ${name}`)
  return withoutCitations(found.replace(/^export /, '').replaceAll('readonly ', ''))
}

/** Returns a function that looks up the comment of a field of an interface, by the name of the field. */
export function fieldComments(path: string, type: string): (name: string) => string | undefined {
  const block = new RegExp(`^export interface ${type}\\b[\\s\\S]*?^\\}`, 'm').exec(sourceOf(path))?.[0] ?? ''
  return (name) => {
    const comment = new RegExp(`/\\*\\*((?:(?!\\*/)[\\s\\S])*)\\*/\\s*readonly ${name}\\??:`).exec(block)?.[1]
    return comment === undefined ? undefined : plain(comment)
  }
}

/** Returns the bodies of the functions and methods of a source file, by name; private ones without `#`. */
function functionBodies(source: string): ReadonlyMap<string, string> {
  const pattern =
    /^(?<indent> {2})?(?:export )?(?:async )?(?:function )?#?(?<name>\w+)\([\s\S]*?\{$(?<body>[\s\S]*?)^\k<indent>\}$/gm
  return new Map(
    Array.from(source.matchAll(pattern), ({ groups = {} }) => [groups.name ?? '', groups.body ?? '']),
  )
}

/** Matches a call that creates a validation error: its data, of which only the path is used, and its text. */
const refusal =
  /\b(?<maker>invalid(?:Field)?)\(\s*(?:\{ path(?:: ['`](?<path>[^'`]+)['`])?, rule(?:: '\w+')?(?:, limit(?:: \w+)?)?,? \}|\w+),\s*(?<quote>['`])(?<text>(?:(?!\k<quote>)[^\n])+)\k<quote>/g

/** Returns the messages of errors in a function body and in the functions of the same file that it calls. */
function refusalsIn(body: string, bodies: ReadonlyMap<string, string>, seen: Set<string>): readonly string[] {
  const messages = Array.from(body.matchAll(refusal), ({ groups = {} }) => {
    const text = groups.text ?? ''
    const whole = groups.maker === 'invalidField' ? `${groups.path ?? ''} ${text}` : text
    return whole.replace(/\$\{(?:[^{}]|\{[^{}]*\})*\}/g, '…')
  })
  const called = Array.from(
    body.matchAll(/(?:this\.#?|(?<![.\w#]))(?<name>\w+)\(/g),
    ({ groups = {} }) => groups.name ?? '',
  )
  const further = called.flatMap((name) => {
    const inner = bodies.get(name)
    if (inner === undefined || seen.has(name)) return []
    seen.add(name)
    return refusalsIn(inner, bodies, seen)
  })
  return [...new Set([...messages, ...further])]
}

function parametersIn(text: string): readonly AdminParameter[] {
  const parts = text.split(/,\s*(?=\w+\??:)/).filter((part) => part.trim() !== '')
  return parts.map((part) => {
    const [, name = '', mark = '', type = '', initial] =
      /^\s*(\w+)(\??):\s*([^=,]+?)(?:\s*=\s*(.+?))?,?\s*$/.exec(part) ?? []
    if (name === '') throw new Error(`${part} is no parameter`)
    return { name, type, isOptional: mark === '?' || initial !== undefined }
  })
}

function sourceOf(path: string): string {
  return readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8')
}

function plain(comment: string): string {
  return withoutCitations(comment.replace(/\s*\n\s*\*\s*/g, ' ')).trim()
}

/** Removes references to decisions and the specification, which only matter to readers of the source. */
function withoutCitations(text: string): string {
  return text.replace(/\s*\((?:decisions|spec) [^)]*\)/g, '')
}
