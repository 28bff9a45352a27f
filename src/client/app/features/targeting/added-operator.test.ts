import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { engineTables, operatorsPage } from '../../../../../scripts/operators/tables.ts'
import { aFlag } from '../../../../../tests/support/builders.ts'
import type { Leaf } from '../../../../shared/schemas/condition.ts'

// Test files share a process, so modules are reset to isolate the mocks.
vi.hoisted(() => vi.resetModules())
afterAll(() => void vi.resetModules())

// Adds only one row to the table: a negation of an operator that has none.
vi.mock('../../../../shared/operators.ts', async (original) => {
  const real = await original<typeof import('../../../../shared/operators.ts')>()
  const added = { notInNetwork: { negates: 'inNetwork', phrase: 'is not in network' } }
  const table = { ...real.operators, ...added }
  return { ...real, operators: table, operatorFacts: real.factsOf(table), operatorNames: Object.keys(table) }
})
// The output of `npm run operators` for this table.
vi.mock('../../../../shared/engine/operators/operators.gen.ts', async () => {
  const { operatorFacts } = await import('../../../../shared/operators.ts')
  const { operatorsOf, negationOf, timed } = engineTables(operatorFacts)
  return { operatorsOf, negationOf, isTimed: (operator: string) => timed.includes(operator) }
})

// Cast: the type lists only the operators of the real table.
const operator = 'notInNetwork' as Leaf['operator']
const leaf: Leaf = { attribute: 'ip', operator, values: ['10.0.0.0/8'] }

const load = async () => ({
  ...(await import('../../../../shared/operators.ts')),
  ...(await import('../../../../shared/schemas/condition.ts')),
  ...(await import('../../../../shared/datafile/attribute-operators.ts')),
  ...(await import('../../../../shared/datafile/operator-values.ts')),
  ...(await import('../../../../shared/datafile/build.ts')),
  ...(await import('../../../../shared/engine/compile.ts')),
  ...(await import('../../../../shared/engine/evaluate.ts')),
  ...(await import('../../../../shared/engine/explain.ts')),
  ...(await import('../../../../shared/engine/optional-modules.ts')),
  ...(await import('../../../../shared/text/rules/sentence.ts')),
  ...(await import('../../../../shared/text/rules/parse.ts')),
  ...(await import('../../../../shared/lint/reach.ts')),
  ...(await import('./operator-choices.ts')),
  ...(await import('./value-problem.ts')),
})

describe('an operator that is added to the one table', () => {
  let all: Awaited<ReturnType<typeof load>>
  beforeAll(async () => {
    all = await load()
  })

  it('may stand in documents, for the attributes of its family, and its values are checked', () => {
    expect(all.Operator.options).toContain(operator)
    expect([all.attributeOperators.string, all.attributeOperators.number].map((of) => of.includes(operator))).toEqual([
      true,
      false,
    ])
    const report = vi.fn<Parameters<typeof all.checkValues>[1]>()
    all.checkValues(leaf, report)
    expect(report).not.toHaveBeenCalled()
    all.checkValues({ ...leaf, values: ['10.0.0.0/33'] }, report)
    expect(report).toHaveBeenCalledOnce()
  })

  it('is compiled, with the module of the engine that it needs, and explained alike', async () => {
    const datafile = all.buildDatafile({
      project: 'shop',
      environment: 'production',
      revision: 1,
      publishedAt: '2026-11-20T12:00:00.000Z',
      flags: { checkout: aFlag().rule(leaf, 'on') },
      segments: {},
    })
    expect(all.modulesNeeded(datafile)).toEqual(['network'])
    const modules = await all.loadModules(['network'])
    const compiled = all.compile(datafile, modules)
    for (const [ip, answer] of [
      ['10.1.2.3', 'off'],
      ['192.0.2.1', 'on'],
      [undefined, 'on'],
    ] as const) {
      const context = { targetingKey: 'u', ...(ip && { ip }) }
      expect(all.evaluate(compiled, 'checkout', context, 0).variant).toBe(answer)
      expect(all.explain(datafile, 'checkout', context, 0, undefined, modules).outcome.variant).toBe(answer)
    }
  })

  it('is a sentence, and the sentence reads back', () => {
    const rule = { when: leaf, serve: { variant: 'on' } }
    expect(all.sentence(rule)).toBe('ip is not in network 10.0.0.0/8 → on')
    expect(all.parse(all.sentence(rule))).toEqual(rule)
  })

  it('is offered by the editor, which says what its values must be', () => {
    const offered = all.operatorChoices('string', 'is').flatMap(({ items }) => items)
    expect(offered).toContainEqual({ value: operator, label: 'is not in network' })
    expect(all.unreadValue({ operator, values: ['ten'] })).toBe('a network such as 10.0.0.0/8')
  })

  it('is reasoned about by lint: nobody passes it and its twin', () => {
    const twin: Leaf = { ...leaf, operator: 'inNetwork' }
    const flag = aFlag()
      .rule({ all: [leaf, twin] }, 'on')
      .rule(leaf, 'on')
    expect([...all.reachOf(flag).dead]).toEqual([['r1', { because: 'contradiction', lines: [leaf, twin] }]])
  })

  it('has its line in the docs', () => {
    expect(operatorsPage(all.operatorFacts)).toContain('| `notInNetwork` | is not in network … | any of: IP address')
  })
})
