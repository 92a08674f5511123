import type { Page } from 'playwright-core'
import { waitUntilGone, waitUntilShown } from './browser.js'

/** Drags a file of `size` zero bytes over the element that matches `selector`. */
export async function dragOver(page: Page, selector: string, name: string, size?: number) {
  const dataTransfer = await page.evaluateHandle(transferOf(name, size))
  await page.dispatchEvent(selector, 'dragenter', { dataTransfer })
  await waitUntilShown(page.locator(`${selector}.is-dropping`))
  return dataTransfer
}

export async function dropOn(page: Page, selector: string, name: string, size?: number): Promise<void> {
  const dataTransfer = await dragOver(page, selector, name, size)
  await page.dispatchEvent(selector, 'drop', { dataTransfer })
  await waitUntilGone(page.locator(`${selector}.is-dropping`))
}

export async function paste(page: Page, selector: string, name: string): Promise<void> {
  await page.evaluate(`document.querySelector('${selector}').dispatchEvent(
    new ClipboardEvent('paste', { clipboardData: ${transferOf(name)}, bubbles: true, cancelable: true }),
  )`)
}

function transferOf(name: string, size = 20): string {
  return `(() => {
    const transfer = new DataTransfer()
    transfer.items.add(new File([new Uint8Array(${size})], '${name}', { type: 'text/plain' }))
    return transfer
  })()`
}
