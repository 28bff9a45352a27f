import { isDeepStrictEqual } from 'node:util'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { compile } from '../../src/shared/engine/compile.ts'
import { evaluate } from '../../src/shared/engine/evaluate.ts'
import { explain } from '../../src/shared/engine/explain.ts'
import { loadModules, modulesNeeded } from '../../src/shared/engine/optional-modules.ts'
import type { Outcome } from '../../src/shared/engine/outcome.ts'
import type { Context } from '../../src/shared/schemas/context.ts'
import type { Imported } from '../../src/shared/vendors/importing/imported.ts'
import { seeded } from '../../src/shared/vendors/importing/seeded.ts'
import { compileLaunchDarkly } from '../../src/shared/vendors/launchdarkly/import/compile.ts'
import { LdConfig } from '../../src/shared/vendors/launchdarkly/import/config.ts'
import { contextsOf as launchDarklyContexts } from '../../src/shared/vendors/launchdarkly/import/sample.ts'
import { compileUnleash } from '../../src/shared/vendors/unleash/import/compile.ts'
import { UnleashConfig } from '../../src/shared/vendors/unleash/import/config.ts'
import { contextsOf as unleashContexts } from '../../src/shared/vendors/unleash/import/sample.ts'
import { arbitraryConfig as arbitraryLaunchDarkly } from '../support/arbitrary-launchdarkly.ts'
import { arbitraryConfig as arbitraryUnleash } from '../support/arbitrary-unleash.ts'
import { datafileOf } from './datafile.ts'

const nowMs = Date.parse('2026-01-01T00:00:00Z')

/** The comparable part of an outcome. The interpreter counts nothing, so its slot is ignored. */
const saidBy = ({
  flag,
  value,
  variant,
  reason,
  rule,
  prerequisite,
  errorCode,
  detail,
  enabled,
  name,
  payload,
  inExperiment,
}: Outcome) => ({
  ...{ flag, value, variant, reason, rule, prerequisite, errorCode, detail, enabled, name, payload, inExperiment },
})

/** The first flag and context for which the two engines differ, or null. */
const differenceOf = async (imported: Imported, contexts: Iterable<Context>) => {
  const datafile = datafileOf(imported)
  const profiles = await loadModules(modulesNeeded(datafile))
  const compiled = compile(datafile, profiles)
  for (const context of contexts) {
    for (const flag of Object.keys(datafile.flags)) {
      const explained = saidBy(explain(datafile, flag, context, nowMs, undefined, profiles).outcome)
      const evaluated = saidBy(evaluate(compiled, flag, context, nowMs))
      if (!isDeepStrictEqual(explained, evaluated)) return { context, explained, evaluated }
    }
  }
  return null
}

describe('an imported datafile', () => {
  it('is explained as it is evaluated, over random LaunchDarkly documents', async () => {
    await fc.assert(
      fc.asyncProperty(arbitraryLaunchDarkly, fc.integer(), async (document, seed) => {
        const config = LdConfig.parse(JSON.parse(JSON.stringify(document)))
        const contexts = launchDarklyContexts(config, 10, seeded(seed))
        expect(await differenceOf(compileLaunchDarkly(config), contexts)).toBeNull()
      }),
      { numRuns: 100, endOnFailure: true },
    )
  })

  it('is explained as it is evaluated, over random Unleash documents', async () => {
    await fc.assert(
      fc.asyncProperty(arbitraryUnleash, fc.integer(), async (document, seed) => {
        const config = UnleashConfig.parse(JSON.parse(JSON.stringify(document)))
        const contexts = unleashContexts(config, 10, seeded(seed))
        expect(await differenceOf(compileUnleash(config), contexts)).toBeNull()
      }),
      { numRuns: 100, endOnFailure: true },
    )
  })
})
