import { importViolations } from './check-imports.js'
import { shapeViolations } from './check-shape.js'
import { maxRuntimeDependencies, packageImports } from './rules.js'
import type { Workspace } from './workspace.js'

export function violationsIn(workspace: Workspace): string[] {
  return [...manifestViolations(workspace), ...fileViolations(workspace)]
}

function fileViolations(workspace: Workspace): string[] {
  return workspace.files.flatMap((file) => {
    const direction = file.path.endsWith('.test.ts') ? [] : importViolations(file, workspace)
    const shape = file.path.startsWith('packages/') ? shapeViolations(file) : []
    return [...direction, ...shape].map((violation) => `${file.path} ${violation}`)
  })
}

function manifestViolations({ manifests }: Workspace): string[] {
  return Object.entries(manifests)
    .filter(([folder]) => folder.startsWith('packages/'))
    .flatMap(([folder, manifest]) => {
      const name = folder.slice('packages/'.length)
      // Packages of types do nothing at run time, so they do not count.
      const isRuntime = (dependency: string) => !dependency.startsWith('@types/')
      const count = Object.keys(manifest.dependencies ?? {}).filter(isRuntime).length
      const limit = maxRuntimeDependencies[name] ?? Number.POSITIVE_INFINITY
      return [
        ...(name in packageImports ? [] : [`${folder} has no place in the table of packages`]),
        ...(count > limit ? [`${folder} has ${count} runtime dependencies, more than ${limit}`] : []),
      ]
    })
}
