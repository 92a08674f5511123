import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join, sep } from 'node:path'

export interface SourceFile {
  /** Path relative to the repository root, with forward slashes. */
  readonly path: string
  readonly text: string
}

export interface Manifest {
  readonly name: string
  readonly dependencies?: Readonly<Record<string, string>>
  readonly peerDependencies?: Readonly<Record<string, string>>
}

export interface Workspace {
  readonly files: readonly SourceFile[]
  /** Manifests by folder: `packages/core`, `examples/quickstart`. */
  readonly manifests: Readonly<Record<string, Manifest>>
}

const writtenFolders = ['bench', 'docs', 'examples', 'packages', 'scripts', 'test']
const generatedFolders = ['coverage', 'dist', 'node_modules']
const textFileName = /\.(?:css|html|java|js|md|ts)$/

export function readWorkspace(root: string): Workspace {
  const folders = ['packages', 'examples']
    .filter((parent) => existsSync(join(root, parent)))
    .flatMap((parent) => readdirSync(join(root, parent)).map((name) => `${parent}/${name}`))
    .filter((folder) => existsSync(join(root, folder, 'package.json')))
  return {
    files: folders.flatMap((folder) => readSources(root, `${folder}/src`)),
    manifests: Object.fromEntries(folders.map((folder) => [folder, readManifest(root, folder)])),
  }
}

function readManifest(root: string, folder: string): Manifest {
  return JSON.parse(readFileSync(join(root, folder, 'package.json'), 'utf8'))
}

function readSources(root: string, folder: string): SourceFile[] {
  if (!existsSync(join(root, folder))) return []
  return readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts'))
    .map((name) => `${folder}/${name.split(sep).join('/')}`)
    .map((path) => ({ path, text: readFileSync(join(root, path), 'utf8') }))
}

/** Returns all texts of the repository: source code, tests and pages. */
export function readTexts(root: string): SourceFile[] {
  const pages = readdirSync(root).filter((name) => name.endsWith('.md'))
  const paths = [...pages, ...writtenFolders.flatMap((folder) => textPathsIn(root, folder))]
  return paths.map((path) => ({ path, text: readFileSync(join(root, path), 'utf8') }))
}

function textPathsIn(root: string, folder: string): string[] {
  return readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = `${folder}/${entry.name}`
    if (entry.isDirectory()) return generatedFolders.includes(entry.name) ? [] : textPathsIn(root, path)
    return textFileName.test(entry.name) ? [path] : []
  })
}
