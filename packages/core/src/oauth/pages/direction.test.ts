import assert from 'node:assert/strict'
import { test } from 'node:test'
import { consentPage } from './consent-page.js'
import { deniedPage, signedInPage } from './message-pages.js'
import { signInPage } from './sign-in-page.js'

const appName = 'متجر (test)'
const agentName = 'مريم!'

test('names of apps and agents do not change the direction of the text around them', () => {
  const consent = consentPage({
    ...{ action: '/', csrfToken: '', request: '', mark: '', redirectHost: 'example.com' },
    ...{
      appName,
      agentName,
      agentId: 'agent',
      canSwitch: false,
      isInPopUp: false,
      requested: [],
      granted: [],
    },
  })
  const signIn = signInPage({
    action: '/',
    csrfToken: '',
    request: '',
    appName,
    login: '',
    problem: undefined,
  })
  for (const { body } of [consent, signIn, signedInPage(appName), deniedPage(appName)])
    assert.ok(body.text.includes(`<bdi>${appName}</bdi>`), body.text)
  assert.ok(consent.body.text.includes(`<bdi>${agentName}</bdi>`))
})

test('the login field has its own text direction', () => {
  const { body } = signInPage({
    ...{ action: '/', csrfToken: '', request: '', appName: 'Desk', login: 'مريم', problem: undefined },
  })
  assert.match(body.text, /<input id="login" name="login" dir="auto"/)
})
