import type { ImportGraph } from './import-graph.js'

interface Place {
  readonly height: number
  readonly folder: string
}

/**
 * Returns one sentence for each import of a higher layer or of another folder of the same layer, and for each file
 * without a layer.
 */
export function layerViolations(
  graph: ImportGraph,
  root: string,
  layers: readonly (readonly string[])[],
): string[] {
  return [...graph]
    .filter(([path]) => path.startsWith(`${root}/`))
    .flatMap(([path, targets]) => {
      const from = placeOf(path, root, layers)
      if (from === undefined) return [`${path} has no layer`]
      return targets
        .filter((target) => runsUp(from, placeOf(target, root, layers)))
        .map((to) => `${path} → ${to}`)
    })
}

function runsUp(from: Place, to: Place | undefined): boolean {
  return to !== undefined && to.folder !== from.folder && to.height >= from.height
}

function placeOf(path: string, root: string, layers: readonly (readonly string[])[]): Place | undefined {
  for (const [height, folders] of layers.entries()) {
    const folder = folders.find((name) => path === name || path.startsWith(`${name}/`))
    if (folder !== undefined) return { height, folder }
  }
  return featurePlace(path, root, layers)
}

/** Returns the place of a folder that no layer names: on the layer `*`. */
function featurePlace(path: string, root: string, layers: readonly (readonly string[])[]): Place | undefined {
  const [name, ...rest] = path.slice(root.length + 1).split('/')
  const folder = `${root}/${name}`
  const isNamed = layers.flat().some((named) => named.startsWith(`${folder}/`))
  const height = layers.findIndex((names) => names.includes(`${root}/*`))
  return rest.length === 0 || isNamed || height === -1 ? undefined : { height, folder }
}
