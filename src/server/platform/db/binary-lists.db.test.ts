import fc from 'fast-check'
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { testDatabase } from '../../../../tests/support/database.ts'
import { type Column, float8List, int2List, int4List, jsonbList, textList, uuidList } from './binary-lists.ts'

const { db } = await testDatabase()

const lists = <T>(one: fc.Arbitrary<T>) => fc.array(fc.option(one, { freq: 4 }), { maxLength: 30 })
const text = fc
  .oneof(
    fc.string({ unit: 'binary' }),
    fc.constantFrom('', 'null', 'NULL', '"', '\\', '{}', '{a,b}', 'a,b', ' ', '😀', '\n'),
  )
  .filter((one) => !one.includes('\0'))
const json = fc.jsonValue().map((one) => JSON.stringify(one).replaceAll(String.raw`\u0000`, ''))

/** Returns the values that PostgreSQL reads differently from the list than one by one. */
const readOtherwise = async <T>(type: string, list: Column<T>, one: fc.Arbitrary<T>) => {
  const of = sql.raw(`${type}[]`)
  const isAlike = async (values: (T | null)[]): Promise<boolean> => {
    const binary = list(values, (value) => value)
    const { rows } = await sql<{ is: boolean; length: number }>`
      select ${binary}::${of} is not distinct from ${values}::${of} as "is", cardinality(${binary}::${of}) as length`.execute(
      db,
    )
    return rows[0]?.is === true && rows[0].length === values.length
  }
  return (await fc.check(fc.asyncProperty(lists(one), isAlike), { numRuns: 60 })).counterexample
}

describe('a list for PostgreSQL is what the same values are one by one', () => {
  it('of numbers', async () => {
    expect(await readOtherwise('smallint', int2List, fc.integer({ min: -32_768, max: 32_767 }))).toBeNull()
    expect(await readOtherwise('int', int4List, fc.integer())).toBeNull()
    expect(await readOtherwise('double precision', float8List, fc.double({ noNaN: true }))).toBeNull()
  })

  it('of UUIDs', async () => {
    const digits = fc.uuid().map((one) => one.replaceAll('-', ''))
    expect(await readOtherwise('uuid', uuidList, digits)).toBeNull()
  })

  it('of texts and JSON', async () => {
    expect(await readOtherwise('text', textList, text)).toBeNull()
    expect(await readOtherwise('jsonb', jsonbList, json)).toBeNull()
  })
})
