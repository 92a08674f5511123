import assert from 'node:assert/strict'
import { after, describe } from 'node:test'
import { setTimeout as delay } from 'node:timers/promises'
import { pathToFileURL } from 'node:url'

/** For a file, and for each test in it. */
const timeoutMs = 60_000
/** What is being closed may take so long to go. */
const closingMs = 2_000

/**
 * Runs test files one after another in this process, each as a suite of its own, so that its hooks reach no other file.
 * A file fails as well when it leaves the process other than it was: the next one would not start as if alone.
 */
export async function runUnitShare(files: readonly string[]): Promise<void> {
  for (const file of files) {
    await describe(file, { timeout: timeoutMs }, async () => {
      const [state, resources] = [processState(), openResources()]
      await import(pathToFileURL(file).href)
      after(async () => {
        assert.deepEqual(processState(), state, 'left in the process')
        assert.deepEqual(await leftOpen(resources), [], 'left open')
      })
    })
  }
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
