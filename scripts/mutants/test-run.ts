import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join, resolve, sep } from 'node:path'
import { Bundle } from '../testing/bundle.js'
import { findPrograms, isUnitTest } from '../testing/files.js'
import { TestServers } from '../testing/servers.js'
import { writeShares } from '../testing/shares.js'
import type { Mutant } from './mutant.js'
import { withSwitches } from './rewrite.js'
import { variables } from './variables.js'

/** Result of running a test file. */
export interface Outcome {
  readonly hasPassed: boolean
  readonly durationMs: number
  /** The first failure in one line; empty when the file passed. */
  readonly failure: string
}

export interface Demand {
  readonly file: string
  /** Ids of the mutants that run instead of the original. */
  readonly active: readonly string[]
  readonly timeoutMs: number
  /** File to which the processes append the mutants they reach. */
  readonly log?: string
}

const switchModule = resolve('scripts/mutants/switch.ts')
/**
 * Additional time after which the process of a file gives up on its own. It is later than the player's timeout, so that
 * the player reports the failure.
 */
const graceMs = 60_000

/** Runs test files, bundled with all mutants in them. Each runs in a process of its own. */
export class TestRun {
  readonly #bundle: Bundle
  readonly #servers: TestServers
  readonly #shares: ReadonlyMap<string, string>
  readonly #seed: number
  readonly #children = new Set<ChildProcess>()

  private constructor(
    bundle: Bundle,
    servers: TestServers,
    shares: ReadonlyMap<string, string>,
    seed: number,
  ) {
    this.#bundle = bundle
    this.#servers = servers
    this.#shares = shares
    this.#seed = seed
  }

  static async prepare(
    files: readonly string[],
    { mutants, seed, timeoutMs }: { mutants: readonly Mutant[]; seed: number; timeoutMs: number },
  ): Promise<TestRun> {
    const bundle = await Bundle.of([...files, ...findPrograms()], (source, path) => {
      const here = mutants.filter(({ file }) => resolve(file) === path)
      return withSwitches(source, here, switchModule)
    })
    const servers = await TestServers.provide(bundle)
    if (servers === undefined) throw new Error('A server that tests need is missing.')
    const shares = files.map((file) => ({
      name: file.replace(/\.test\.ts$/, '').replaceAll(sep, '-'),
      files: [file],
      leavesNothing: isUnitTest(file),
    }))
    const paths = writeShares(shares, bundle, timeoutMs + graceMs)
    const shareOf = new Map(files.map((file, index) => [file, paths[index] ?? '']))
    return new TestRun(bundle, servers, shareOf, seed)
  }

  async play({ file, active, timeoutMs, log }: Demand): Promise<Outcome> {
    const began = performance.now()
    const child = spawn(process.execPath, [...this.#flags(), this.#shareOf(file)], {
      stdio: ['ignore', 'pipe', 'ignore'],
      // Starts a process group, so that all processes of the file can be killed together.
      detached: true,
      env: { ...process.env, ...this.#env(file, active, log) },
    })
    this.#children.add(child)
    let output = ''
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      output += text
    })
    let isOverdue = false
    const timer = setTimeout(() => {
      isOverdue = true
      killGroup(child)
    }, timeoutMs)
    const [code] = await once(child, 'close')
    clearTimeout(timer)
    this.#children.delete(child)
    const durationMs = Math.round(performance.now() - began)
    const failure = isOverdue ? `no end within ${timeoutMs} ms` : failureIn(output)
    return { hasPassed: code === 0, durationMs, failure: code === 0 ? '' : failure }
  }

  async stop(): Promise<void> {
    for (const child of this.#children) killGroup(child)
    this.#bundle.remove()
    await this.#servers.stop()
  }

  #flags(): readonly string[] {
    const reporter = join('.', this.#bundle.outputOf('scripts/testing/reporter.ts'))
    return [
      '--conditions=parley-source',
      '--enable-source-maps',
      '--test',
      `--test-reporter=./${reporter}`,
      '--test-reporter-destination=stdout',
    ]
  }

  #env(file: string, active: readonly string[], log: string | undefined): NodeJS.ProcessEnv {
    return {
      ...this.#servers.env,
      PARLEY_TEST_SEED: String(this.#seed),
      PARLEY_TEST_PROFILE: 'quick',
      [variables.active]: active.join(','),
      [variables.testFile]: file,
      [variables.log]: log,
    }
  }

  #shareOf(file: string): string {
    const share = this.#shares.get(file)
    if (share === undefined) throw new Error(`${file} was not prepared.`)
    return share
  }
}

function killGroup({ pid }: ChildProcess): void {
  if (pid === undefined) return
  try {
    process.kill(-pid, 'SIGKILL')
  } catch (cause) {
    // `ESRCH` means that the process group has already ended.
    if (!(cause instanceof Error && 'code' in cause && cause.code === 'ESRCH')) throw cause
  }
}

/** Returns the reporter's line about a failure, which names the file and the test. */
function failureIn(output: string): string {
  const lines = output.split('\n').filter((line) => line.startsWith('✖') && line.includes(': '))
  return lines[0] ?? 'the process failed'
}
