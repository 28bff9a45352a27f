import fc from 'fast-check'
import { compile } from '../../src/shared/engine/compile.ts'
import { evaluate } from '../../src/shared/engine/evaluate.ts'
import { loadModules, modulesNeeded } from '../../src/shared/engine/optional-modules.ts'
import type { Datafile } from '../../src/shared/schemas/datafile.ts'
import type { Json } from '../../src/shared/schemas/keys.ts'
import { formats } from '../../src/shared/vendors/exporting/formats.ts'
import { Projection } from '../../src/shared/vendors/exporting/projection.ts'
import { meets } from '../../src/shared/vendors/exporting/proviso.ts'
import type { Attributes, Subject } from './subject.ts'

export type Tally = {
  flags: number
  readable: number
  asked: number
  broken: number
  differences: { flag: unknown; attributes: Attributes; theirs: Json; ours: Json; piece: Json }[]
}

export const emptyTally = (): Tally => ({ flags: 0, readable: 0, asked: 0, broken: 0, differences: [] })

const nowMs = Date.parse('2026-01-01T00:00:00Z')

/** Evaluates every convertible flag with both and adds up the results. */
export const compareOn = async (
  subject: Subject,
  datafile: Datafile,
  contexts: readonly Attributes[],
  tally: Tally,
): Promise<void> => {
  const projection = new Projection(formats[subject.format], datafile)
  const opened = await subject.open(projection)
  const compiled = compile(datafile, await loadModules(modulesNeeded(datafile)))
  try {
    for (const [key, { piece, reading }] of projection.flags()) {
      const flag = datafile.flags[key]
      tally.flags += 1
      if (piece === null || flag === undefined || !('provisos' in reading)) continue
      tally.readable += 1
      for (const attributes of contexts) {
        const context = subject.contextOf(attributes)
        if (context === undefined) continue
        if (!reading.provisos.every((proviso) => meets(context, proviso))) {
          tally.broken += 1
          continue
        }
        const theirs = await opened.ask(flag, attributes)
        if (theirs === undefined) continue
        tally.asked += 1
        const ours = subject.ours(evaluate(compiled, key, context, nowMs), flag)
        if (JSON.stringify(ours) !== JSON.stringify(theirs))
          tally.differences.push({ flag, attributes, theirs, ours, piece: { json: piece.json, parts: piece.parts } })
      }
    }
  } finally {
    await opened.close()
  }
}

/** Returns a copy that contains only JSON, as after a network request. */
export const asJson = (value: unknown): Attributes => JSON.parse(JSON.stringify(value)) as Attributes

export const sampled = <T>(arbitrary: fc.Arbitrary<T>, many: number, seed: number): T[] =>
  fc.sample(arbitrary, { numRuns: many, seed })
