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

/**
 * Waits until the page has drawn two frames. A timeout is needed because a headless browser sometimes draws none for a
 * page that was in the background.
 */
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
 * Checks that the page, as it is now, violates no default rule of axe-core, best practices included, in light and dark
 * and on a desktop and a phone. Leaves the page at desktop size, and stores a picture of each look when pictures are
 * wanted.
 */
export async function assertAccessible(page: Page, state: string): Promise<void> {
  const violations: string[] = []
  // Runs the script through the debugger, because the page's own policy allows no such script and must not be changed.
  if (!(await page.evaluate<boolean>("'axe' in globalThis"))) await page.evaluate(axeSource)
  for (const { size, colorScheme } of looks) {
    await page.setViewportSize(size)
    // Without animations, because half-way through one the colours differ.
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    await page.evaluate(drawn)
    const found = await page.evaluate<readonly Violation[]>(violationsNow)
    violations.push(
      ...found.map((violation) => `${colorScheme}, ${size.width} px: ${describeViolation(violation)}`),
    )
    await keepPicture(page, `${state} ${size.width} ${colorScheme}`)
  }
  await page.setViewportSize(desktop)
  assert.deepEqual(violations, [], state)
}

function describeViolation({ id, help, targets }: Violation): string {
  return `${id} (${help}) at ${targets.join(', ')}`
}
