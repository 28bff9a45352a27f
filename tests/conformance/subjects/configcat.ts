import { isDeepStrictEqual } from 'node:util'
import { z } from 'zod'
import type { Context } from '../../../src/shared/schemas/context.ts'
import { Json } from '../../../src/shared/schemas/keys.ts'
import { compileConfigCat } from '../../../src/shared/vendors/configcat/import/compile.ts'
import { CcConfig } from '../../../src/shared/vendors/configcat/import/config.ts'
import { datafileOf } from '../datafile.ts'
import { published } from '../published.ts'
import type { Case, Subject } from '../subject.ts'

const Published = z.looseObject({
  id: z.string(),
  def: z.string(),
  feature: z.string(),
  user: z.record(z.string(), Json).nullable(),
  mode: z.enum(['value', 'variationId']),
  expect: z.record(z.string(), Json).optional(),
  flag: z.string().optional(),
  expectedError: z.string().optional(),
})
type Published = z.infer<typeof Published>

const Wrapped = z.union([
  z.strictObject({ $date: z.string() }).transform(({ $date }): unknown => new Date($date)),
  z.strictObject({ $number: z.string() }).transform(({ $number }): unknown => Number($number)),
  z.strictObject({ $undefined: z.unknown() }).transform((): unknown => undefined),
])

/** Converts a user as the caller passes it. Dates and non-finite numbers are wrapped in the vectors. */
const contextOf = (user: Published['user']): Context =>
  Object.fromEntries(
    Object.entries(user ?? {}).map(([name, value]) => {
      const wrapped = Wrapped.safeParse(value)
      return [name, wrapped.success ? wrapped.data : value]
    }),
  )

const compiled = (definition: unknown) => {
  const imported = compileConfigCat(CcConfig.parse(definition))
  return { datafile: datafileOf(imported), keys: imported.keys.flags }
}

const casesOf = ({ datafile, keys }: ReturnType<typeof compiled>, asked: Published): Case[] => {
  const context = contextOf(asked.user)
  const about = (setting: string) => ({
    id: `${asked.id}/${setting}`,
    feature: asked.feature,
    datafile,
    flag: keys.get(setting) ?? setting,
    context,
    nowMs: 0,
  })
  const right = Object.entries(asked.expect ?? {}).map(
    ([setting, expected]): Case => ({
      ...about(setting),
      judge: ({ value, name, detail }) => {
        const answer = asked.mode === 'value' ? value : name
        const wanted = JSON.stringify(expected)
        return isDeepStrictEqual(answer, expected) ? null : `wants ${wanted}, got ${JSON.stringify(answer ?? detail)}`
      },
    }),
  )
  if (asked.expectedError === undefined) return right
  return [
    {
      ...about(asked.flag ?? ''),
      judge: ({ detail, value }) =>
        detail === 'CYCLE' ? null : `wants ${asked.expectedError}, got ${JSON.stringify(detail ?? value)}`,
    },
  ]
}

/** The evaluation matrices of ConfigCat's SDK tests. Each cell is a case. */
export const configCat = (): Subject =>
  published({ vendor: 'ConfigCat', source: 'evaluation matrices' }, 'configcat', compiled, (line, configurations) => {
    const asked = Published.parse(line)
    return casesOf(configurations(asked.def), asked)
  })
