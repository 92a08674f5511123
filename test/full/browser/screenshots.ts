import { basename, join } from 'node:path'
import type { Page } from 'playwright-core'

const directory = process.env.PARLEY_SCREENSHOTS
const file = basename(process.argv[1] ?? '', '.test.ts')
let count = 0

/**
 * Stores a picture of the page in the folder that `PARLEY_SCREENSHOTS` names. Pictures are for people, who can judge
 * what axe cannot.
 */
export async function keepPicture(page: Page, name: string): Promise<void> {
  if (directory === undefined) return
  count += 1
  const number = String(count).padStart(3, '0')
  await page.screenshot({ path: join(directory, `${file} ${number} ${name}.png`) })
}
