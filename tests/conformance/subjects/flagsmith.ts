import { isDeepStrictEqual } from 'node:util'
import { z } from 'zod'
import type { Context } from '../../../src/shared/schemas/context.ts'
import { Json } from '../../../src/shared/schemas/keys.ts'
import { compileFlagsmith } from '../../../src/shared/vendors/flagsmith/import/compile.ts'
import { FsConfig } from '../../../src/shared/vendors/flagsmith/import/config.ts'
import { conditionFile, datafileOf } from '../datafile.ts'
import type { Case, Subject } from '../subject.ts'
import { absence, readJson } from '../vectors.ts'

const Identity = z.looseObject({
  identifier: z.string(),
  key: z.string().optional(),
  traits: z.record(z.string(), Json).optional(),
})
const Group = z.looseObject({
  config: FsConfig,
  cases: z.array(
    z.looseObject({
      id: z.string(),
      identity: Identity.nullish(),
      expect: z.looseObject({
        flags: z.record(z.string(), z.looseObject({ enabled: z.boolean(), value: Json })),
        segments: z.array(z.string()),
      }),
    }),
  ),
})

/** Converts an identity to a context: its traits, its identifier as targeting key, and its key. */
const contextOf = (identity: z.infer<typeof Identity> | null | undefined, environment: string): Context => {
  if (identity == null) return {}
  const { identifier, key, traits } = identity
  return { ...traits, targetingKey: identifier, identityKey: key ?? `${environment}_${identifier}` }
}

/** Tests segment membership with one flag for each segment. */
const segmentCasesOf = ({ config, cases }: z.infer<typeof Group>): Case[] => {
  const { segments, keys } = compileFlagsmith(config)
  return Object.entries(config.segments ?? {}).flatMap(([id, { name }]) => {
    const datafile = conditionFile({ segment: keys.segments.get(id) ?? id }, segments)
    return cases.map((asked): Case => {
      const expected = asked.expect.segments.includes(name)
      return {
        id: `${asked.id}/segment/${id}`,
        feature: 'fresh segments',
        datafile,
        flag: 'flag',
        context: contextOf(asked.identity, config.environment.key),
        nowMs: 0,
        judge: ({ value }) => (value === expected ? null : `wants ${expected}, got ${JSON.stringify(value)}`),
      }
    })
  })
}

const casesOf = ({ config, cases }: z.infer<typeof Group>): Case[] => {
  const imported = compileFlagsmith(config)
  const datafile = datafileOf(imported)
  return cases.flatMap((asked) =>
    Object.entries(asked.expect.flags).map(
      ([feature, { enabled, value }]): Case => ({
        id: `${asked.id}/${feature}`,
        feature: 'fresh',
        datafile,
        flag: imported.keys.flags.get(feature) ?? feature,
        context: contextOf(asked.identity, config.environment.key),
        nowMs: 0,
        judge: (outcome) => {
          // A feature without values is a boolean flag whose value is its enabled state.
          const given = [...(imported.enabledOf?.values() ?? [])].includes(feature) ? (outcome.value ?? null) : null
          const answer = [outcome.enabled, given]
          const wanted = JSON.stringify([enabled, value])
          return isDeepStrictEqual(answer, [enabled, value])
            ? null
            : `wants ${wanted}, got ${JSON.stringify(answer)} ${outcome.detail ?? ''}`
        },
      }),
    ),
  )
}

/** Random environments, evaluated by Flagsmith's SDK for Node. */
export const flagsmith = (): Subject => {
  const file = 'flagsmith/fresh.json'
  const subject = { vendor: 'Flagsmith', source: 'its SDK on random definitions' }
  const absent = absence(file)
  if (absent !== undefined) return { ...subject, absent, cases: [] }
  const { groups } = z.looseObject({ groups: z.array(Group) }).parse(readJson(file))
  return { ...subject, cases: groups.flatMap((group) => [...casesOf(group), ...segmentCasesOf(group)]) }
}
