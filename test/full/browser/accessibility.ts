import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Page } from 'playwright-core'
import { keepPicture } from './screenshots.js'

const axeSource = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

const desktop = { width: 1280, height: 800 }
const phone = { width: 390, height: 844 }
const looks = [
  { size: desktop, colorScheme: 'light' },
  { size: desktop, colorScheme: 'dark' },
  { size: phone, colorScheme: 'dark' },
  { size: phone, colorScheme: 'light' },
] as const

/** Two frames; but a headless browser now and then draws none at all for a page that another one was in front of. */
const drawn = `new Promise((done) => {
  requestAnimationFrame(() => requestAnimationFrame(done))
  setTimeout(done, 1_000)
})`

interface Violation {
  readonly id: string
  readonly help: string
  readonly targets: readonly string[]
}

const violationsNow = `axe.run({ resultTypes: ['violations'] }).then(({ violations }) =>
  violations.map(({ id, help, nodes }) => ({ id, help, targets: nodes.map(({ target }) => target.join(' ')) })),
)`

/**
 * What the page shows now violates no rule that axe-core has on by default, best practices included: light and
 * dark, on a desktop and on a phone. Leaves the page on a desktop, and a picture of each where they are wanted.
 */
export async function assertAccessible(page: Page, state: string): Promise<void> {
  const violations: string[] = []
  // Through the debugger, so that the page's own policy, which allows no such script, stays as it is.
  if (!(await page.evaluate<boolean>("'axe' in globalThis"))) await page.evaluate(axeSource)
  for (const { size, colorScheme } of looks) {
    await page.setViewportSize(size)
    // An animation half way has colours of its own.
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    await page.evaluate(drawn)
    const found = await page.evaluate<readonly Violation[]>(violationsNow)
    violations.push(...found.map((violation) => `${colorScheme}, ${size.width} px: ${told(violation)}`))
    await keepPicture(page, `${state} ${size.width} ${colorScheme}`)
  }
  await page.setViewportSize(desktop)
  assert.deepEqual(violations, [], state)
}

function told({ id, help, targets }: Violation): string {
  return `${id} (${help}) at ${targets.join(', ')}`
}
