import { isDeepStrictEqual } from 'node:util'
import { z } from 'zod'
import { Json } from '../../../src/shared/schemas/keys.ts'
import { compileFlagd } from '../../../src/shared/vendors/flagd/import/compile.ts'
import { FlagdConfig } from '../../../src/shared/vendors/flagd/import/config.ts'
import type { Generation } from '../../../src/shared/vendors/flagd/import/generation.ts'
import { datafileOf } from '../datafile.ts'
import type { Case, Subject } from '../subject.ts'
import { absence, readJson } from '../vectors.ts'

const Answer = z.looseObject({ value: Json, reason: z.string() })
const Group = z.looseObject({
  config: FlagdConfig,
  cases: z.array(
    z.looseObject({
      id: z.string(),
      flagKey: z.string(),
      context: z.record(z.string(), Json),
      default: Json,
      expect: z.looseObject({ v1: Answer, v2: Answer }),
    }),
  ),
})

const casesOf = ({ config, cases }: z.infer<typeof Group>, generation: Exclude<Generation, 'v3'>): Case[] => {
  const imported = compileFlagd(config, generation)
  const datafile = datafileOf(imported)
  return cases.map((asked) => ({
    id: `${asked.id}/${generation}`,
    feature: `fresh ${generation}`,
    datafile,
    flag: imported.keys.flags.get(asked.flagKey) ?? asked.flagKey,
    context: asked.context,
    nowMs: 0,
    judge: ({ value = asked.default, reason }) => {
      const expected = asked.expect[generation]
      // The older SDK reported an error for disabled flags.
      const sameReason = reason === expected.reason || (generation === 'v1' && reason === 'DISABLED')
      const got = JSON.stringify({ value, reason })
      return isDeepStrictEqual(value, expected.value) && sameReason
        ? null
        : `wants ${JSON.stringify(expected)}, got ${got}`
    },
  }))
}

/** Random definitions, evaluated by two generations of flagd's SDK. */
export const flagd = (): Subject => {
  const file = 'flagd/fresh.json'
  const subject = { vendor: 'flagd', source: 'its SDKs on random definitions' }
  const absent = absence(file)
  if (absent !== undefined) return { ...subject, absent, cases: [] }
  const { groups } = z.looseObject({ groups: z.array(Group) }).parse(readJson(file))
  return { ...subject, cases: groups.flatMap((group) => [...casesOf(group, 'v1'), ...casesOf(group, 'v2')]) }
}
