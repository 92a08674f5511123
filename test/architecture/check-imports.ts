import { posix } from 'node:path'
import { type Import, importsOf, packageOf } from './imports.js'
import { coreModules, type FolderRule, folderRules, packageImports, typeOnlyPackageImports } from './rules.js'
import type { Manifest, SourceFile, Workspace } from './workspace.js'

const SCOPE = '@parley/'

/** Returns one sentence for each import that the rules forbid. The sentence omits the file. */
export function importViolations(file: SourceFile, workspace: Workspace): string[] {
  const home = file.path.split('/').slice(0, 2).join('/')
  const manifest = workspace.manifests[home]
  if (manifest === undefined) return [`${home} has no package.json`]
  return importsOf(file.text).flatMap((found) =>
    found.specifier.startsWith('.')
      ? relativeViolations(file.path, home, found)
      : bareViolations(file.path, home, manifest, found),
  )
}

function relativeViolations(path: string, home: string, found: Import): string[] {
  const target = posix.join(posix.dirname(path), found.specifier)
  if (!isIn(`${home}/src`, target)) return [`imports ${target}, outside its own package`]
  return rulesFor(path).flatMap((rule) => folderViolations(rule, target, found))
}

function folderViolations(rule: FolderRule, target: string, found: Import): string[] {
  const isAllowed =
    rule.only === undefined ||
    rule.only.some((folder) => isIn(folder, target)) ||
    (found.typeOnly && (rule.typesFrom ?? []).some((folder) => isIn(folder, target)))
  const isForbidden = (rule.never ?? []).some((folder) => isIn(folder, target))
  return isAllowed && !isForbidden ? [] : [`${rule.folder} must not import ${target}`]
}

function bareViolations(path: string, home: string, manifest: Manifest, found: Import): string[] {
  const name = packageOf(found.specifier)
  return [
    ...undeclaredViolations(name, manifest),
    ...workspaceViolations(home, name, found),
    ...rulesFor(path)
      .filter((rule) => rule.neverPackages?.includes(name) || rule.onlyPackages?.includes(name) === false)
      .map((rule) => `${rule.folder} must not import ${found.specifier}`),
  ]
}

function undeclaredViolations(name: string, manifest: Manifest): string[] {
  if (name === 'node:') return []
  const declared = { ...manifest.dependencies, ...manifest.peerDependencies }
  return name in declared ? [] : [`imports ${name}, which ${manifest.name} does not declare`]
}

function workspaceViolations(home: string, name: string, found: Import): string[] {
  const [parent, importer = ''] = home.split('/')
  if (parent !== 'packages' || !name.startsWith(SCOPE)) return []
  const imported = name.slice(SCOPE.length)
  if (!packageImports[importer]?.includes(imported)) return [`${importer} must not import ${imported}`]
  const needsType = typeOnlyPackageImports[importer]?.includes(imported) ?? false
  if (needsType && !found.typeOnly) return [`${importer} may import only types from ${imported}`]
  return imported === 'core' ? coreModuleViolations(importer, found.specifier) : []
}

function coreModuleViolations(importer: string, specifier: string): string[] {
  const modules = coreModules[importer] ?? [specifier]
  return modules.includes(specifier) ? [] : [`${importer} must import core as ${modules.join(' or ')}`]
}

function rulesFor(path: string): readonly FolderRule[] {
  return folderRules.filter((rule) => isIn(rule.folder, path))
}

function isIn(folder: string, path: string): boolean {
  return path.startsWith(`${folder}/`)
}
