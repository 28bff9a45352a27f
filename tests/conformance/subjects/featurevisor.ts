import { z } from 'zod'
import { Json } from '../../../src/shared/schemas/keys.ts'
import { compileFeaturevisor, variationOf } from '../../../src/shared/vendors/featurevisor/import/compile.ts'
import { FvConfig } from '../../../src/shared/vendors/featurevisor/import/config.ts'
import { datafileOf } from '../datafile.ts'
import type { Case, Subject } from '../subject.ts'
import { absence, readJson } from '../vectors.ts'

const Group = z.looseObject({
  config: FvConfig,
  cases: z.array(
    z.looseObject({
      id: z.string(),
      flagKey: z.string(),
      context: z.record(z.string(), Json),
      expect: z.looseObject({ enabled: z.boolean(), variation: z.string().nullable() }),
    }),
  ),
})

const casesOf = ({ config, cases }: z.infer<typeof Group>): Case[] => {
  const imported = compileFeaturevisor(config, 2)
  const datafile = datafileOf(imported)
  return cases.flatMap((asked): Case[] => {
    const about = (feature: 'enabled' | 'variation', theirs: string) => ({
      id: `${asked.id}/${feature}`,
      feature,
      datafile,
      flag: imported.keys.flags.get(theirs) ?? theirs,
      context: asked.context,
      nowMs: 0,
    })
    const { enabled, variation } = asked.expect
    return [
      {
        ...about('enabled', asked.flagKey),
        judge: (outcome) =>
          outcome.value === enabled ? null : `wants ${enabled}, got ${JSON.stringify(outcome.value ?? outcome.detail)}`,
      },
      {
        ...about('variation', variationOf(asked.flagKey)),
        judge: ({ value = null, detail }) =>
          value === variation ? null : `wants ${variation}, got ${JSON.stringify(value ?? detail)}`,
      },
    ]
  })
}

/** Random datafiles, evaluated by Featurevisor's SDK. */
export const featurevisor = (): Subject => {
  const file = 'featurevisor/fresh.json'
  const subject = { vendor: 'Featurevisor', source: 'its SDK on random datafiles' }
  const absent = absence(file)
  if (absent !== undefined) return { ...subject, absent, cases: [] }
  const { groups } = z.looseObject({ groups: z.array(Group) }).parse(readJson(file))
  return { ...subject, cases: groups.flatMap(casesOf) }
}
