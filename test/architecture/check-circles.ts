import type { ImportGraph } from './import-graph.js'

/** Returns one sentence for each import cycle: its files in order, and the first one again. */
export function circleViolations(graph: ImportGraph): string[] {
  return circlesIn(graph).map((circle) => `circle: ${[...circle, circle[0]].join(' → ')}`)
}

/**
 * Returns at least one cycle of each group of files that import each other. A cycle begins with the file that is found
 * first.
 */
function circlesIn(graph: ImportGraph): readonly (readonly string[])[] {
  const circles: string[][] = []
  const finished = new Set<string>()
  const way: string[] = []
  const visit = (path: string): void => {
    if (finished.has(path)) return
    const seenAt = way.indexOf(path)
    if (seenAt >= 0) {
      circles.push(way.slice(seenAt))
      return
    }
    way.push(path)
    for (const target of graph.get(path) ?? []) visit(target)
    way.pop()
    finished.add(path)
  }
  for (const path of graph.keys()) visit(path)
  return circles
}
