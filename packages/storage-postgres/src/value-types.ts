type ParseValue = (value: string) => unknown

/** Types by their OID in `pg_type`, which PostgreSQL keeps for good. */
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
 * Parsers of Parley's own for whatever it reads; any other type stays text. They are given with each query, because the
 * host may use `pg` too, and what it sets with `pg.types.setTypeParser` is meant for its own queries.
 */
export const valueTypes = {
  getTypeParser: (oid: number): ParseValue => parsers.get(oid) ?? asText,
}
