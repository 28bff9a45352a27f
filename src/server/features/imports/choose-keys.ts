import { FanionError } from '../../../shared/errors/fanion-error.ts'
import type { ChooseKeysInput, ChosenKey, ImportSource } from '../../../shared/features/imports/schemas/import.ts'
import { inTransaction } from '../../platform/kernel/ctx.ts'
import { getImport } from './get-import.ts'
import { getLockedImport } from './get-locked-import.ts'
import type { ImportCtx } from './import-ctx.ts'
import { existingKeysAmong, itemsOf, subjectsOf } from './queries.ts'
import { rereadImportWith } from './reread-import.ts'

type WantedKey = ChooseKeysInput['keys'][number]

const placeOf = (kind: string, key: string) => `${kind}/${key}`

/**
 * Sets the keys under which flags and segments are imported, if theirs are taken or unwanted. The files are read again
 * with these keys, and references follow. Subjects imported earlier keep their keys. Throws `flag/key-taken` or
 * `segment/key-taken` if the key is used here or in the files.
 */
export async function chooseKeys(ctx: ImportCtx, input: ChooseKeysInput): Promise<ImportSource> {
  const keys = await inTransaction(ctx, async (tx) => {
    const { source, run } = await getLockedImport(tx, input, ['previewed'])
    const given = new Map(
      (await subjectsOf(tx.db, source.id)).map(({ kind, theirs, key }) => [placeOf(kind, theirs), key]),
    )
    const items = (await itemsOf(tx.db, run.id)).map(({ item }) => item)
    const chosen = new Map(run.keys.map((one) => [placeOf(one.kind, one.theirs), one]))
    // released keys first, so that other items can take them
    for (const one of input.keys.toSorted((a, b) => Number(a.key !== null) - Number(b.key !== null))) {
      const place = placeOf(one.kind, one.theirs)
      const before = given.get(place)
      if (before !== undefined && before === one.key) continue
      if (before !== undefined) throw cameAs(one, before)
      const item = items.find(({ kind, theirs }) => kind === one.kind && theirs === one.theirs)
      if (item === undefined) throw unknown(one)
      if (one.key === null) chosen.delete(place)
      else if (item.key !== one.key) {
        const other = items.some(({ kind, theirs, key }) => {
          const now = chosen.get(placeOf(kind, theirs))?.key ?? key
          return kind === one.kind && theirs !== one.theirs && now.toLowerCase() === one.key?.toLowerCase()
        })
        if (other) throw keyTakenError(one, `Another ${one.kind} of this import has the key ${one.key}.`)
        chosen.set(place, { kind: one.kind, theirs: one.theirs, key: one.key })
      }
    }
    // subjects imported earlier already exist here under their keys
    await refuseTaken(
      tx,
      [...chosen.values()].filter(({ kind, theirs }) => !given.has(placeOf(kind, theirs))),
    )
    return JSON.stringify([...chosen.values()]) === JSON.stringify(run.keys) ? null : [...chosen.values()]
  })
  return keys === null ? getImport(ctx, input) : rereadImportWith(ctx, input, { keys })
}

/** Throws if a flag or segment in the project already has one of the given keys. */
async function refuseTaken(ctx: ImportCtx, keys: readonly ChosenKey[]): Promise<void> {
  for (const kind of ['flag', 'segment'] as const) {
    const own = keys.filter((one) => one.kind === kind)
    const found = new Set(
      await existingKeysAmong(
        ctx.db,
        ctx.project,
        kind,
        own.map(({ key }) => key.toLowerCase()),
      ),
    )
    const first = own.find(({ key }) => found.has(key.toLowerCase()))
    if (first) throw keyTakenError(first, `Another ${kind} here has the key ${first.key}.`)
  }
}

const keyTakenError = ({ kind, key }: Pick<WantedKey, 'kind' | 'key'>, sentence: string) =>
  new FanionError(
    `${kind}/key-taken`,
    {
      problems: [
        { path: 'keys', problem: `${key} is taken`, expected: 'a key that nothing here and in the files has' },
      ],
    },
    `${sentence} Choose another one.`,
  )

const cameAs = ({ kind, theirs }: WantedKey, key: string) => {
  const problem = `the ${kind} ${theirs} came in as ${key} before, and keeps that key`
  return new FanionError('request/invalid', { problems: [{ path: 'keys', problem, expected: 'one that is new here' }] })
}

const unknown = ({ kind, theirs }: WantedKey) => {
  const problem = `the files have no ${kind} ${theirs}`
  return new FanionError('request/invalid', {
    problems: [{ path: 'keys', problem, expected: 'an item of the preview' }],
  })
}
