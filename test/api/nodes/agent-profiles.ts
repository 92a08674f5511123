import { profileCases, proveLostChange } from '../../support/agent-profiles.js'
import { test } from '../../support/cells.js'
import { forEachDatabase } from '../../support/storages.js'
import { arrived, useTwoNodes } from '../../support/two-nodes.js'

forEachDatabase('an agent who is changed on another node', (storage) => {
  const nodes = useTwoNodes(storage, { seed: 5, duplicated: 0.5, lost: 0 })
  for (const { title, prove } of profileCases) {
    test(title, () => prove({ ...nodes(), settle: () => arrived(nodes()) }))
  }
})

forEachDatabase('an agent who is changed on another node, while the bus loses facts', (storage) => {
  const nodes = useTwoNodes(storage, { seed: 6, duplicated: 0, lost: 1 })

  test('an agent sees the chats of its new groups within a minute, even when the fact is lost', () => {
    const { here, there } = nodes()
    return proveLostChange({ here, there, settle: () => arrived(nodes()) })
  })
})
