import type { App, AppReads, AppWrites } from '@parley/core/storage'
import { departBotsByApp, removeBotWebhooks } from './bots.js'
import { changeConfiguration } from './configuration.js'
import { compare, type SortKey, sorted } from './order.js'
import type { Run } from './tables.js'
import { removeWebhooks } from './webhooks.js'

const sortKeyOf = ({ createdAt, clientId }: Pick<App, 'createdAt' | 'clientId'>): SortKey => [
  createdAt,
  clientId,
]

export const appReads = (run: Run): AppReads => ({
  get: (clientId) => run(({ apps }) => apps.get(clientId)),
  list: (licenseId, limit, after) =>
    run(({ apps }) => {
      const follows = (app: App) => after === undefined || compare(sortKeyOf(app), sortKeyOf(after)) > 0
      const following = apps.rows((app) => app.licenseId === licenseId && follows(app))
      return sorted(following, sortKeyOf).slice(0, limit)
    }),
})

export const appWrites = (run: Run): AppWrites => ({
  insert: (app) => run(({ apps }) => void apps.insert(app.clientId, app)),
  update: ({ clientId, licenseId: _, createdAt: __, ...changes }) =>
    run(({ apps }) => apps.patch(clientId, changes) !== undefined),
  remove: (clientId) =>
    run((tables) => {
      const { apps, codes, tokens } = tables
      if (apps.delete(clientId) === undefined) return undefined
      codes.deleteWhere((code) => code.clientId === clientId)
      const removed = tokens.deleteWhere((token) => token.clientId === clientId)
      departBotsByApp(tables, clientId)
      const licenseIds = licensesOf(removed)
      const withWebhooks = licensesOf([
        ...removeWebhooks(tables, (webhook) => webhook.clientId === clientId),
        ...removeBotWebhooks(tables, clientId),
      ])
      const configurations = withWebhooks.map((licenseId) => {
        return { licenseId, revision: changeConfiguration(tables, licenseId, {}) }
      })
      return { licenseIds, configurations }
    }),
  ...appReads(run),
})

function licensesOf(rows: readonly { readonly licenseId: number }[]): readonly number[] {
  return [...new Set(rows.map(({ licenseId }) => licenseId))].sort((left, right) => left - right)
}
