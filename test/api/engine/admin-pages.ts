import assert from 'node:assert/strict'
import { test } from '../../support/cells.js'
import { useEngine } from '../../support/engine.js'
import { forEachStorage } from '../../support/storages.js'

interface Page {
  readonly items: readonly unknown[]
  readonly nextPageId: string | null
}

type List = (page?: { pageId?: string; limit?: number }) => Promise<Page>

async function walk(list: List, limit: number): Promise<readonly (readonly unknown[])[]> {
  const pages: (readonly unknown[])[] = []
  let pageId: string | null = ''
  while (pageId !== null) {
    const page: Page = await list({ pageId, limit })
    pages.push(page.items)
    pageId = page.nextPageId
  }
  return pages
}

forEachStorage('pages of admin lists', (storage) => {
  const suite = useEngine(storage)

  async function lists(): Promise<Readonly<Record<string, List>>> {
    const { licenseId, engine } = await suite.world()
    const { admin } = engine.parley
    for (const name of ['a', 'b', 'c']) {
      await admin.agents.create({ licenseId, name, login: `${name}-${licenseId}@example.com` })
      await admin.customers.create({ licenseId, name })
    }
    for (const name of ['b', 'c']) {
      await admin.apps.create({
        ...{ licenseId, name, type: 'browser', visibility: 'private' },
        ...{ redirectUris: [], scopes: [] },
      })
    }
    return {
      agents: (page) => admin.agents.list({ licenseId, ...page }),
      apps: (page) => admin.apps.list({ licenseId, ...page }),
      customers: (page) => admin.customers.list({ licenseId, ...page }),
    }
  }

  test('each list returns pages that hold each entry once and in order', async () => {
    for (const [name, list] of Object.entries(await lists())) {
      const whole = await list()
      assert.equal(whole.items.length, 3, name)
      assert.equal(whole.nextPageId, null)
      const [first, second, third] = whole.items
      assert.deepEqual(await walk(list, 2), [[first, second], [third]], name)
      assert.deepEqual(await walk(list, 1), [[first], [second], [third]], name)
      assert.deepEqual(await walk(list, 3), [whole.items], name)
    }
  })

  test('licenses.list returns pages too', async () => {
    const { admin } = suite.engine.parley
    const before = (await admin.licenses.list()).items.length
    const created = [await admin.licenses.create({ name: 'A' }), await admin.licenses.create({ name: 'B' })]
    const pages = await walk((page) => admin.licenses.list(page), Math.min(before + 1, 1_000))
    assert.ok(pages.length > 1)
    assert.deepEqual(pages.flat().slice(-2), created)
  })

  test('each list refuses the cursor of another list, and an invalid page size', async () => {
    const { agents, apps, customers } = await lists()
    assert.ok(agents && apps && customers)
    const { nextPageId } = await customers({ limit: 1 })
    assert.ok(nextPageId)
    const refused = (answer: Promise<Page>, message: RegExp) => assert.rejects(answer, { message })
    const notTheirs = /input\.pageId is not a page of this list/
    for (const list of [agents, apps]) await refused(list({ pageId: nextPageId }), notTheirs)
    await refused(customers({ pageId: `${nextPageId}=` }), notTheirs)
    for (const limit of [0, 1_001, 1.5]) {
      await refused(agents({ limit }), /input\.limit must be an integer from 1 to 1000/)
    }
    await refused(agents({ pageId: 'x'.repeat(5_000) }), /input\.pageId must have at most 4096 characters/)
  })
})
