import { describe, expect, it } from 'vitest'
import { flagdFlag } from '../../../../tests/support/bundles.ts'
import { testDatabase } from '../../../../tests/support/database.ts'
import { apply, flagd, upload } from '../../../../tests/support/imports.ts'
import { aProject } from '../../../../tests/support/people.ts'
import { statementsOf, workOf } from '../../../../tests/support/statements.ts'
import { undoImport } from './undo-import.ts'

const { db, url } = await testDatabase()

const flagsIn = (count: number) => {
  const flags = Object.fromEntries(Array.from({ length: count }, (_, at) => [`flag-${at}`, flagdFlag()]))
  return Object.fromEntries(['production', 'staging', 'development'].map((one) => [`flags.${one}.json`, flagd(flags)]))
}

/** Imports this many flags, reads them again and undoes the import. Returns the statements of each step. */
const importing = async (count: number) => {
  const { project } = await aProject(db)
  const read = await statementsOf(() => upload(project, flagsIn(count)))
  const applied = await statementsOf(() => apply(project, read.result))
  const again = await statementsOf(() => upload(project, flagsIn(count)))
  const compares = again.told.filter(({ text }) =>
    /json_each_text.*import_item item|import_item item.*json_each_text/.test(text),
  )
  const looks = (await workOf(url, compares)).map(({ rows }) => rows)
  const undone = await statementsOf(() => undoImport(project, { source: read.result.number }))
  return { read, applied, again, undone, looks }
}

const [few, many] = [await importing(20), await importing(190)]

describe('an import of many flags', () => {
  it('asks the database as often as one of few', () => {
    for (const step of ['read', 'applied', 'again', 'undone'] as const) {
      expect(many[step].told.map(({ text }) => text.slice(0, 60))).toEqual(
        few[step].told.map(({ text }) => text.slice(0, 60)),
      )
    }
  })

  it('is compared with what is there by work that grows as the number of flags', () => {
    expect(many.looks).toHaveLength(1)
    expect(many.looks[0]).toBeLessThan(((few.looks[0] ?? 0) * 190 * 1.5) / 20)
  })

  it('holds the environments while it writes, and reads and checks before', () => {
    const texts = many.applied.told.map(({ text }) => text)
    const from = texts.findIndex((text) => /append_revision|lock_environment/.test(text))
    const held = texts.slice(from, texts.indexOf('commit', from))
    expect(held.filter((text) => text.includes('append_revision'))).toHaveLength(3)
    expect(held.filter((text) => /import_item|with recursive|from "head"/.test(text))).toEqual([])
    expect(held.length).toBeLessThanOrEqual(12)
  })
})
