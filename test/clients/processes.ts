import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'

/**
 * Returns the reason why the program cannot run, or `false`. A missing program fails no test, because its recorded
 * requests are replayed.
 */
export function skipWithout(program: string): string | false {
  const { error } = spawnSync(program, ['--version'], { stdio: 'ignore' })
  return error !== undefined && `there is no ${program} on this machine`
}

/** Runs a program to its end and resolves with its output. Rejects when it fails. */
export async function run(program: string, flags: readonly string[], input: string): Promise<string> {
  const child = spawn(program, flags, { stdio: ['pipe', 'pipe', 'inherit'] })
  const exited = once(child, 'exit')
  // A program that has its response before it has read all input closes the pipe.
  child.stdin.on('error', () => undefined)
  child.stdin.end(input)
  const chunks: Buffer[] = []
  for await (const chunk of child.stdout) chunks.push(chunk)
  const [code] = await exited
  if (code !== 0) throw new Error(`${program} ended with ${String(code)}`)
  return Buffer.concat(chunks).toString()
}
