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

/** What a page cannot help, where the markup is not its own: what one rule of axe-core may find. */
export interface Exception {
  readonly rule: string
  readonly selector: string
}

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

/**
 * What the page shows now violates no rule that axe-core has on by default, best practices included: light and
 * dark, on a desktop and on a phone. Leaves the page on a desktop, and a picture of each where they are wanted.
 */
export async function assertAccessible(
  page: Page,
  state: string,
  exceptions: readonly Exception[] = [],
): Promise<void> {
  const violations: string[] = []
  // Through the debugger, so that the page's own policy, which allows no such script, stays as it is.
  if (!(await page.evaluate<boolean>("'axe' in globalThis"))) await page.evaluate(axeSource)
  for (const { size, colorScheme } of looks) {
    await page.setViewportSize(size)
    // An animation half way has colours of its own.
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    await page.evaluate(drawn)
    const found = await page.evaluate<readonly Violation[]>(violationsBut(exceptions))
    violations.push(...found.map((violation) => `${colorScheme}, ${size.width} px: ${told(violation)}`))
    await keepPicture(page, `${state} ${size.width} ${colorScheme}`)
  }
  await page.setViewportSize(desktop)
  assert.deepEqual(violations, [], state)
}

function violationsBut(exceptions: readonly Exception[]): string {
  return `axe.run({ resultTypes: ['violations'], elementRef: true }).then(({ violations }) => {
    const isExcepted = (id, { element }) =>
      ${JSON.stringify(exceptions)}.some(({ rule, selector }) => rule === id && element.matches(selector))
    return violations
      .map(({ id, help, nodes }) => ({ id, help, nodes: nodes.filter((node) => !isExcepted(id, node)) }))
      .filter(({ nodes }) => nodes.length > 0)
      .map(({ id, help, nodes }) => ({ id, help, targets: nodes.map(({ target }) => target.join(' ')) }))
  })`
}

function told({ id, help, targets }: Violation): string {
  return `${id} (${help}) at ${targets.join(', ')}`
}
