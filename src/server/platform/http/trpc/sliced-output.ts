import { z } from 'zod'
import { type LastActiveState, TouchedPromise } from '../../../../shared/features/promises/schemas/promise.ts'
import { Datafile } from '../../../../shared/schemas/datafile.ts'
import { yieldingMap } from '../../kernel/yielding-map.ts'

const unseen = z.record(z.string(), z.unknown())
const documentsUnseen = Datafile.extend({ flags: unseen, segments: unseen })

/** Validates a `Datafile` output in slices, because it may contain ten thousand documents. */
export async function datafileOutput(value: unknown): Promise<Datafile> {
  const { flags, segments, ...rest } = documentsUnseen.parse(value)
  return {
    ...rest,
    flags: Object.fromEntries(await yieldingMap(Object.entries(flags), (entry) => parsed(Datafile.shape.flags, entry))),
    segments: Object.fromEntries(
      await yieldingMap(Object.entries(segments), (entry) => parsed(Datafile.shape.segments, entry)),
    ),
  }
}

/** Parses one document with the schema of the whole record. */
function parsed<D>(schema: z.ZodType<Record<string, D>>, [key, document]: [string, unknown]): [string, D] {
  const [entry] = Object.entries(schema.parse({ [key]: document }))
  if (!entry) throw new TypeError(`the document of ${key} is lost`)
  return entry
}

const touchedUnseen = z.strictObject({
  promises: z.array(TouchedPromise),
  before: z.unknown(),
  lastOn: z.array(z.strictObject({ flags: z.array(z.string()), knowingly: z.array(z.string()), before: z.unknown() })),
})

/** Invariants that a change may affect, with the documents to prove them on. */
export const Touched = z.strictObject({
  promises: z.array(TouchedPromise),
  before: Datafile,
  lastOn: z.array(z.strictObject({ flags: z.array(z.string()), knowingly: z.array(z.string()), before: Datafile })),
})
type Touched = { promises: TouchedPromise[]; before: Datafile; lastOn: LastActiveState[] }

/** Validates invariants with their documents in slices. */
export async function touchedOutput(value: unknown): Promise<Touched> {
  const { promises, before, lastOn } = touchedUnseen.parse(value)
  const earlier: LastActiveState[] = []
  for (const one of lastOn) earlier.push({ ...one, before: await datafileOutput(one.before) })
  return { promises, before: await datafileOutput(before), lastOn: earlier }
}
