import { apis } from '../../packages/core/src/contract/apis.js'
import type { Api, ApiVersion } from '../../packages/core/src/contract/versions.js'
import { actionPage } from './action-page.js'
import { adminPage } from './admin-page.js'
import { asyncApi } from './asyncapi.js'
import { json } from './code.js'
import { actionEntries, actionPath, chatApis, everyApi, pushEntries, pushPath, variantIn } from './entries.js'
import { openApi } from './openapi.js'
import { indexPage, objectsPage } from './overview-pages.js'
import { pushPage } from './push-page.js'
import type { Recording } from './recording.js'
import { scopesPage } from './scopes-page.js'
import { webhooksPage } from './webhooks-page.js'

/** Returns every page of docs/reference, by path from the root of the repository. */
export function apiPages(recording: Recording): ReadonlyMap<string, string> {
  const pages = [
    ['README.md', indexPage()],
    ['objects.md', objectsPage()],
    ['webhooks.md', webhooksPage()],
    ['scopes.md', scopesPage()],
    ['admin.md', adminPage()],
    ...actionEntries.map((entry) => [actionPath(entry.api, entry.name), actionPage(entry, recording)]),
    ...pushEntries.map((entry) => [pushPath(entry.api, entry.name), pushPage(entry, recording)]),
  ] as const
  return new Map(pages.map(([path = '', content = '']) => [`docs/reference/${path}`, content]))
}

/** Returns the OpenAPI and AsyncAPI documents of each version of each API, by path. */
export function apiDocuments(recording: Recording): ReadonlyMap<string, string> {
  const web = everyApi.flatMap((api) =>
    versionsOf(api).map((version) => {
      return [`docs/openapi/${api}-${version}.json`, openApi(api, version, recording)] as const
    }),
  )
  const realTime = chatApis.flatMap((api) =>
    versionsOf(api).map(
      (version) => [`docs/asyncapi/${api}-${version}.json`, asyncApi(api, version)] as const,
    ),
  )
  return new Map([...web, ...realTime].map(([path, document]) => [path, `${json(document)}\n`]))
}

/** Returns the versions of an API that contain at least one action. */
function versionsOf(api: Api): readonly ApiVersion[] {
  const versions: readonly ApiVersion[] = apis[api].versions
  const served = actionEntries.filter((entry) => entry.api === api)
  return versions.filter((version) => {
    return served.some((entry) => variantIn(entry, version, ({ contract }) => contract) !== undefined)
  })
}
