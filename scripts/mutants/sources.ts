import { resolve } from 'node:path'
import type { Node } from 'typescript/unstable/ast'
import type { FileSystem } from 'typescript/unstable/fs'
import { API, TypeFlags } from 'typescript/unstable/sync'
import type { Mutation } from './mutant.js'
import { mutationsOf } from './operators.js'

/** A source file, and every mutation that the operators make in it. */
export interface MutableFile {
  readonly path: string
  readonly text: string
  readonly mutations: readonly Mutation[]
}

/** Reads source files of a TypeScript project. Their types show whether `+` adds numbers or joins texts. */
export function readMutableFiles(
  paths: readonly string[],
  { project, fs }: { readonly project: string; readonly fs?: FileSystem },
): readonly MutableFile[] {
  const api = new API(fs === undefined ? {} : { fs })
  try {
    const snapshot = api.updateSnapshot({ openProjects: [resolve(project)] })
    const opened = snapshot.getProject(resolve(project))
    if (opened === undefined) throw new Error(`${project} is not a TypeScript project.`)
    const isNumber = (node: Node) =>
      ((opened.checker.getTypeAtLocation(node)?.flags ?? 0) & TypeFlags.NumberLike) !== 0
    return paths.map((path) => {
      const file = opened.program.getSourceFile(resolve(path))
      if (file === undefined) throw new Error(`${project} does not include ${path}.`)
      return { path, text: file.text, mutations: mutationsOf(file, isNumber) }
    })
  } finally {
    api.close()
  }
}
