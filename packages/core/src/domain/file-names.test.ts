import assert from 'node:assert/strict'
import { test } from 'node:test'
import { toFileName } from './file-names.js'

const cases: readonly (readonly [given: string | undefined, shown: string])[] = [
  ['report.pdf', 'report.pdf'],
  ['Übersicht März 2024 – final.docx', 'Übersicht März 2024 – final.docx'],
  ['日本語 ファイル.txt', '日本語 ファイル.txt'],
  ['party 🎉.png', 'party 🎉.png'],
  ['../../etc/passwd', 'passwd'],
  ['..\\..\\windows\\system32\\cmd.exe', 'cmd.exe'],
  ['/absolute/path.txt', 'path.txt'],
  ['C:\\fakepath\\photo.jpg', 'photo.jpg'],
  ['a/b\\c/d.txt', 'd.txt'],
  ['..', 'file'],
  ['.', 'file'],
  ['', 'file'],
  [undefined, 'file'],
  ['folder/', 'file'],
  ['.htaccess', 'htaccess'],
  ['...hidden', 'hidden'],
  ['name.', 'name'],
  ['name. . .', 'name'],
  ['line\r\nbreak: x.txt', 'linebreak_ x.txt'],
  ['nul\0byte.png', 'nulbyte.png'],
  ['photo\u202egnp.exe', 'photognp.exe'],
  ['\u2066photo\u2069.png', 'photo.png'],
  ['می\u200cخواهم.pdf', 'می\u200cخواهم.pdf'],
  ['👨‍👩‍👧.png', '👨‍👩‍👧.png'],
  [
    'flag 🏴\u{e0067}\u{e0062}\u{e0065}\u{e006e}\u{e0067}\u{e007f}.png',
    'flag 🏴\u{e0067}\u{e0062}\u{e0065}\u{e006e}\u{e0067}\u{e007f}.png',
  ],
  ['Rechnungs\u00adnummer.txt', 'Rechnungs\u00adnummer.txt'],
  ['emoji of tomorrow \u{1fbff}.png', 'emoji of tomorrow \u{1fbff}.png'],
  ['\ufeffmarked.txt', 'marked.txt'],
  ['right\u200fto\u061cleft.txt', 'righttoleft.txt'],
  ['nobody\ufffe\u{1ffff}.txt', 'nobody.txt'],
  ['\u200b\u200d', 'file'],
  ['lone\ud800.txt', 'lone.txt'],
  ['a\u2028b.txt', 'ab.txt'],
  ['"quoted";x=y.txt', '_quoted_;x=y.txt'],
  ['CON', 'CON_'],
  ['nul.txt', 'nul_.txt'],
  ['lpt1.tar.gz', 'lpt1_.tar.gz'],
  ['console.log', 'console.log'],
  ['many   blanks.txt', 'many blanks.txt'],
]

for (const [given, shown] of cases) {
  test(`toFileName turns ${JSON.stringify(given)} into ${JSON.stringify(shown)}`, () => {
    assert.equal(toFileName(given), shown)
  })
}

test('toFileName cuts a long name and keeps its extension', () => {
  const name = toFileName(`${'ä'.repeat(500)}.tar.gz`)
  assert.ok(name.endsWith('ä.gz'))
  assert.ok(Buffer.byteLength(name) <= 200)
  assert.ok(Buffer.byteLength(name) > 190)
})

test('toFileName cuts between characters, and cuts an extension that is too long to be one', () => {
  const name = toFileName(`a.${'😀'.repeat(100)}`)
  assert.ok(name.isWellFormed())
  assert.ok(Buffer.byteLength(name) <= 200)
})

test('toFileName removes a joiner at the end of a cut name', () => {
  const name = toFileName(`${'x'.repeat(193)}\u200d${'ä'.repeat(10)}.txt`)
  assert.equal(name, `${'x'.repeat(193)}.txt`)
})

test('toFileName leaves its own results unchanged', () => {
  for (const [given] of cases) assert.equal(toFileName(toFileName(given)), toFileName(given))
})
