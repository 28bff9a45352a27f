import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { aContext, aDatafile } from '../../../tests/support/arbitraries.ts'
import { aFlag, where } from '../../../tests/support/builders.ts'
import { everyModule } from '../../../tests/support/every-module.ts'
import { aExtendedContext, aExtendedDatafile } from '../../../tests/support/extended-arbitraries.ts'
import { draws } from '../../../tests/support/seed.ts'
import { compile } from '../engine/compile.ts'
import { evaluate } from '../engine/evaluate.ts'
import { everyFamily } from '../engine/operators/every-family.ts'
import { loadModules, modulesNeeded } from '../engine/optional-modules.ts'
import { recompile } from '../engine/recompile.ts'
import type { Context } from '../schemas/context.ts'
import type { Datafile } from '../schemas/datafile.ts'
import { buildDatafile } from './build.ts'
import { readDatafile, writeDatafile } from './datafile-text.ts'
import { diffDatafile } from './diff.ts'
import { digestOf } from './digest.ts'
import { parsedDocumentsOf } from './lazy-documents.ts'
import { patchDatafile } from './patch.ts'

// Safe cast: the text was written from a datafile. Whether its documents are well-formed is what the tests check.
const late = (datafile: Datafile): Datafile => readDatafile(writeDatafile(datafile)) as Datafile
const atOnce = (datafile: Datafile): Datafile => JSON.parse(JSON.stringify(datafile)) as Datafile

const anyKey = fc.oneof(fc.constantFrom('10', '9', '__proto__', 'a"b', '":', '', '\t', 'toString', '\\'), fc.string())
const documents = fc.dictionary(anyKey, fc.jsonValue({ maxDepth: 4 }), { maxKeys: 4 })

/** Datafiles with valid documents, some with arbitrary JSON among them. */
const anyDatafile = fc
  .tuple(
    fc.oneof(
      fc.tuple(aDatafile(), fc.array(aContext(), { minLength: 3, maxLength: 3 })),
      fc.tuple(aExtendedDatafile(), fc.array(aExtendedContext(), { minLength: 3, maxLength: 3 })),
    ),
    fc.option(fc.tuple(documents, documents)),
  )
  .map(([[datafile, contexts], strange]) => {
    if (strange === null) return { datafile, contexts }
    const [flags, segments] = [
      { ...datafile.flags, ...strange[0] },
      { ...datafile.segments, ...strange[1] },
    ]
    // Cast: the test needs invalid documents.
    return { datafile: { ...datafile, flags, segments } as unknown as Datafile, contexts }
  })

const outcomes = (datafile: Datafile, contexts: readonly Context[], keys = Object.keys(datafile.flags)) => {
  const compiled = compile(datafile, everyModule)
  return keys.map((key) => contexts.map((context) => ({ ...evaluate(compiled, key, context, 0) })))
}

describe('the text of a datafile', () => {
  it('is JSON, and what is read from it late is what JSON.parse gives: keys, order, documents, absent names', () => {
    fc.assert(
      fc.property(anyDatafile, ({ datafile }) => {
        const [lazy, eager] = [late(datafile), atOnce(datafile)]
        expect(JSON.parse(writeDatafile(datafile))).toEqual(eager)
        for (const part of ['flags', 'segments'] as const) {
          expect(Object.keys(lazy[part])).toEqual(Object.keys(eager[part]))
          expect(Object.entries(lazy[part])).toEqual(Object.entries(eager[part]))
          expect(Object.hasOwn(lazy[part], 'valueOf')).toBe(Object.hasOwn(eager[part], 'valueOf'))
        }
        expect({ ...lazy, flags: {}, segments: {} }).toEqual({ ...eager, flags: {}, segments: {} })
        expect(JSON.stringify(lazy)).toBe(JSON.stringify(eager))
        expect(late(lazy)).toEqual(eager)
        expect(digestOf(late(datafile).flags, late(datafile).segments)).toBe(digestOf(eager.flags, eager.segments))
      }),
      { numRuns: draws(100, 300) },
    )
  })

  it('is answered from as the whole of it is, in any order of asking, sound documents or not', () => {
    fc.assert(
      fc.property(anyDatafile, fc.infiniteStream(fc.nat()), ({ datafile, contexts }, stream) => {
        const keys = Object.keys(datafile.flags)
        const order = [...stream.take(keys.length)]
        const shuffled = keys.map((key, at) => [order[at] ?? 0, key] as const).sort(([a], [b]) => a - b)
        const asked = [...shuffled.map(([, key]) => key), 'valueOf', 'no such flag']
        expect(outcomes(late(datafile), contexts, asked)).toEqual(outcomes(atOnce(datafile), contexts, asked))
      }),
      { numRuns: draws(100, 300) },
    )
  })

  it('takes patches as the whole of it does, and differs from another by the same patch', () => {
    fc.assert(
      fc.property(aDatafile(), aDatafile(), aContext(), (a, b, context) => {
        const patch = diffDatafile(a, b)
        expect(diffDatafile(late(a), late(b))).toEqual(patch)
        const before = compile(late(a), everyFamily)
        for (const key of Object.keys(a.flags).slice(1)) evaluate(before, key, context, 0)
        const next = patchDatafile(before.datafile, patch)
        expect(next).toEqual(patchDatafile(a, patch))
        if (next === null) throw new Error('the patch does not fit')
        const after = recompile(before, next, patch)
        const fresh = compile(b, everyFamily)
        for (const key of Object.keys({ ...a.flags, ...b.flags }))
          expect({ ...evaluate(after, key, context, 0), slot: 0 }).toEqual({
            ...evaluate(fresh, key, context, 0),
            slot: 0,
          })
      }),
      { numRuns: draws(80, 150) },
    )
  })

  it('is read as JSON where somebody else wrote it, and refused where that is refused', () => {
    const indents = fc.constantFrom(undefined, '\t', ' ', '\t\t')
    fc.assert(
      fc.property(anyDatafile, indents, fc.nat(), fc.boolean(), ({ datafile }, indent, cut, isCut) => {
        const text = indent === undefined ? writeDatafile(datafile) : JSON.stringify(datafile, null, indent)
        const found = isCut ? text.slice(0, cut % text.length) : text
        const read = (reader: (text: string) => unknown) => {
          try {
            return { found: reader(found) }
          } catch (problem) {
            return { problem: problem instanceof Error && problem.name }
          }
        }
        expect(read(readDatafile)).toEqual(read(JSON.parse))
      }),
      { numRuns: draws(200, 500) },
    )
  })

  const gold = aFlag('gold').rule(where('plan', 'is', 'gold'), 'on')
  const silver = aFlag('silver').requiring('gold', 'on').serving('on')
  const other = aFlag('other').serving('on')
  const datafile = (...flags: readonly Datafile['flags'][string][]) =>
    buildDatafile({
      project: 'shop',
      environment: 'production',
      revision: 1,
      publishedAt: '2026-11-20T12:00:00.000Z',
      flags: Object.fromEntries(flags.map((flag) => [flag.key, flag])),
      segments: {},
    })

  it('has no document read but those that are asked for, and what they lead to', () => {
    const lazy = late(datafile(gold, silver, other))
    const compiled = compile(lazy, everyFamily)
    expect(Object.keys(parsedDocumentsOf(lazy.flags))).toEqual([])
    evaluate(compiled, 'other', {}, 0)
    expect(Object.keys(parsedDocumentsOf(lazy.flags))).toEqual(['other'])
    evaluate(compiled, 'silver', {}, 0)
    expect(Object.keys(parsedDocumentsOf(lazy.flags)).sort()).toEqual(['gold', 'other', 'silver'])
  })

  it('has those read at once that need more than the native engine', async () => {
    const wide = aFlag('wide').rule({ read: { firstOf: [['plan']] }, test: { op: 'present' } }, 'on')
    const lazy = late(datafile(gold, wide, other))
    expect(Object.keys(parsedDocumentsOf(lazy.flags))).toEqual(['wide'])
    const names = modulesNeeded({ flags: parsedDocumentsOf(lazy.flags), segments: parsedDocumentsOf(lazy.segments) })
    const compiled = compile(lazy, { ...everyFamily, ...(await loadModules(names)) })
    expect(evaluate(compiled, 'wide', { plan: 'gold' }, 0)).toMatchObject({ variant: 'on' })
  })

  it('costs one flag where a document in it is no JSON', () => {
    const text = writeDatafile(datafile(gold, other)).replace('"salt":"gold"', '"salt":gold')
    const compiled = compile(readDatafile(text) as Datafile, everyFamily)
    expect(evaluate(compiled, 'gold', {}, 0)).toMatchObject({ errorCode: 'PARSE_ERROR' })
    expect(evaluate(compiled, 'other', {}, 0)).toMatchObject({ variant: 'on' })
  })
})
