import { ParleyConfigError } from '../config-error.js'
import { codeOptionNames } from './check-code-options.js'
import { nearestName } from './nearest-name.js'
import { dataOptions } from './options.js'

/** The names of the options in each group. */
const groups: ReadonlyMap<string, readonly string[]> = new Map(
  Object.entries(dataOptions.properties).flatMap(([name, option]) =>
    'properties' in option ? [[name, Object.keys(option.properties)] as const] : [],
  ),
)

/** The options and groups that `createParley` takes directly. */
const topLevelNames: readonly string[] = [...codeOptionNames, ...Object.keys(dataOptions.properties)]

const allPaths: readonly string[] = [
  ...topLevelNames,
  ...[...groups].flatMap(([group, names]) => names.map((name) => `${group}.${name}`)),
]

/**
 * Throws a `ParleyConfigError` for the first name that is no option. When the option exists in another group, the
 * message says where it belongs; when the name is misspelt, the message names the closest option.
 */
export function checkOptionNames(options: object): void {
  for (const [name, value] of Object.entries(options)) {
    if (!topLevelNames.includes(name)) throw unknownOption(undefined, name)
    const known = groups.get(name)
    if (known === undefined || typeof value !== 'object' || value === null || Array.isArray(value)) continue
    const unknown = Object.keys(value).find((key) => !known.includes(key))
    if (unknown !== undefined) throw unknownOption(name, unknown)
  }
}

function unknownOption(group: string | undefined, name: string): ParleyConfigError {
  const option = group === undefined ? name : `${group}.${name}`
  const locations = findGroups(name).map((path) => formatPath(path, name))
  if (locations.length > 0) {
    return new ParleyConfigError('option_misplaced', {
      option,
      message: `Option ${option} belongs ${locations.join(', or ')}`,
    })
  }
  return new ParleyConfigError('option_unknown', {
    option,
    message: `Unknown option ${option}${adviceOn(group, name)}`,
  })
}

/** Paths of the options with this name. */
function findGroups(name: string): readonly string[] {
  return allPaths.filter((path) => path === name || path.endsWith(`.${name}`))
}

function formatPath(path: string, name: string): string {
  if (path === name) return `outside of every group: createParley({ ${name} })`
  const [group = ''] = path.split('.')
  return `in \`${group}\`: createParley({ ${group}: { ${name} } })`
}

/** Names the closest option: the one of the same group, else of any, else lists what the group has. */
function adviceOn(group: string | undefined, name: string): string {
  const siblings = group === undefined ? topLevelNames : (groups.get(group) ?? [])
  const sibling = nearestName(name, siblings)
  if (sibling !== undefined) return `. Did you mean ${group === undefined ? sibling : `${group}.${sibling}`}?`
  const names = allPaths.map((path) => path.replace(/^.*\./, ''))
  const nearest = nearestName(name, names)
  if (nearest !== undefined) return `. Did you mean ${allPaths[names.indexOf(nearest)]}?`
  return `. The options${group === undefined ? '' : ` of ${group}`} are ${siblings.join(', ')}`
}
