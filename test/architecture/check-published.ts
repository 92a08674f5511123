import { isDeepStrictEqual } from 'node:util'
import type { ExportTarget, PublishedPackage, PublishedRoot } from './published.js'

const files = ['dist', 'src', 'CHANGELOG.md', '!dist/*.tsbuildinfo', '!src/**/*.test.ts']
const FIRST_PROGRAM = /^```js\n(?<code>[\s\S]*?)^```$/m

/** Returns one sentence for each difference between what the packages publish. */
export function publishedViolations(packages: readonly PublishedPackage[], root: PublishedRoot): string[] {
  const version = packages[0]?.manifest.version
  return packages.flatMap((one) =>
    [
      ...fieldViolations(one, root),
      ...exportViolations(one),
      ...versionViolations(one, version),
      ...pageViolations(one, root),
    ].map((violation) => `${one.folder} ${violation}`),
  )
}

function fieldViolations({ folder, manifest }: PublishedPackage, root: PublishedRoot): string[] {
  const { repository, license, type, engines } = root.manifest
  const site = repository?.url.replace(/^git\+|\.git$/g, '')
  const expected = {
    name: `@parley/${folder.slice('packages/'.length)}`,
    homepage: `${site}/tree/main/${folder}#readme`,
    bugs: `${site}/issues`,
    repository: { ...repository, directory: folder },
    ...{ license, type, engines, files },
    publishConfig: { access: 'public' },
  }
  const actual: Readonly<Record<string, unknown>> = { ...manifest }
  const different = Object.entries(expected).filter(
    ([field, value]) => !isDeepStrictEqual(actual[field], value),
  )
  const [first, second, ...own] = manifest.keywords ?? []
  const hasKeywords = first === 'parley' && second === 'live-chat' && own.length > 0
  return [
    ...different.map(([field, value]) => `has not the ${field} ${JSON.stringify(value)}`),
    ...(hasKeywords ? [] : ['has not the keywords parley, live-chat and others of its own']),
    ...(manifest.description ? [] : ['has no description']),
  ]
}

/**
 * Checks that each exported module has the same name in `src` and `dist`, and that its types are listed before its
 * code.
 */
function exportViolations({ manifest, modules }: PublishedPackage): string[] {
  const entries = Object.entries(manifest.exports ?? {})
  if (entries.length === 0) return ['exports nothing']
  const own = manifest.exports?.['.'] === undefined ? ['cannot be imported by its name alone'] : []
  const entryViolations = entries.flatMap(([entry, target]) => {
    const name = entry === '.' ? 'index' : entry.slice('./'.length)
    const expected: ExportTarget = {
      'parley-source': `./src/${name}.ts`,
      types: `./dist/${name}.d.ts`,
      default: `./dist/${name}.js`,
    }
    return [
      ...(JSON.stringify(target) === JSON.stringify(expected)
        ? []
        : [`exports ${entry} not as ${JSON.stringify(expected)}`]),
      ...(modules.includes(`src/${name}.ts`) ? [] : [`exports ${entry}, and has no src/${name}.ts`]),
    ]
  })
  return [...own, ...entryViolations]
}

function versionViolations({ manifest }: PublishedPackage, version: string | undefined): string[] {
  const needed = Object.entries({ ...manifest.dependencies, ...manifest.peerDependencies })
  return [
    ...(manifest.version === version ? [] : [`has version ${manifest.version}, others have ${version}`]),
    ...needed
      .filter(([name, range]) => name.startsWith('@parley/') && range !== version)
      .map(([name, range]) => `needs ${name} ${range}, not ${version}`),
  ]
}

function pageViolations({ folder, manifest, pages }: PublishedPackage, root: PublishedRoot): string[] {
  const { name, version } = manifest
  const { LICENSE: license, 'README.md': readme = '', 'CHANGELOG.md': changes = '' } = pages
  const program = FIRST_PROGRAM.exec(readme)?.groups?.code ?? ''
  return [
    ...(license === root.license ? [] : ['has not the LICENSE of the repository']),
    ...(readme.startsWith(`# ${name}\n`) ? [] : [`has no README.md that begins with its name`]),
    ...(new RegExp(`^ *npm install [^\`]*${name}\\b`, 'm').test(readme)
      ? []
      : ['does not say how it is installed']),
    ...(program.includes(`from '${name}`) ? [] : ['has no first program that uses it']),
    ...(root.readme.includes(`](${folder})`) ? [] : ['is not in the table of packages']),
    ...(changes.startsWith(`# Changes of ${name}\n`) && hasSection(changes, version)
      ? []
      : [`has no CHANGELOG.md with its name, and a section for ${version} or what is not released`]),
  ]
}

function hasSection(changes: string, version: string | undefined): boolean {
  const [, next = ''] = changes.split(/^## \[(?=[^\]]+\])/m)
  const [title] = next.split(']')
  return (title === 'Unreleased' || title === version) && /^- \S/m.test(next)
}
