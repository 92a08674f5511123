/**
 * Addresses of networks that are not public: loopback, private, link-local, shared, documentation, benchmarking,
 * multicast and reserved.
 */
const internal = [
  ...[
    '127.0.0.1',
    '127.255.255.254',
    '0.0.0.0',
    '10.0.0.1',
    '10.255.255.255',
    '172.16.0.1',
    '172.31.255.254',
  ],
  ...[
    '192.168.1.1',
    '169.254.169.254',
    '100.64.0.1',
    '100.127.255.254',
    '192.0.0.8',
    '192.0.2.1',
    '198.18.0.1',
  ],
  ...['198.51.100.7', '203.0.113.9', '224.0.0.1', '239.255.255.250', '240.0.0.1', '255.255.255.255'],
] as const

const internalIpv6 = [
  ...[
    '::',
    '::1',
    '0:0:0:0:0:0:0:1',
    '0000::0001',
    'fe80::1',
    'febf::1',
    'fec0::1',
    'fc00::1',
    'fdff:ffff::1',
  ],
  ...[
    'ff00::1',
    'ff02::1',
    'FF0E::1',
    '100::1',
    '2001:db8::1',
    '3fff::1',
    '2001::1',
    '2001:2::1',
    '4000::1',
    'e000::1',
  ],
  ...['64:ff9b:1::a00:1', '5f00::1', '2001:10::1'],
] as const

/** Hosts, as they may stand in a URL, of addresses that are not public. */
export function internalSpellings(): readonly string[] {
  return [...internal.flatMap(spellingsOf), ...internalIpv6.map((address) => `[${address}]`)]
}

function spellingsOf(address: string): readonly string[] {
  const [a = 0, b = 0, c = 0, d = 0] = address.split('.').map(Number)
  const whole = ((a * 256 + b) * 256 + c) * 256 + d
  const hex = (value: number, length = 0) => value.toString(16).padStart(length, '0')
  const octal = (value: number) => `0${value.toString(8)}`
  const groups = `${hex(a * 256 + b)}:${hex(c * 256 + d)}`
  const wide = [...address].map((one) => String.fromCodePoint((one.codePointAt(0) ?? 0) + 0xfee0)).join('')
  return [
    ...[
      address,
      `${address}.`,
      String(whole),
      `0x${hex(whole)}`,
      `0X${hex(whole, 8).toUpperCase()}`,
      octal(whole),
    ],
    ...[[a, b, c, d].map(octal).join('.'), [a, b, c, d].map((part) => `0x${hex(part)}`).join('.')],
    ...[`${a}.${b}.${c * 256 + d}`, `${a}.${(b * 256 + c) * 256 + d}`, `0x${hex(a)}.${b}.${octal(c)}.${d}`],
    ...[`00000${octal(a)}.${b}.${c}.${d}.`, wide, address.replaceAll('.', '。'), address.replace('.', '%2e')],
    ...[`public.example@${address}`, `8.8.8.8:80@${address}`, `user:word@${whole}`, `%38.8.8.8@${address}`],
    ...[
      `[::ffff:${address}]`,
      `[::ffff:${groups}]`,
      `[0:0:0:0:0:FFFF:${groups}]`,
      `[::${address}]`,
      `[::${groups}]`,
    ],
    ...[`[64:ff9b::${address}]`, `[64:ff9b::${groups}]`, `[2002:${groups}::1]`, `[2001:0:${groups}::1]`],
    ...[
      `[::ffff:0:${address}]`,
      `[2001:0:4136:e378:8000:63bf:${hex(0xffff - (a * 256 + b))}:${hex(0xffff - (c * 256 + d))}]`,
    ],
  ]
}
