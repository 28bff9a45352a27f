import { isDeepStrictEqual } from 'node:util'
import { z } from 'zod'
import type { Outcome } from '../../../src/shared/engine/outcome.ts'
import { Json } from '../../../src/shared/schemas/keys.ts'
import { compileUnleash } from '../../../src/shared/vendors/unleash/import/compile.ts'
import { UnleashConfig, UnleashDelta } from '../../../src/shared/vendors/unleash/import/config.ts'
import { applyDelta } from '../../../src/shared/vendors/unleash/import/delta.ts'
import { datafileOf } from '../datafile.ts'
import { published } from '../published.ts'
import type { Case, Subject } from '../subject.ts'

/** A case in the vendor's format. */
export type Asked = {
  id: string
  feature: string
  toggle: string
  context: Record<string, Json>
  kind: 'enabled' | 'variant'
  expect: Json
}

/** Compiles a full document, or events that add up to one. */
export const compiled = (state: unknown) => {
  const delta = UnleashDelta.safeParse(state)
  const imported = compileUnleash(UnleashConfig.parse(delta.success ? applyDelta(delta.data) : state))
  return { datafile: datafileOf(imported), keys: imported.keys.flags }
}

/** Converts an outcome to the result of the vendor's `getVariant`. */
const variantOf = (outcome: Outcome): Json => {
  const enabled = outcome.enabled === true
  const served = enabled && outcome.variant !== null && typeof outcome.value !== 'boolean'
  return {
    name: served ? (outcome.name ?? outcome.variant) : 'disabled',
    ...(served && outcome.payload !== undefined ? { payload: outcome.payload } : {}),
    enabled: served,
    feature_enabled: enabled,
  }
}

export const caseOf = ({ datafile, keys }: ReturnType<typeof compiled>, asked: Asked): Case => ({
  id: asked.id,
  feature: asked.feature,
  datafile,
  flag: keys.get(asked.toggle) ?? asked.toggle,
  context: asked.context,
  nowMs: Date.parse('2026-01-01T00:00:00Z'),
  judge: (outcome) => {
    if (outcome.errorCode !== null && outcome.errorCode !== 'FLAG_NOT_FOUND') {
      return `ended in ${outcome.errorCode}: ${outcome.detail}`
    }
    const answer = asked.kind === 'enabled' ? outcome.enabled === true : variantOf(outcome)
    const wanted = JSON.stringify(asked.expect)
    return isDeepStrictEqual(answer, asked.expect) ? null : `wants ${wanted}, got ${JSON.stringify(answer)}`
  },
})

const Published = z.looseObject({
  id: z.string(),
  def: z.string(),
  feature: z.string(),
  toggle: z.string(),
  context: z.record(z.string(), Json),
  kind: z.enum(['enabled', 'variant']),
  expect: Json,
})

/** The cases of Unleash's client specification, from the published vectors. */
export const unleash = (): Subject =>
  published({ vendor: 'Unleash', source: 'published vectors' }, 'unleash', compiled, (line, configurations) => {
    const asked = Published.parse(line)
    return [caseOf(configurations(asked.def), asked)]
  })
