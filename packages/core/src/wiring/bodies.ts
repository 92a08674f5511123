import type { Changes } from '../changes/changes.js'
import { Deadlines } from '../dispatch/deadlines.js'
import type { CallerRates } from '../edge/admission/caller-rates.js'
import { BodyReader, bodyStepMs } from '../edge/http/body.js'
import { ByteBudget } from '../edge/http/byte-budget.js'
import { FormReader } from '../edge/http/form.js'
import { SlotPool } from '../edge/http/slot-pool.js'
import { FormRequests } from '../edge/web/form-requests.js'
import { DailyFiles } from '../files/daily-files.js'
import { Uploads } from '../files/uploads.js'
import type { Ports } from './engine-ports.js'

/** Creates the part that reads request bodies. */
export function createBodies({ settings, clock, shutdown }: Ports) {
  const bodyDeadlines = new Deadlines(clock, settings.timeouts.bodyMs)
  const bodyPaces = new Deadlines(clock, bodyStepMs)
  const bodies = new BodyReader({
    deadlines: bodyDeadlines,
    paces: bodyPaces,
    maxBytes: settings.limits.bodyBytes,
    budget: new ByteBudget(settings.limits.requestBytes),
    shutdown,
  })
  return { bodies, bodyDeadlines, bodyPaces }
}

/** Creates the part that receives uploads; returns `undefined` when the host stores no files. */
export function createUploads(ports: Ports, changes: Changes): Uploads | undefined {
  const { files, settings } = ports
  if (files === undefined) return undefined
  const shared = { ...ports, files, changes }
  const daily = new DailyFiles(settings.limits)
  const unnamedMs = settings.lifetimes.unnamedFileSeconds * 1_000
  const unlocatedKinds = unlocatedKindsOf[settings.photos.removeLocation]
  return new Uploads({ ...shared, daily, maxBytes: settings.limits.fileBytes, unnamedMs, unlocatedKinds })
}

const unlocatedKindsOf = { none: [], images: ['image'], all: ['image', 'file'] } as const

/** Creates the part that reads requests with files. */
export function createForms(
  { settings, shutdown }: Ports,
  uploads: Uploads | undefined,
  callerRates: CallerRates,
  deadlines: Deadlines,
): FormRequests {
  const { formPartCount, formFieldBytes, fileBytes, uploadCount, uploadsPerCaller } = settings.limits
  const bounds = { partCount: formPartCount, fieldBytes: formFieldBytes, fileBytes }
  return new FormRequests({
    bounds: settings.limits,
    callerRates,
    forms: new FormReader({ deadlines, shutdown, bounds }),
    slots: new SlotPool({ count: uploadCount, perCaller: uploadsPerCaller }),
    uploads,
  })
}
