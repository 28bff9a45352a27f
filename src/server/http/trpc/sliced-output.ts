import { z } from 'zod'
import { Datafile } from '../../../shared/schemas/datafile.ts'
import { FlagList, FlagRow } from '../../../shared/schemas/flag-view.ts'
import { inSlices } from '../../kernel/in-slices.ts'

const rowsUnseen = FlagList.extend({ rows: z.array(z.unknown()) })

/** `FlagList` as an output: ten thousand rows are looked at a slice at a time. */
export async function flagListOutput(value: unknown): Promise<FlagList> {
  const { environments, rows } = rowsUnseen.parse(value)
  return { environments, rows: await inSlices(rows, (row) => FlagRow.parse(row)) }
}

const unseen = z.record(z.string(), z.unknown())
const documentsUnseen = Datafile.extend({ flags: unseen, segments: unseen })

/** `Datafile` as an output, in the same way. */
export async function datafileOutput(value: unknown): Promise<Datafile> {
  const { flags, segments, ...rest } = documentsUnseen.parse(value)
  return {
    ...rest,
    flags: Object.fromEntries(await inSlices(Object.entries(flags), (entry) => parsed(Datafile.shape.flags, entry))),
    segments: Object.fromEntries(
      await inSlices(Object.entries(segments), (entry) => parsed(Datafile.shape.segments, entry)),
    ),
  }
}

/** One document, as the record of documents would have it. */
function parsed<D>(schema: z.ZodType<Record<string, D>>, [key, document]: [string, unknown]): [string, D] {
  const [entry] = Object.entries(schema.parse({ [key]: document }))
  if (!entry) throw new TypeError(`the document of ${key} is lost`)
  return entry
}
