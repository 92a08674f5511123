import assert from 'node:assert/strict'
import { after, describe } from 'node:test'
import { setTimeout as delay } from 'node:timers/promises'

/** A test file, and how to load it. */
export interface TestFile {
  readonly path: string
  readonly load: () => Promise<unknown>
  /** Whether the file has to leave the process as it found it. */
  readonly leavesNothing: boolean
}

/** Maximum time for the process to end after its last test. */
const lingeringMs = 20_000
/** Maximum time for a resource that is being closed to go away. */
const closingMs = 2_000

/**
 * Runs test files one after another in this process, each as a suite of its own, so that its hooks reach no other file.
 * `timeoutMs` applies to each file. A file that leaves the process changed fails, because the next one would not start
 * as if it were alone.
 */
export async function runShare(files: readonly TestFile[], timeoutMs: number): Promise<void> {
  for (const file of files) await runFile(file, timeoutMs)
  // What a file has left open after its time was over must not keep the process, and with it the whole run.
  setTimeout(() => {
    console.error('The process did not end after its last test: something was left open.')
    process.exit(1)
  }, lingeringMs).unref()
}

/** Resolves when the suite of the file has ended. What `describe` returns tells that only in some versions of Node.js. */
function runFile({ path, load, leavesNothing }: TestFile, timeoutMs: number): Promise<void> {
  return new Promise((ended) => {
    describe(path, { timeout: timeoutMs }, async () => {
      const [state, resources] = [processState(), openResources()]
      try {
        await load()
      } catch (cause) {
        ended()
        throw cause
      }
      // Registered after the hooks of the file, so that these have closed what they have to.
      after(async () => {
        try {
          if (leavesNothing) await requireNothingLeft(state, resources)
        } finally {
          ended()
        }
      })
    })
  })
}

async function requireNothingLeft(state: object, resources: readonly string[]): Promise<void> {
  assert.deepEqual(processState(), state, 'left in the process')
  assert.deepEqual(await leftOpen(resources), [], 'left open')
}

function processState(): Record<string, unknown> {
  const listeners = process.eventNames().map((name) => [name, process.listenerCount(name)] as const)
  return {
    directory: process.cwd(),
    environment: { ...process.env },
    globals: Object.keys(globalThis),
    listeners: Object.fromEntries(listeners),
  }
}

function openResources(): string[] {
  return process.getActiveResourcesInfo()
}

async function leftOpen(before: readonly string[]): Promise<string[]> {
  const deadline = performance.now() + closingMs
  let left = without(openResources(), before)
  while (left.length > 0 && performance.now() < deadline) {
    await delay(5)
    left = without(openResources(), before)
  }
  return left
}

function without(all: readonly string[], some: readonly string[]): string[] {
  const rest = [...all]
  for (const one of some) {
    const index = rest.indexOf(one)
    if (index >= 0) rest.splice(index, 1)
  }
  return rest
}
