import assert from 'node:assert/strict'
import { after, afterEach, before, describe, test } from 'node:test'
import type { Page } from 'playwright-core'
import { waitUntilShown } from './browser.js'
import { AgentAt, CustomerAt } from './people.js'
import { ReferenceAt } from './reference-page.js'
import { signIn } from './sign-in.js'
import { Stage } from './stage.js'

/** Makes every access to the storage throw, as in a browser that blocks all site data. */
const blocked = `
  for (const name of ['localStorage', 'sessionStorage']) {
    Object.defineProperty(window, name, {
      get() { throw new DOMException('Access is denied for this document.', 'SecurityError') },
    })
  }
`

/** Makes the storage readable but never writable, as if it were full. */
const full = `
  Storage.prototype.setItem = () => {
    throw new DOMException('The quota has been exceeded.', 'QuotaExceededError')
  }
`

let stage: Stage

before(async () => {
  stage = await Stage.open()
})

after(() => stage?.close())

afterEach(() => stage.browser.assertNoProblems())

for (const [title, script] of [
  ['site data is blocked', blocked],
  ['the storage is full', full],
] as const) {
  describe(`where ${title}`, () => {
    let customer: CustomerAt
    let agent: AgentAt
    const name = `Mia, ${title}`

    test('a customer starts a chat and continues to write', async () => {
      customer = new CustomerAt(await openWith(script, stage.announced.customer))
      await customer.openChat()
      await customer.page.getByLabel('Your message').fill('Is the')
      await customer.introduce(name, 'Is the mug dishwasher safe?')
      await waitUntilShown(customer.message('Is the mug dishwasher safe?'))
      await customer.send('And the glaze?')
      await waitUntilShown(customer.message('And the glaze?'))
      await customer.page.getByRole('button', { name: 'Sound and notifications' }).click()
      await customer.page.getByRole('switch', { name: 'Sound' }).click()
      await waitUntilShown(customer.page.getByRole('switch', { name: 'Sound', checked: true }))
      await customer.page.keyboard.press('Escape')
    })

    test('an agent signs in, answers, and keeps a draft for each chat until the page is left', async () => {
      agent = new AgentAt(await openWith(script, stage.announced.desk))
      await signIn(agent.page, stage.announced.ada)
      await agent.open(name)
      await agent.send('It is.')
      await waitUntilShown(customer.message('It is.'))
      await agent.type('And the glaze')
      await agent.page.evaluate("location.hash = ''")
      await waitUntilShown(agent.page.getByText('No chat open'))
      await agent.open(name)
      assert.equal(await agent.field.inputValue(), 'And the glaze')
    })

    test('signing out ends the sign-in', async () => {
      await agent.button('Sign out').click()
      await waitUntilShown(agent.button('Sign in with Parley'))
      await agent.page.close()
      await customer.page.close()
    })

    test('an administrator signs in to the console', async () => {
      const page = await openWith(script, stage.announced.console)
      await signIn(page, stage.announced.ada)
      await waitUntilShown(page.getByRole('heading', { level: 1, name: 'Apps' }))
      await page.close()
    })

    test('the reference keeps the token for the next action', async () => {
      const reader = new ReferenceAt(await openWith(script, stage.announced.reference))
      await reader.open('customer-v0.5/update_customer', 'update_customer')
      await reader.form.getByRole('button', { name: 'Get a customer’s token' }).click()
      await waitUntilShown(reader.form.getByText('You are the customer of the shop in this browser.'))
      await reader.open('customer-v0.5/get_chats_summary', 'get_chats_summary')
      await reader.writeBody({ payload: {} })
      assert.match(await reader.send(), /^200 OK /)
      await reader.page.close()
    })
  })
}

async function openWith(script: string, address: string): Promise<Page> {
  const page = await stage.browser.open('about:blank')
  // The pop-up for signing in is another page and needs the script too.
  await page.context().addInitScript(script)
  await page.goto(address)
  return page
}
