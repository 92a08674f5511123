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
  ['zero\u200bwidth.txt', 'zerowidth.txt'],
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
  test(`shows ${JSON.stringify(given)} as ${JSON.stringify(shown)}`, () => {
    assert.equal(toFileName(given), shown)
  })
}

test('cuts a name that is too long, and keeps its extension', () => {
  const name = toFileName(`${'ä'.repeat(500)}.tar.gz`)
  assert.ok(name.endsWith('ä.gz'))
  assert.ok(Buffer.byteLength(name) <= 200)
  assert.ok(Buffer.byteLength(name) > 190)
})

test('cuts between characters, and an extension that is none', () => {
  const name = toFileName(`a.${'😀'.repeat(100)}`)
  assert.ok(name.isWellFormed())
  assert.ok(Buffer.byteLength(name) <= 200)
})

test('a name that it made is left as it is', () => {
  for (const [given] of cases) assert.equal(toFileName(toFileName(given)), toFileName(given))
})
