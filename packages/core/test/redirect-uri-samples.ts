import { traversalsFrom } from './redirect-uri-traversals.js'

/** Spellings of redirect URIs, and whether they are the registered one (spec authorization.md, decisions §4.7). */
export interface Spelling {
  readonly registered: string
  readonly requested: string
  readonly isAccepted: boolean
}

const spellings = (
  registered: string,
  isAccepted: boolean,
  requested: readonly string[],
): readonly Spelling[] => requested.map((uri) => ({ registered, requested: uri, isAccepted }))

const app = 'https://app.example.com/cb'

const good: readonly Spelling[] = [
  ...spellings(app, true, [
    app,
    `${app}/`,
    `${app}/deeper/still`,
    `${app}.html`,
    'https://app.example.com/before/cb',
    'https://app.example.com/before/cb/after',
    'https://app.example.com//cb',
    `${app}/~user`,
    `${app}/a%20b`,
    `${app}/%C3%A9`,
    `${app}/100%25`,
    `${app}/...`,
    `${app}/.well-known`,
    `${app}/a..b`,
    `${app}/a.`,
    `${app};v=1`,
    `${app}/@me`,
    `${app}/https://other.example.com`,
    `${app}/${'long/'.repeat(300)}`,
  ]),
  ...spellings('https://app.example.com', true, [
    'https://app.example.com',
    'https://app.example.com/',
    'https://app.example.com/anything',
  ]),
  ...spellings('https://app.example.com/', true, ['https://app.example.com', 'https://app.example.com/x']),
  ...spellings('http://127.0.0.1:8080/cb', true, ['http://127.0.0.1:8080/cb']),
  ...spellings('http://[::1]:8080/cb', true, ['http://[::1]:8080/cb', 'http://[::1]:8080/cb/x']),
  ...spellings('https://xn--bcher-kva.example/cb', true, ['https://xn--bcher-kva.example/cb']),
  ...spellings('https://app.example.com./cb', true, ['https://app.example.com./cb']),
]

const otherOrigin = spellings(app, false, [
  'http://app.example.com/cb',
  'HTTPS://app.example.com/cb',
  'https://APP.example.com/cb',
  'https://app.example.com:443/cb',
  'https://app.example.com:8443/cb',
  'https://app.example.com:/cb',
  'https://app.example.com:0443/cb',
  'https://app.example.com./cb',
  'https://app.example.com../cb',
  'https://example.com/cb',
  'https://app.example.com.evil.example/cb',
  'https://evilapp.example.com/cb',
  'https://app-example.com/cb',
  'https://app.example.co/cb',
  'https://evil.example/https://app.example.com/cb',
  'https://evil.example/app.example.com/cb',
  'https://evil.example/cb',
  'https://user@app.example.com/cb',
  'https://user:password@app.example.com/cb',
  'https://@app.example.com/cb',
  'https://:@app.example.com/cb',
  'https://app.example.com@evil.example/cb',
  'https://app.example.com:pass@evil.example/cb',
  'https://app.example.com%40evil.example/cb',
  'https://app.example.com\\@evil.example/cb',
  'https://evil.example\\@app.example.com/cb',
  'https://app.example.com\\.evil.example/cb',
  'https://evil.example#@app.example.com/cb',
  'https://evil.example?@app.example.com/cb',
  'https:app.example.com/cb',
  'https:/app.example.com/cb',
  'https:///app.example.com/cb',
  'https:\\\\app.example.com\\cb',
  'https:/\\app.example.com/cb',
  '//app.example.com/cb',
  '/cb',
  'app.example.com/cb',
  'https://аpp.example.com/cb',
  'https://xn--pp-6kc.example.com/cb',
  'https://app。example。com/cb',
  'https://ａpp.example.com/cb',
  'https://app.example%2ecom/cb',
  'https://%61pp.example.com/cb',
  'https://app.ex\tample.com/cb',
  'https://app.example.com\n/cb',
  'ht\ttps://app.example.com/cb',
  ' https://app.example.com/cb',
  '\u0000https://app.example.com/cb',
  '\uFEFFhttps://app.example.com/cb',
  'https://app.example.com\u0000.evil.example/cb',
  'https://app.example.com%00.evil.example/cb',
  'https://app.ex\u00adample.com/cb',
  'https://[app.example.com]/cb',
  'ftp://app.example.com/cb',
  'javascript:alert(1)//https://app.example.com/cb',
  'data:text/html,https://app.example.com/cb',
  'blob:https://app.example.com/cb',
  'view-source:https://app.example.com/cb',
  'https+x://app.example.com/cb',
  '',
  ' ',
  'https://',
])

const otherPath = spellings(app, false, [
  'https://app.example.com',
  'https://app.example.com/',
  'https://app.example.com/c',
  'https://app.example.com/CB',
  'https://app.example.com/c%62',
  'https://app.example.com/%63b',
  'https://app.example.com/c/b',
  `${app}?`,
  `${app}#`,
  `${app}?x=1`,
  `${app}#x`,
  `${app}?#`,
  'https://app.example.com?/cb',
  'https://app.example.com#/cb',
  'https://app.example.com/?/cb',
  'https://app.example.com/#/cb',
  `${app}\\x`,
  'https://app.example.com\\cb',
  `${app}/../evil`,
  `${app}/..`,
  `${app}/.`,
  `${app}/./x`,
  `${app}/../cb`,
  'https://app.example.com/../cb',
  'https://app.example.com/./cb',
])

const hiddenTraversal = spellings(app, false, traversalsFrom(app))

const unprintable = spellings(app, false, [
  `${app}/\t`,
  `${app}\t`,
  `${app}\n`,
  `${app}\r\n`,
  `${app} `,
  ` ${app}`,
  `${app}\u0000`,
  `${app}/a\u0000b`,
  `${app}/.\t./evil`,
  `${app}/.\n./evil`,
  `${app}/\u202e`,
  `${app}/é`,
  `${app}/\ud800`,
  `${app}/a b`,
  `${app}/"onload="`,
  `${app}/<script>`,
])

const otherAddresses: readonly Spelling[] = [
  ...spellings('http://127.0.0.1/cb', false, [
    'http://127.1/cb',
    'http://2130706433/cb',
    'http://0x7f.0.0.1/cb',
    'http://0177.0.0.1/cb',
    'http://localhost/cb',
    'http://[::ffff:127.0.0.1]/cb',
    'http://127.0.0.1:80/cb',
    'http://127.0.0.1./cb',
  ]),
  ...spellings('http://[::1]/cb', false, [
    'http://[0:0:0:0:0:0:0:1]/cb',
    'http://[::0001]/cb',
    'http://[::1%25eth0]/cb',
    'http://[::2]/cb',
    'http://::1/cb',
  ]),
  ...spellings('https://xn--bcher-kva.example/cb', false, [
    'https://bücher.example/cb',
    'https://XN--BCHER-KVA.example/cb',
    'https://bucher.example/cb',
  ]),
]

/** Hosts that a URL parser accepts although they cannot exist. */
const oddHosts: readonly Spelling[] = [
  'https://*/',
  'https://*.example.com/',
  'https://a;b.example/',
  "https://a'b/",
].flatMap((uri) => spellings(uri, false, [uri]))

export const redirectUriSamples: readonly Spelling[] = [
  ...good,
  ...otherOrigin,
  ...otherPath,
  ...hiddenTraversal,
  ...unprintable,
  ...otherAddresses,
  ...oddHosts,
]
