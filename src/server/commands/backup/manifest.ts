import { z } from 'zod'

/** The format that this program writes, and the only one it reads. */
export const backupFormat = 1

const name = z.string().regex(/^[a-z_][a-z0-9_]*$/)

export const Table = z.strictObject({ name, columns: z.array(name).min(1) })
export type Table = z.infer<typeof Table>

export const Sequence = z.strictObject({ name, last: z.string().regex(/^\d+$/).nullable() })
export type Sequence = z.infer<typeof Sequence>

const value = String.raw`'[0-9: +-]+'`
/** A partition of a table, for a range of time. */
export const Partition = z.strictObject({
  name,
  parent: name,
  bound: z.string().regex(new RegExp(`^(DEFAULT|FOR VALUES FROM \\(${value}\\) TO \\(${value}\\))$`)),
})
export type Partition = z.infer<typeof Partition>

/** The first entry of a backup, `manifest.json`: its content and schema version. */
export const Manifest = z.strictObject({
  fanion: z.literal('backup'),
  format: z.literal(backupFormat),
  version: z.string(),
  madeAt: z.iso.datetime(),
  migrations: z.array(z.string()).min(1),
  tables: z.array(Table),
  sequences: z.array(Sequence),
  partitions: z.array(Partition),
})
export type Manifest = z.infer<typeof Manifest>

/** A table's row count and the SHA-256 of its text. */
export const Sum = z.strictObject({ rows: z.int().min(0), sha256: z.string() })
export type Sum = z.infer<typeof Sum>

/** An environment's latest revision, with the digest of its flags and segments. */
export const EnvironmentDigest = z.strictObject({ id: z.string(), revision: z.int(), digest: z.string() })
export type EnvironmentDigest = z.infer<typeof EnvironmentDigest>

/** The last entry, `sums.json`. A backup without it was truncated. */
export const Sums = z.strictObject({
  tables: z.record(name, Sum),
  environments: z.array(EnvironmentDigest),
})
export type Sums = z.infer<typeof Sums>
