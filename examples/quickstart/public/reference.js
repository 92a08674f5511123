/* global Scalar: the viewer, from /scalar.js */

const response = await fetch('/openapi/index.json')
const documents = await response.json()

Scalar.createApiReference('#reference', {
  // Nothing is asked of other sites: no assistant, no fonts, no proxy, no telemetry.
  sources: documents.map(({ title, path }) => ({
    title,
    slug: title.toLowerCase().replace(/\W+/g, '-'),
    url: path,
    agent: { disabled: true },
  })),
  agent: { disabled: true },
  showDeveloperTools: 'never',
  withDefaultFonts: false,
  telemetry: false,
  proxyUrl: '',
})
