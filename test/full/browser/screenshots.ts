import { basename, join } from 'node:path'
import type { Page } from 'playwright-core'

const directory = process.env.PARLEY_SCREENSHOTS
const file = basename(process.argv[1] ?? '', '.test.ts')
let count = 0

/** What axe cannot judge somebody has to look at: `PARLEY_SCREENSHOTS` names where pictures of all states are put. */
export async function keepPicture(page: Page, name: string): Promise<void> {
  if (directory === undefined) return
  count += 1
  const number = String(count).padStart(3, '0')
  await page.screenshot({ path: join(directory, `${file} ${number} ${name}.png`) })
}
