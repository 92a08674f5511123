/* global Scalar: the viewer, from /scalar.js */

const response = await fetch('/openapi/index.json')
const documents = await response.json()

Scalar.createApiReference('#reference', {
  sources: documents.map(({ title, path }) => ({ title, slug: path.replace(/\W+/g, '-'), url: path })),
  // Nothing is asked of other sites: no fonts, no proxy, no telemetry.
  withDefaultFonts: false,
  telemetry: false,
  proxyUrl: '',
})
