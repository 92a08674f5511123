type ParseValue = (value: string) => unknown

/** OIDs of types in `pg_type`, which never change. */
const bool = 16
const numbers: readonly number[] = [
  ...[20, 21, 23], // int8, int2, int4
  26, // oid
  ...[700, 701], // float4, float8
]

const parsers = new Map<number, ParseValue>([
  [bool, (value) => value === 't'],
  ...numbers.map((oid) => [oid, Number] as const),
])

const asText: ParseValue = (value) => value

/**
 * Parsers of the types that Parley reads; any other type stays text. They are passed with each query, because the host
 * may use `pg` too and set its own parsers with `pg.types.setTypeParser`.
 */
export const valueTypes = {
  getTypeParser: (oid: number): ParseValue => parsers.get(oid) ?? asText,
}
