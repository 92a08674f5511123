import type { Case, Step } from '../case.js'
import { badUtf8, byClient, byServer, bytes, hex, pause, text } from '../steps.js'

const mixed = bytes('Hello-µ@ßöäüàá-UTF-8!!')
const kosme = hex('ce ba e1 bd b9 cf 83 ce bc ce b5')
const edited = bytes('edited')
const surrogate = hex('eda080')
/** Encoding of a value beyond the last code point of Unicode. */
const beyond = hex('f4908080')
const failed = byServer(badUtf8)

const byteByByte = (whole: Buffer) => Array.from(whole, (byte) => Buffer.from([byte]))
const acceptedCase = (id: string, description: string, step: Step): Case => {
  return { id, description, steps: [step], expects: ['answer'], end: byClient }
}
const refusedCase = (id: string, description: string, step: Step): Case => {
  return { id, description, steps: [step], expects: [], end: failed }
}

const empty = Buffer.alloc(0)
/** Sends fragments without the envelope of the server's protocol, inside which no fragment would be empty. */
const bareText = (...fragments: readonly Buffer[]): Step => ({ kind: 'bare', fragments })

const valid: readonly Case[] = [
  acceptedCase('6.1.1', 'an empty text', bareText(empty)),
  acceptedCase('6.1.2', 'an empty text in three fragments', bareText(empty, empty, empty)),
  acceptedCase(
    '6.1.3',
    'a text of which the first and the last fragment are nothing',
    bareText(empty, bytes('middle'), empty),
  ),
  acceptedCase('6.2.1', 'a text', text(mixed)),
  acceptedCase(
    '6.2.2',
    'a text, parted between two characters',
    text(mixed.subarray(0, 14), mixed.subarray(14)),
  ),
  acceptedCase('6.2.3', 'a text in fragments of a byte', text(...byteByByte(mixed))),
  acceptedCase('6.2.4', 'another text in fragments of a byte', text(...byteByByte(kosme))),
]

const withSurrogate = Buffer.concat([kosme, surrogate, edited])
const invalid: readonly Case[] = [
  refusedCase('6.3.1', 'a surrogate within a text', text(withSurrogate)),
  refusedCase(
    '6.3.2',
    'a surrogate within a text in fragments of a byte',
    text(...byteByByte(withSurrogate)),
  ),
]

const tooFar = Buffer.concat([kosme, beyond, edited])
const parts = [kosme, beyond, edited] as const
/** Parts of a text whose invalid character shows only in its second byte. */
const withinCharacter = [tooFar.subarray(0, 12), tooFar.subarray(12, 13), tooFar.subarray(13)] as const

/** Returns a case whose text is recognizably invalid before the message is complete. */
function failingFast(id: string, description: string, step: Step): Case {
  return { ...refusedCase(id, description, step), failsFast: true }
}

const inFragments = ([first, second, third]: readonly [Buffer, Buffer, Buffer]) =>
  text(first, pause, second, pause, third)

const failFast: readonly Case[] = [
  failingFast('6.4.1', 'the second of three fragments is wrong', inFragments(parts)),
  failingFast('6.4.2', 'the second of three fragments makes a character wrong', inFragments(withinCharacter)),
  failingFast('6.4.3', 'the second of three parts of a frame is wrong', { kind: 'halting', parts }),
  failingFast('6.4.4', 'the second of three parts of a frame makes a character wrong', {
    ...{ kind: 'halting', parts: withinCharacter },
  }),
]

const range = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, index) => from + index)
/** Returns every byte from `from` to `to`, each followed by a blank. */
const lonely = (from: number, to: number) => Buffer.from(range(from, to).flatMap((byte) => [byte, 0x20]))
const continuations = (count: number) => hex('80bf80bf80bf'.slice(0, 2 * count))

const lastByteMissing = [
  ...['c0', 'e080', 'f08080', 'f8808080', 'fc80808080'],
  ...['df', 'efbf', 'f7bfbf', 'fbbfbfbf', 'fdbfbfbfbf'],
].map(hex)

const nonCharacters = range(0, 16).flatMap((plane) =>
  [0xfffe, 0xffff].map((last) => bytes(String.fromCodePoint(plane * 0x1_0000 + last))),
)

type Sequences = readonly (readonly [
  group: string,
  what: string,
  isValid: boolean,
  sequences: readonly Buffer[],
])[]

/** The sequences of Markus Kuhn's UTF-8 decoder stress test, and some valid texts. */
const sequences: Sequences = [
  [
    ...(['6.5', 'valid sequences', true] as const),
    [...['$', '¢', '€', '𤭢'].map((character) => bytes(`hello${character}world`)), kosme],
  ],
  ['6.7', 'the first sequence of a length', true, ['00', 'c280', 'e0a080', 'f0908080'].map(hex)],
  ['6.8', 'the first sequence of a length that there is not', false, ['f888808080', 'fc8480808080'].map(hex)],
  ['6.9', 'the last sequence of a length', true, ['7f', 'dfbf', 'efbfbf', 'f48fbfbf'].map(hex)],
  [
    ...(['6.10', 'the last sequence of a length that there is not', false] as const),
    ['f7bfbfbf', 'fbbfbfbfbf', 'fdbfbfbfbfbf'].map(hex),
  ],
  [
    '6.12',
    'continuation bytes alone',
    false,
    [...[hex('80'), hex('bf'), ...[2, 3, 4, 5, 6].map(continuations), Buffer.from(range(0x80, 0xbf))]],
  ],
  [
    '6.13',
    'first bytes alone',
    false,
    [...[lonely(0xc0, 0xdf), lonely(0xe0, 0xef), lonely(0xf0, 0xf7), lonely(0xf8, 0xfb), lonely(0xfc, 0xfd)]],
  ],
  ['6.14', 'the last byte is missing', false, lastByteMissing],
  [
    '6.15',
    'sequences without their last bytes, one after the other',
    false,
    [Buffer.concat(lastByteMissing)],
  ],
  ['6.16', 'bytes that never occur', false, ['fe', 'ff', 'fefeffff'].map(hex)],
  [
    ...(['6.17', 'overlong ASCII', false] as const),
    ['c0af', 'e080af', 'f08080af', 'f8808080af', 'fc80808080af'].map(hex),
  ],
  [
    ...(['6.18', 'the last overlong sequence of a length', false] as const),
    ['c1bf', 'e09fbf', 'f08fbfbf', 'f887bfbfbf', 'fc83bfbfbfbf'].map(hex),
  ],
  [
    ...(['6.19', 'overlong NUL', false] as const),
    ['c080', 'e08080', 'f0808080', 'f880808080', 'fc8080808080'].map(hex),
  ],
  [
    ...(['6.20', 'a surrogate', false] as const),
    ['eda080', 'edadbf', 'edae80', 'edafbf', 'edb080', 'edbe80', 'edbfbf'].map(hex),
  ],
  [
    ...(['6.21', 'two surrogates', false] as const),
    ['eda080', 'edadbf', 'edae80', 'edafbf'].flatMap((high) =>
      ['edb080', 'edbfbf'].map((low) => hex(high + low)),
    ),
  ],
  ['6.22', 'what is no character and valid', true, nonCharacters],
  [
    '6.23',
    'special characters',
    true,
    range(0xfff9, 0xffff).map((code) => bytes(String.fromCodePoint(code))),
  ],
]

const uniform = sequences.flatMap(([group, what, isValid, all]) =>
  all.map((sequence, index) => {
    return (isValid ? acceptedCase : refusedCase)(`${group}.${index + 1}`, what, text(sequence))
  }),
)

/** Byte offsets at which a character ends. */
const wholePrefixes = [2, 5, 7, 9, 11]
const prefixes = range(1, kosme.length).map((length) => {
  const make = wholePrefixes.includes(length) ? acceptedCase : refusedCase
  return make(`6.6.${length}`, `the first ${length} bytes of a text`, text(kosme.subarray(0, length)))
})

const boundaries = [
  ...['ed9fbf', 'ee8080', 'efbfbd', 'f48fbfbf'].map((sequence, index) =>
    acceptedCase(`6.11.${index + 1}`, 'at a boundary', text(hex(sequence))),
  ),
  refusedCase('6.11.5', 'beyond the last boundary', text(beyond)),
]

/** 6: UTF-8. */
export const utf8: readonly Case[] = [
  ...[...valid, ...invalid, ...failFast],
  ...[...uniform, ...prefixes, ...boundaries],
]
