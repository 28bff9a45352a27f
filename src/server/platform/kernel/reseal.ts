import { sql } from 'kysely'
import type { Db } from '../db/pool.ts'
import type { Vault } from './vault.ts'

export type SealedColumn = {
  readonly table: string
  readonly column: string
  /** The column whose value is part of the purpose. Absent if all rows have the same purpose. */
  readonly namedBy?: string
  readonly purpose: (name: string) => string
  /** Values are large binary data. */
  readonly isBytes?: true
}

/** The result of one pass over a column. */
export type Resealed = {
  readonly resealed: number
  /** Values that neither secret opens. */
  readonly unreadable: number
  /** Rows that were changed or deleted before they were processed. */
  readonly moved: number
}

/** Values by the secret that opens them. */
export type Sealed = { readonly current: number; readonly previous: number; readonly unreadable: number }

/** Values checked of a column, and the length of the longest: uploads of imports can be large, and are checked if they are small. */
const [checked, checkedLength] = [500, 16_384]

/** Counts which secret opens the values of a column, without a change. */
export async function sealedWith(db: Db, sealed: SealedColumn, now: Vault, before?: Vault): Promise<Sealed> {
  const [table, column] = [sql.table(sealed.table), sql.ref(sealed.column)]
  const name = sealed.namedBy === undefined ? sql`''` : sql`${sql.ref(sealed.namedBy)}::text`
  // Archived sources keep an empty text.
  const { rows } = await sql<{ name: string; value: string | Buffer }>`
    select ${name} as name, ${column} as value from ${table}
    where ${column} is not null and length(${column}) between 1 and ${checkedLength} limit ${checked}`.execute(db)
  const count = { current: 0, previous: 0, unreadable: 0 }
  for (const { name: of, value } of rows) {
    const bytes = Buffer.isBuffer(value) ? value : Buffer.from(value, 'base64url')
    const purpose = sealed.purpose(of)
    if (opened(now, bytes, purpose)) count.current += 1
    else if (before && opened(before, bytes, purpose)) count.previous += 1
    else count.unreadable += 1
  }
  return count
}

const batchSize = 200

/** Reseals with `now` every value of a column that only `before` opens, in batches of one transaction each. */
export async function resealColumn(db: Db, sealed: SealedColumn, before: Vault, now: Vault): Promise<Resealed> {
  const [table, column] = [sql.table(sealed.table), sql.ref(sealed.column)]
  // One snapshot: a row that moves afterwards is counted as moved and found by the next pass.
  const { rows } = await sql<{ at: string }>`
    select ctid::text as at from ${table} where ${column} is not null order by ctid`.execute(db)
  const size = sealed.isBytes ? 1 : batchSize
  const sum = { resealed: 0, unreadable: 0, moved: 0 }
  for (let from = 0; from < rows.length; from += size) {
    const batch = rows.slice(from, from + size).map(({ at }) => at)
    const one = await db.transaction().execute((tx) => resealRows(tx, sealed, batch, before, now))
    sum.resealed += one.resealed
    sum.unreadable += one.unreadable
    sum.moved += one.moved
  }
  return sum
}

async function resealRows(
  tx: Db,
  sealed: SealedColumn,
  at: readonly string[],
  before: Vault,
  now: Vault,
): Promise<Resealed> {
  const [table, column] = [sql.table(sealed.table), sql.ref(sealed.column)]
  const name = sealed.namedBy === undefined ? sql`''` : sql`${sql.ref(sealed.namedBy)}::text`
  const { rows } = await sql<{ at: string; name: string; value: string | Buffer | null }>`
    select ctid::text as at, ${name} as name, ${column} as value from ${table}
    where ctid = any(${at}::tid[]) and ${column} is not null for update`.execute(tx)
  let [resealed, unreadable] = [0, 0]
  for (const row of rows) {
    const value = Buffer.isBuffer(row.value) ? row.value : Buffer.from(row.value ?? '', 'base64url')
    const purpose = sealed.purpose(row.name)
    if (opened(now, value, purpose) !== undefined) continue
    const bytes = opened(before, value, purpose)
    if (bytes === undefined) unreadable += 1
    if (bytes === undefined) continue
    const again = now.sealBytes(bytes, purpose)
    const stored = sealed.isBytes ? again : again.toString('base64url')
    await sql`update ${table} set ${column} = ${stored} where ctid = ${row.at}::tid`.execute(tx)
    resealed += 1
  }
  return { resealed, unreadable, moved: at.length - rows.length }
}

function opened(vault: Vault, value: Buffer, purpose: string): Buffer | undefined {
  try {
    return vault.openBytes(value, purpose)
  } catch {
    return undefined
  }
}
