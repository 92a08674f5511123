import * as fc from 'fast-check'

const fragments = [
  ...[
    '/',
    '//',
    '\\',
    '.',
    '..',
    '/../',
    '/..;/',
    '%2e',
    '%2E%2e',
    '%252e',
    '%25%32%65',
    '%2f',
    '%5c',
    '%00',
  ],
  ...[
    '%c0%ae',
    '%25c0%25ae',
    '?',
    '#',
    '@',
    ':',
    ':443',
    ':8080',
    'evil.example',
    'user@',
    'user:pass@',
    '[::1]',
  ],
  ...[
    '\t',
    '\n',
    ' ',
    '\u0000',
    '%09',
    ';',
    '.evil.example',
    'cb',
    '/x/y',
    'xn--',
    '。',
    'é',
    '%',
    '25',
    '2e',
  ],
]

/** Registered URIs that are shortened, joined and altered, so that many are nearly right. */
export function hostileRedirectUri(registered: readonly string[]): fc.Arbitrary<string> {
  const whole = fc.constantFrom(...registered)
  const spoilt = fc
    .tuple(whole, fc.nat(), fc.nat(3), fc.array(fc.constantFrom(...fragments), { maxLength: 4 }))
    .map(([uri, at, cut, inserted]) => {
      const position = at % (uri.length + 1)
      return uri.slice(0, position) + inserted.join('') + uri.slice(position + cut)
    })
  const extended = fc
    .tuple(whole, fc.array(fc.constantFrom(...fragments), { minLength: 1, maxLength: 6 }))
    .map(([uri, appended]) => uri + appended.join(''))
  const assembled = fc
    .array(fc.oneof(whole, fc.constantFrom(...fragments)), { maxLength: 5 })
    .map((parts) => parts.join(''))
  return fc.oneof(spoilt, extended, assembled, fc.webUrl({ withQueryParameters: true, withFragments: true }))
}
