import { describe, expect, it } from 'vitest'
import type { Outcome } from '../../src/shared/engine/outcome.ts'
import type { ImportOptions, Vendor } from '../../src/shared/features/imports/schemas/import.ts'
import type { Context } from '../../src/shared/schemas/context.ts'
import type { Json } from '../../src/shared/schemas/keys.ts'
import type { Imported } from '../../src/shared/vendors/importing/imported.ts'
import { createImportedEvaluator } from '../../src/shared/vendors/importing/imported-evaluator.ts'
import { vendors } from '../../src/shared/vendors/importing/vendors.ts'
import { launchDarklyPayload } from '../support/bundles.ts'
import { rule, targeting } from './awkward/documents.ts'
import { rows } from './awkward/rows.ts'

/*
 * Awkward values that were once converted wrongly without a finding: the vendor's document, the context, and the SDK's
 * answer. Flags with another answer, or none, must have a finding.
 */

const nowMs = Date.parse('2026-06-01T00:00:00Z')

const imported = (vendor: Vendor, document: unknown, options: ImportOptions = {}): Imported => {
  const [environment] = vendors[vendor].assemble([{ name: 'a.json', value: document }], options, nowMs).environments
  if (environment === undefined) throw new Error('no environment')
  return environment.compile({})
}

const asked = async (one: Imported, flag: string, context: Context): Promise<Outcome> =>
  (await createImportedEvaluator(one, nowMs))(flag, context)

describe('awkward values', () => {
  it.each(rows)('$of: $what', async ({ of, document, context, answers, flag = 'flag', options, said }) => {
    const one = imported(of, document, options)
    expect(one.findings.filter(({ severity }) => severity === 'block')).toEqual([])
    expect(await asked(one, flag, context)).toMatchObject(answers)
    const engines = one.findings.filter(({ message }) => message.includes('“all”')).map(({ message }) => message)
    // If it is known which engine served, no engines differ.
    expect(options?.sdk === undefined ? [] : engines).toEqual([])
    expect(engines.join()).toContain(said ?? '')
  })

  const variants = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, at) => [`v${at}`, at]))
  const long = 'x'.repeat(40_000)
  it.each<[string, unknown]>([
    ['values of several types', targeting({}, { variants: { a: true, b: 'text' }, defaultVariant: 'a' })],
    ['a value of more than 32 KB', targeting({}, { variants: { a: long }, defaultVariant: 'a' })],
    ['more variants than a flag may have', targeting({}, { variants: variants(500), defaultVariant: 'v0' })],
  ])('%s are refused as a publish refuses them, with a way round', (_, document) => {
    const blocks = imported('flagd', document, { generation: 'v2' }).findings.filter(
      ({ severity }) => severity === 'block',
    )
    expect(blocks.map(({ message }) => message).join()).toMatch(
      /^It cannot be published as it is\. [A-Z].+; what can be is .+\. \S.+\.$/,
    )
    expect(blocks.map(({ message }) => message).join()).not.toMatch(/Invalid input|expected \w+, received/)
  })

  it.each<[string, Vendor, unknown]>([
    ['null alone', 'launchdarkly', launchDarklyPayload({ flag: { variations: [null, null] } })],
    ['over a hundred rules', 'launchdarkly', launchDarklyPayload({ flag: { rules: manyRules(150) } })],
    ['long ids of rules', 'launchdarkly', launchDarklyPayload({ flag: { rules: manyRules(1, 'r'.repeat(500)) } })],
  ])('%s come in', async (_, vendor, document) => {
    const one = imported(vendor, document)
    expect(one.findings.filter(({ severity }) => severity === 'block')).toEqual([])
    expect(await asked(one, 'flag', { targetingKey: 'a' })).toMatchObject({ errorCode: null })
  })

  it.each(['$elemMatch', '$or', '$and'])('a condition that its SDKs fail on is said: %s of null', (operator) => {
    const condition = operator === '$elemMatch' ? { tags: { [operator]: null } } : { [operator]: null }
    const { findings } = imported('growthbook', rule({ condition, force: 'x' }))
    expect(findings.map(({ severity, message }) => `${severity}: ${message}`).join()).toContain(
      `block: ${operator} of a condition has an operand of another type`,
    )
  })

  it('says nothing of an ordinary rollout', () => {
    const rollout = { name: 'flexibleRollout', parameters: { rollout: '50', stickiness: 'default', groupId: 'flag' } }
    const document = { version: 2, features: [{ name: 'flag', type: 'release', enabled: true, strategies: [rollout] }] }
    expect(imported('unleash', document).findings).toEqual([])
  })
})

function manyRules(count: number, id = 'rule'): Json[] {
  return Array.from({ length: count }, (_, at) => ({
    ...{ id: count === 1 ? id : `${id}-${at}`, variation: 1 },
    clauses: [{ attribute: 'country', op: 'in', values: [`c${at}`] }],
  }))
}
