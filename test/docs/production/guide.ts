import { execFile } from 'node:child_process'
import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import { Program } from '../../examples/program.js'
import { makeProgramFolder } from '../../support/program-folder.js'
import { filesOf } from '../blocks.js'

const files = filesOf(readFileSync(new URL('../../../docs/guides/production.md', import.meta.url), 'utf8'))

export type Env = Readonly<Record<string, string>>

/** A folder with the files of the guide, from which the packages can be imported. */
export class GuideFolder {
  readonly path = makeProgramFolder()

  constructor() {
    for (const [name, text] of files) writeFileSync(join(this.path, name), text)
  }

  /** Runs one of the guide's scripts unchanged, and resolves with its output when it has ended. */
  async sh(name: string, env: Env = {}): Promise<string> {
    const options = { cwd: this.path, env: { ...process.env, ...env }, timeout: 60_000 }
    const { stdout } = await promisify(execFile)('sh', ['-e', name], options)
    return stdout
  }

  /** Starts a node, and resolves when it listens. */
  async node(env: Env): Promise<{ readonly program: Program; readonly origin: string }> {
    const program = new Program([process.execPath, join(this.path, 'server.js')], env)
    return { program, origin: await program.waitForLine(/^Parley listens at (http\S+)/) }
  }

  address(name: string): string {
    return pathToFileURL(join(this.path, name)).href
  }

  remove(): void {
    rmSync(this.path, { recursive: true, force: true })
  }
}

/** Returns a file of the guide, unchanged. */
export function guideFile(name: string): string {
  const text = files.get(name)
  if (text === undefined) throw new Error(`the guide has no ${name}`)
  return text
}
