import { TestBrowser } from './browser.js'
import { AgentAt, CustomerAt } from './people.js'
import { type Announced, Quickstart } from './quickstart-process.js'
import { type Account, signIn } from './sign-in.js'

/** A running quickstart and a browser. */
export class Stage {
  readonly quickstart: Quickstart
  readonly announced: Announced
  readonly browser: TestBrowser

  private constructor(quickstart: Quickstart, announced: Announced, browser: TestBrowser) {
    this.quickstart = quickstart
    this.announced = announced
    this.browser = browser
  }

  static async open(): Promise<Stage> {
    const quickstart = await Quickstart.create()
    try {
      return new Stage(quickstart, await quickstart.start(), await TestBrowser.launch())
    } catch (error) {
      // The process would keep the test running forever.
      await quickstart.remove()
      throw error
    }
  }

  /** Opens the shop as a new customer, in a browser profile of its own. */
  async customer(): Promise<CustomerAt> {
    return new CustomerAt(await this.browser.open(this.announced.customer))
  }

  /** Signs in at the desk, in a browser profile of its own. */
  async agent(account: Account): Promise<AgentAt> {
    const agent = new AgentAt(await this.browser.open(this.announced.desk))
    await signIn(agent.page, account)
    return agent
  }

  async close(): Promise<void> {
    await this.browser.close()
    await this.quickstart.remove()
  }
}
