import { readFile } from 'node:fs/promises'

/** The fields of V8's `.cpuprofile` that are used here. */
interface CpuProfile {
  readonly nodes: readonly ProfileNode[]
  readonly samples: readonly number[]
  readonly timeDeltas: readonly number[]
}

interface ProfileNode {
  readonly id: number
  readonly callFrame: { readonly functionName: string; readonly url: string; readonly lineNumber: number }
  readonly children?: readonly number[]
}

const shownFunctions = 25

const layers: readonly (readonly [layer: string, pattern: RegExp])[] = [
  ['node:http', /^node:(_http|internal\/http)/],
  [
    'node: sockets and streams',
    /^node:(net|internal\/streams|internal\/stream_base|internal\/js_stream|stream)/,
  ],
  ['node: the rest', /^node:/],
  ['ws', /node_modules\/ws\//],
  ['pg', /node_modules\/pg/],
  ['better-sqlite3', /node_modules\/better-sqlite3\//],
  ['other packages', /node_modules\//],
]

/** Summarizes a profile: shares of the busy time, first by layer, then by function. */
export async function summarizeProfile(file: string): Promise<string> {
  const profile: CpuProfile = JSON.parse(await readFile(file, 'utf8'))
  const byLayer = new Map<string, number>()
  const byFunction = new Map<string, number>()
  const selfTimes = selfTimesOf(profile)
  const callers = callersOf(profile)
  for (const node of profile.nodes) {
    const micros = selfTimes.get(node.id) ?? 0
    if (node.callFrame.functionName === '(idle)' || micros === 0) continue
    add(byLayer, layerOf(node, callers), micros)
    add(byFunction, nameOf(node, callers), micros)
  }
  const busy = [...byLayer.values()].reduce((sum, micros) => sum + micros, 0)
  return [...table(byLayer, busy), '', ...table(byFunction, busy).slice(0, shownFunctions)].join('\n')
}

type Callers = ReadonlyMap<number, ProfileNode>

function callersOf({ nodes }: CpuProfile): Callers {
  return new Map(nodes.flatMap((node) => (node.children ?? []).map((child) => [child, node] as const)))
}

/** Yields the function and its callers, up to the event loop. */
function* stackOf(node: ProfileNode, callers: Callers): Iterable<ProfileNode> {
  for (let at: ProfileNode | undefined = node; at !== undefined; at = callers.get(at.id)) yield at
}

function selfTimesOf({ samples, timeDeltas }: CpuProfile): ReadonlyMap<number, number> {
  const times = new Map<number, number>()
  for (const [index, id] of samples.entries()) add(times, id, timeDeltas[index] ?? 0)
  return times
}

function add<K>(sums: Map<K, number>, key: K, value: number): void {
  sums.set(key, (sums.get(key) ?? 0) + value)
}

/** Returns the layer of a function. Functions in C++ count for the layer that calls them. */
function layerOf(node: ProfileNode, callers: Callers): string {
  if (node.callFrame.functionName.startsWith('(')) return node.callFrame.functionName
  for (const { callFrame } of stackOf(node, callers)) {
    if (callFrame.url === '') continue
    return layers.find(([, pattern]) => pattern.test(callFrame.url))?.[0] ?? folderOf(callFrame.url)
  }
  return 'native functions'
}

/** Returns the name of a function, with its file and line, or with its named callers when it is written in C++. */
function nameOf(node: ProfileNode, callers: Callers): string {
  const { functionName, url, lineNumber } = node.callFrame
  if (url !== '') return `${functionName || '(anonymous)'}  ${shortened(url)}:${lineNumber + 1}`
  const names = [...stackOf(node, callers)].map(({ callFrame }) => callFrame.functionName)
  return names
    .filter((name) => name !== '' && name !== '(root)' && name !== 'translated')
    .slice(0, 3)
    .join(' ← ')
}

/** Returns the package and folder of a file, such as `core/dispatch`. */
function folderOf(url: string): string {
  const [, packageName = 'other', rest = ''] = /packages\/([^/]+)\/(?:dist|src)\/(.*)$/.exec(url) ?? []
  const slash = rest.indexOf('/')
  return slash < 0 ? packageName : `${packageName}/${rest.slice(0, slash)}`
}

function shortened(url: string): string {
  return url.replace(/^.*\/(packages|node_modules|bench\/dist)\//, '').replace('/dist/', '/')
}

function table(sums: ReadonlyMap<string, number>, busy: number): readonly string[] {
  return [...sums]
    .sort(([, a], [, b]) => b - a)
    .map(([name, micros]) => `${((micros / busy) * 100).toFixed(1).padStart(6)} %  ${name}`)
}
