import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { publishedViolations } from './check-published.js'
import {
  type ExportTarget,
  type PublishedManifest,
  type PublishedPackage,
  type PublishedRoot,
  readPublished,
  readPublishedRoot,
} from './published.js'

test('every package has what people need who install it', () => {
  const folder = fileURLToPath(new URL('../..', import.meta.url))
  const packages = readPublished(folder)
  assert.ok(packages.length > 10)
  assert.deepEqual(publishedViolations(packages, readPublishedRoot(folder)), [])
})

const site = 'https://example.com/parley'
const repository = { type: 'git', url: `git+${site}.git` }
const shared = { repository, license: 'MIT', type: 'module', engines: { node: '>=20' } }
const root: PublishedRoot = {
  manifest: { name: 'parley', ...shared },
  license: 'MIT License',
  readme: '[`@parley/one`](packages/one)',
}

const one: PublishedPackage = {
  folder: 'packages/one',
  manifest: {
    ...shared,
    ...{
      name: '@parley/one',
      version: '1.2.3',
      description: 'One',
      keywords: ['parley', 'live-chat', 'one'],
    },
    ...{ homepage: `${site}/tree/main/packages/one#readme`, bugs: `${site}/issues` },
    repository: { ...repository, directory: 'packages/one' },
    files: ['dist', 'src', 'CHANGELOG.md', '!dist/*.tsbuildinfo', '!src/**/*.test.ts'],
    publishConfig: { access: 'public' },
    exports: {
      '.': {
        'parley-source': './src/index.ts',
        types: './dist/index.d.ts',
        default: './dist/index.js',
      },
    },
    dependencies: { '@parley/two': '1.2.3', ws: '^8.0.0' },
  },
  pages: {
    LICENSE: 'MIT License',
    'README.md':
      "# @parley/one\n\n```sh\nnpm install @parley/one\n```\n\n```js\nimport { a } from '@parley/one'\n```\n",
    'CHANGELOG.md': '# Changes of @parley/one\n\n## [1.2.3] - 2026-01-01\n\n- One.\n',
  },
  modules: ['src/index.ts'],
}

test('accepts a package that has everything', () => {
  assert.deepEqual(publishedViolations([one], root), [])
})

const withManifest = (change: Partial<PublishedManifest>): PublishedPackage => ({
  ...one,
  manifest: { ...one.manifest, ...change },
})
const withPage = (name: string, text: string): PublishedPackage => ({
  ...one,
  pages: { ...one.pages, [name]: text },
})

const entry = (name: string): ExportTarget => ({
  'parley-source': `./src/${name}.ts`,
  types: `./dist/${name}.d.ts`,
  default: `./dist/${name}.js`,
})

const planted: Readonly<Record<string, readonly [PublishedPackage, RegExp]>> = {
  'a homepage elsewhere': [withManifest({ homepage: site }), /^packages\/one has not the homepage "https:/],
  'the directory of another': [withManifest({ repository }), /has not the repository /],
  'another license': [withManifest({ license: 'ISC' }), /has not the license "MIT"/],
  'another Node.js': [withManifest({ engines: {} }), /has not the engines /],
  'files that are left out': [withManifest({ files: ['dist'] }), /has not the files /],
  'no keywords of its own': [withManifest({ keywords: ['parley', 'live-chat'] }), /has not the keywords/],
  'no description': [withManifest({ description: '' }), /has no description/],
  'no exports': [withManifest({ exports: {} }), /exports nothing/],
  'types of another module': [
    withManifest({ exports: { '.': { ...one.manifest.exports?.['.'], types: './dist/main.d.ts' } } }),
    /exports \. not as /,
  ],
  'a package without an entry of its own name': [
    { ...withManifest({ exports: { './a': entry('a') } }), modules: ['src/a.ts'] },
    /cannot be imported by its name alone/,
  ],
  'an export without a source': [
    withManifest({
      exports: {
        '.': entry('index'),
        './a': entry('a'),
      },
    }),
    /exports \.\/a, and has no src\/a\.ts/,
  ],
  'another version of its neighbour': [
    withManifest({ dependencies: { '@parley/two': '^1.2.3' } }),
    /needs @parley\/two \^1\.2\.3, not 1\.2\.3/,
  ],
  'another license text': [withPage('LICENSE', 'ISC'), /has not the LICENSE/],
  'the README of another': [
    withPage('README.md', one.pages['README.md']?.replace('# @parley/one', '# @parley/two') ?? ''),
    /begins with its name/,
  ],
  'a README without an installation': [
    withPage('README.md', one.pages['README.md']?.replace('npm install', '') ?? ''),
    /does not say how it is installed/,
  ],
  'a README without a program': [
    withPage('README.md', one.pages['README.md']?.replace('```js', '```ts') ?? ''),
    /has no first program/,
  ],
  'changes of an older version': [
    withPage('CHANGELOG.md', '# Changes of @parley/one\n\n## [1.2.2]\n\n- One.\n'),
    /has no CHANGELOG\.md/,
  ],
  'a changelog without entries': [
    withPage('CHANGELOG.md', '# Changes of @parley/one\n\n## [1.2.3]\n'),
    /has no CHANGELOG\.md/,
  ],
}

for (const [what, [planting, violation]] of Object.entries(planted)) {
  test(`catches ${what}`, () => {
    const violations = publishedViolations([planting], root)
    assert.equal(violations.length, 1, violations.join('\n'))
    assert.match(violations[0] ?? '', violation)
  })
}

test('catches a package of another version, and one that the table of packages does not have', () => {
  const two = { ...withManifest({ version: '1.2.4', dependencies: {} }), folder: 'packages/one' }
  assert.match(publishedViolations([one, two], root).join('\n'), /has version 1\.2\.4, others have 1\.2\.3/)
  assert.match(publishedViolations([one], { ...root, readme: '' }).join('\n'), /not in the table of packages/)
})
