import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { makeProgramFolder } from '../support/program-folder.js'
import { blocksOf } from './blocks.js'

export function readme(): string {
  return readFileSync(new URL('../../README.md', import.meta.url), 'utf8')
}

/** Returns the TypeScript blocks of the README, in order. */
export function readmeSnippets(): readonly string[] {
  return blocksOf(readme(), 'ts')
}

/** Code that reports the address of the program and the created users and tokens to the test. */
const report = `
const address = server.address()
process.send?.({
  port: typeof address === 'object' ? address?.port : undefined,
  licenseId,
  agentToken: agentToken.accessToken,
  customerToken: customerToken.accessToken,
})
process.once('disconnect', () => {
  server.close()
  void parley.close({ drainMs: 0 })
})
`

export interface Program {
  readonly origin: string
  readonly licenseId: number
  readonly agentToken: string
  readonly customerToken: string
  /** Stops the program and resolves with its exit code. */
  stop(): Promise<number | null>
}

/** Runs the unchanged snippets of the README as one program, in a folder from which the packages can be imported. */
export async function runReadme(): Promise<Program> {
  const folder = makeProgramFolder()
  const file = join(folder, 'program.ts')
  writeFileSync(file, [...readmeSnippets(), report].join('\n'))
  const child = fork(file, {
    cwd: folder,
    execArgv: ['--import=tsx'],
    env: { ...process.env, PORT: '0' },
  })
  const stop = () => stopChild(child, folder)
  try {
    return { ...parseReport(await firstMessage(child)), stop }
  } catch (error) {
    await stop()
    throw error
  }
}

async function firstMessage(child: ChildProcess): Promise<unknown> {
  const ended = once(child, 'exit').then(([code]) => {
    throw new Error(`The program of the README ended with ${String(code)}`)
  })
  const [message] = await Promise.race([once(child, 'message'), ended])
  return message
}

function parseReport(message: unknown): Omit<Program, 'stop'> {
  const { port, licenseId, agentToken, customerToken } = Object(message)
  return { origin: `127.0.0.1:${Number(port)}`, licenseId, agentToken, customerToken }
}

async function stopChild(child: ChildProcess, folder: string): Promise<number | null> {
  if (child.exitCode === null) {
    const exit = once(child, 'exit')
    child.disconnect()
    await exit
  }
  rmSync(folder, { recursive: true, force: true })
  return child.exitCode
}
