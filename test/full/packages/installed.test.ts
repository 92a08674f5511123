import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { build } from 'esbuild'
import { readPublished } from '../../architecture/published.js'
import { blocksOf } from '../../docs/blocks.js'
import { declaredModules, hasTypes } from './declarations.js'
import { EmptyProject } from './project.js'
import { missingFor, type Services, startServices } from './services.js'
import { packAll, repository, type Tarball } from './tarballs.js'

const packages = readPublished(repository).map(({ folder, manifest, pages }) => {
  const readme = pages['README.md'] ?? ''
  const name = folder.slice('packages/'.length)
  const [program = ''] = blocksOf(readme, 'js')
  const [prints = ''] = blocksOf(readme, 'text')
  return { name, manifest, program, prints, path: `programs/${name}` }
})
/** Returns whether a package runs in browsers. */
const isForBrowsers = ({ name }: { readonly name: string }) => name === 'client'
/** Declaration packages of the other packages that the project installs. */
const declarations = [
  '@types/node',
  '@types/better-sqlite3',
  '@types/pg',
  '@types/express',
  '@types/web-push',
]

const packed = mkdtempSync(join(tmpdir(), 'parley-packed-'))
const project = new EmptyProject()
let tarballs: Tarball[]
let services: Services

before(async () => {
  services = await startServices()
  tarballs = await packAll(packed)
  const peers = packages.flatMap(({ manifest }) => Object.keys(manifest.peerDependencies ?? {}))
  const others = peers.filter((name) => !name.startsWith('@parley/'))
  await project.install(tarballs, [...others, ...declarations])
  for (const { path, program } of packages) {
    project.write(`${path}/program.js`, program)
    project.write(`${path}/program.ts`, program)
  }
})
after(async () => {
  await services?.stop()
  project.remove()
  rmSync(packed, { recursive: true, force: true })
})

test('published packages contain their pages, exports and sources, and no tests', () => {
  assert.equal(tarballs.length, packages.length)
  for (const { manifest } of packages) {
    const files = new Set(tarballs.find(({ name }) => name === manifest.name)?.files)
    const targets = Object.values(manifest.exports ?? {}).flatMap((target) => Object.values(target))
    const wanted = ['package.json', 'README.md', 'LICENSE', 'CHANGELOG.md', ...targets]
    assert.deepEqual(
      wanted.filter((path) => !files.has(path.replace('./', ''))),
      [],
      manifest.name,
    )
    const unwanted = [...files].filter((path) => /\.test\.|tsbuildinfo|^test\//.test(path))
    assert.deepEqual(unwanted, [], manifest.name)
  }
})

test('the first programs of all packages compile as strict TypeScript', async () => {
  const paths = (isChosen: (one: { readonly name: string }) => boolean) =>
    packages.filter(isChosen).map(({ path }) => `${path}/program.ts`)
  assert.equal(
    await project.compile(
      paths((one) => !isForBrowsers(one)),
      ['es2023'],
    ),
    '',
  )
  assert.equal(await project.compile(paths(isForBrowsers), ['es2023', 'dom']), '')
})

test('declarations import only packages that are installed with them', () => {
  const missing = packages.flatMap(({ name, manifest }) => {
    const installed = { ...manifest.dependencies, ...manifest.peerDependencies }
    const entries = Object.values(manifest.exports ?? {}).flatMap(({ types }) => types ?? [])
    const folder = join(project.folder, 'node_modules', manifest.name)
    return declaredModules(folder, entries)
      .filter((module) => !hasTypes(folder, module, Object.keys(installed)))
      .map((module) => `${name}: ${module}`)
  })
  assert.deepEqual(missing, [])
})

test('the compiler accepts valid calls of the packages and refuses others', async () => {
  const wrong = "import { createParley } from '@parley/core'\nvoid createParley({ storage: 1 })\n"
  project.write('programs/wrong.ts', wrong)
  assert.match(
    await project.compile(['programs/wrong.ts'], ['es2023']),
    /'number' is not assignable to type 'Storage'/,
  )
})

for (const one of packages.filter((other) => !isForBrowsers(other))) {
  test(`the first program of ${one.name} runs as JavaScript`, { skip: missingFor(one.name) }, async () => {
    const lineCount = one.prints.split('\n').length - 1
    const { code, output, errors } = await project.run(`${one.path}/program.js`, services.env, lineCount)
    assert.equal(code, 0, errors)
    if (one.prints !== '') assert.equal(output, one.prints)
  })
}

test('the first program of the client is bundled for browsers, without other packages', async () => {
  const { path } = packages.find(isForBrowsers) ?? assert.fail('there is no such package')
  const { metafile } = await build({
    absWorkingDir: project.folder,
    entryPoints: [`${path}/program.js`],
    ...{ bundle: true, platform: 'browser', format: 'esm', write: false, metafile: true, logLevel: 'silent' },
  })
  const inputs = Object.keys(metafile.inputs)
  assert.ok(inputs.length > 1)
  for (const input of inputs) assert.match(input, /^(?:programs|node_modules\/@parley)\/client\//)
})

test('every module can also be loaded with require', async () => {
  const modules = packages.flatMap(({ manifest }) =>
    Object.keys(manifest.exports ?? {}).map((entry) => `${manifest.name}${entry.slice(1)}`),
  )
  // A module that exports types only loads as an empty object.
  const lines = modules.map((name) => `console.log(typeof require('${name}') === 'object')`)
  project.write('require.cjs', lines.join('\n'))
  const { code, output, errors } = await project.run('require.cjs', {}, 0)
  assert.equal(code, 0, errors)
  assert.equal(output, 'true\n'.repeat(modules.length))
})
