import assert from 'node:assert/strict'
import { after, describe } from 'node:test'
import { setTimeout as delay } from 'node:timers/promises'

/** A test file, and how to load it. */
export interface TestFile {
  readonly path: string
  readonly load: () => Promise<unknown>
  /** Whether the file must leave the state of the process unchanged. */
  readonly leavesNothing: boolean
}

/** Maximum time in which the process must end after its last test. */
const lingeringMs = 20_000
/** Maximum time in which a closing resource must be gone. */
const closingMs = 2_000

/**
 * Runs test files one after another in this process, each as a suite of its own, so that its hooks apply to no other
 * file. `timeoutMs` applies to each file. A file that leaves the process changed fails, because the next file would not
 * start with a clean state.
 */
export async function runShare(files: readonly TestFile[], timeoutMs: number): Promise<void> {
  for (const file of files) await runFile(file, timeoutMs)
  // Ends the process even when a file that timed out has left something open.
  setTimeout(() => {
    console.error('The process did not end after its last test: something was left open.')
    process.exit(1)
  }, lingeringMs).unref()
}

/**
 * Resolves when the suite of the file has ended. The return value of `describe` shows that only in some versions of
 * Node.js.
 */
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
      // Registered after the hooks of the file, so that those have already closed their resources.
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
