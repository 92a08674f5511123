import assert from 'node:assert/strict'
import { test } from 'node:test'
import { refusal } from '../../../test/assertions.js'
import { scripted } from '../../../test/scripted.js'
import { VirtualClock } from '../../clock/virtual-clock.js'
import { contractLimits } from '../../contract/limits.js'
import { Deadlines } from '../../dispatch/deadlines.js'
import { Validator } from '../../dispatch/validator.js'
import type { Identities } from '../../identity/identities.js'
import type { LicenseReads } from '../../ports/stores/licenses.js'
import type { AddressRates } from './address-rates.js'
import { Admission } from './admission.js'

function givenAdmission(get: LicenseReads['get']) {
  const clock = new VirtualClock(0)
  const licenses = scripted<LicenseReads>({ get })
  const identities = scripted<Identities>({})
  const deadlines = new Deadlines(clock, 5_000)
  const addressRates = scripted<AddressRates>({})
  const parts = {
    identities,
    read: { licenses },
    deadlines,
    validator: new Validator(contractLimits),
    addressRates,
  }
  return { clock, admission: new Admission(parts) }
}

test('refuses a license that does not exist', async () => {
  const { admission } = givenAdmission(async () => undefined)
  await assert.rejects(admission.requireLicense(1), refusal('license_not_found'))
})

test('rejects with request_timeout when the storage does not respond', async () => {
  const { admission, clock } = givenAdmission(() => new Promise(() => undefined))
  const waiting = assert.rejects(admission.requireLicense(1), refusal('request_timeout'))
  clock.advance(5_000)
  await waiting
})

test('looks up an existing license once', async () => {
  const asked: number[] = []
  const { admission } = givenAdmission(async (licenseId) => {
    asked.push(licenseId)
    return { id: licenseId, name: 'Shop', plan: 'standard', isInTrial: false, createdAt: 0, expiresAt: null }
  })
  assert.equal(admission.knowsLicense(1), false)
  await admission.requireLicense(1)
  assert.equal(admission.knowsLicense(1), true)
  assert.equal(admission.knowsLicense(2), false)
  assert.deepEqual(asked, [1])
})
