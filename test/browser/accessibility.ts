import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { AxeResults, Result } from 'axe-core'
import type { Page } from 'playwright-core'

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
 * What the page shows now violates no rule that axe-core has on by default, best practices included: light and
 * dark, on a desktop and on a phone. Leaves the page on a desktop.
 */
export async function assertAccessible(page: Page, state: string): Promise<void> {
  const violations: string[] = []
  // Through the debugger, so that the page's own policy, which allows no such script, stays as it is.
  if (!(await page.evaluate<boolean>("'axe' in globalThis"))) await page.evaluate(axeSource)
  for (const { size, colorScheme } of looks) {
    await page.setViewportSize(size)
    // An animation half way has colours of its own.
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    await page.evaluate('new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))')
    const results = await page.evaluate<AxeResults>("axe.run({ resultTypes: ['violations'] })")
    violations.push(...results.violations.map((found) => `${colorScheme}, ${size.width} px: ${told(found)}`))
  }
  await page.setViewportSize(desktop)
  assert.deepEqual(violations, [], state)
}

function told({ id, help, nodes }: Result): string {
  return `${id} (${help}) at ${nodes.map(({ target }) => target.join(' ')).join(', ')}`
}
