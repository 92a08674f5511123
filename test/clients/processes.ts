import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'

/** Why the program cannot be run, or `false`. What it sends is replayed anyhow, so its absence fails nothing. */
export function skipWithout(program: string): string | false {
  const { error } = spawnSync(program, ['--version'], { stdio: 'ignore' })
  return error !== undefined && `there is no ${program} on this machine`
}

/** Runs it to its end; what it wrote. Rejects when it fails. */
export async function run(program: string, flags: readonly string[], input: string): Promise<string> {
  const child = spawn(program, flags, { stdio: ['pipe', 'pipe', 'inherit'] })
  const exited = once(child, 'exit')
  // A program that has its result before it has read everything closes the pipe.
  child.stdin.on('error', () => undefined)
  child.stdin.end(input)
  const chunks: Buffer[] = []
  for await (const chunk of child.stdout) chunks.push(chunk)
  const [code] = await exited
  if (code !== 0) throw new Error(`${program} ended with ${String(code)}`)
  return Buffer.concat(chunks).toString()
}
