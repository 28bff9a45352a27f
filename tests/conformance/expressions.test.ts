import { describe, expect, it } from 'vitest'
import { compile } from '../../src/shared/engine/compile.ts'
import { evaluate } from '../../src/shared/engine/evaluate.ts'
import { explain } from '../../src/shared/engine/explain.ts'
import { loadModules, modulesNeeded } from '../../src/shared/engine/optional-modules.ts'
import type { Datafile } from '../../src/shared/schemas/datafile.ts'
import type { ExpressionDialect } from '../../src/shared/schemas/extended-split.ts'
import type { FlagDocument } from '../../src/shared/schemas/flag.ts'
import type { Json } from '../../src/shared/schemas/keys.ts'
import { absence, announceAbsence, readJson } from './vectors.ts'

/*
 * Random flags with an expression as targeting, evaluated by two generations of a vendor's SDK and by our expression
 * evaluator. Converts the vendor's documents with a few lines instead of the importer.
 */

type Theirs = {
  state: string
  variants: Record<string, Json>
  defaultVariant?: string | null
  targeting?: Json
}
type Case = {
  id: string
  flagKey: string
  context: Record<string, unknown>
  default: Json
  expect: Record<string, { value: Json; reason: string }>
}
type Fresh = { groups: { config: { flags: Record<string, Theirs> }; cases: Case[] }[] }

/** The vendor's name for `$flag`. */
const renamed = (node: Json): Json => JSON.parse(JSON.stringify(node).replaceAll('"$flagd.', '"$flag.')) as Json

const documentOf = (key: string, flag: Theirs, dialect: ExpressionDialect): FlagDocument => ({
  key,
  type: 'string',
  on: flag.state === 'ENABLED',
  variants: flag.variants,
  offVariant: null,
  prerequisites: [],
  rules: flag.targeting ? [{ id: 'targeting', when: true, serve: { expr: renamed(flag.targeting), dialect } }] : [],
  otherwise: flag.defaultVariant ? { variant: flag.defaultVariant } : { useDefault: true },
  salt: key,
  visibleToClients: false,
})

const generations: readonly { name: string; dialect: ExpressionDialect }[] = [
  { name: 'v1', dialect: 'percent' },
  { name: 'v2', dialect: 'shift' },
]
const file = 'flagd/fresh.json'

announceAbsence()

describe('expressions', () => {
  it('divide by weight as the newer generation does', async () => {
    // Recorded answers of its SDK: variant 97 of 100 for user-1, 86 for user-2.
    const shares = Array.from({ length: 100 }, (_, at): Json => [`v${at}`, 1])
    const flag = documentOf(
      'f',
      {
        state: 'ENABLED',
        variants: Object.fromEntries(shares.map((_, at) => [`v${at}`, `v${at}`])),
        targeting: { fractional: [{ var: 'id' }, ...shares] },
      },
      'shift',
    )
    const datafile = { flags: { f: flag }, segments: {} } as unknown as Datafile
    const compiled = compile(datafile, await loadModules(modulesNeeded(datafile)))
    const answers = ['user-1', 'user-2'].map((id) => evaluate(compiled, 'f', { id }, 0).value)
    expect(answers).toEqual(['v97', 'v86'])
  })

  for (const { name, dialect } of generations) {
    if (absence(file) !== undefined) continue
    it(`answer as the SDK of generation ${name} does`, async () => {
      let cases = 0
      const wrong: unknown[] = []
      for (const { config, cases: asked } of (readJson(file) as Fresh).groups) {
        const flags = Object.entries(config.flags).map(([key, flag]) => [key, documentOf(key, flag, dialect)] as const)
        const datafile = { flags: Object.fromEntries(flags), segments: {} } as unknown as Datafile
        const profiles = await loadModules(modulesNeeded(datafile))
        const compiled = compile(datafile, profiles)
        for (const { id, flagKey, context, default: fallback, expect: expected } of asked) {
          const theirs = expected[name]
          if (theirs === undefined) continue
          cases += 1
          const outcome = evaluate(compiled, flagKey, context, 0)
          const explained = explain(datafile, flagKey, context, 0, undefined, profiles).outcome
          for (const { value = fallback } of [outcome, explained]) {
            if (JSON.stringify(value) !== JSON.stringify(theirs.value)) wrong.push({ id, value, theirs })
          }
        }
      }
      expect(cases).toBeGreaterThan(0)
      expect(wrong).toEqual([])
    })
  }
})
