import { readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { query as evaluateQuery } from '../../src/shared/engine/extended/query-logic/evaluate.ts'
import { runWithFullBudget } from '../../src/shared/engine/meter.ts'
import type { Json } from '../../src/shared/schemas/keys.ts'

/*
 * The results of GO Feature Flag's engine (github.com/diegoholiveira/jsonlogic at 2be57b0, after 3.10.0) for each
 * operation and each pair of values: whether the query applies (t), does not (f), or fails (e).
 */
type Facts = {
  /** As JSON. */
  values: string[]
  /** `{ op: [a, b] }`: a row per value of a, a letter per value of b. */
  binary: Record<string, string[]>
  /** `{ op: [a] }`: a letter per value. */
  unary: Record<string, string>
  /** `{ op: a }`: the same without the list. */
  bare: Record<string, string>
}

const facts = JSON.parse(readFileSync(path.join(import.meta.dirname, 'query-logic.json'), 'utf8')) as Facts
const values = facts.values.map((text) => JSON.parse(text) as Json)
const [a, b] = [{ var: 'a' }, { var: 'b' }]

const applies = (query: Json, context: Json): boolean =>
  runWithFullBudget(() => evaluateQuery({ if: [{ query }, 'on', null] })(context) === 'on') === true

/** The letter of a query. If it fails, neither it nor its negation applies. */
const letterOf = (query: Json, context: Json): string => {
  if (applies(query, context)) return 't'
  return applies({ '!': [query] }, context) ? 'f' : 'e'
}

describe('the JSONLogic of GO Feature Flag', () => {
  it.each(Object.entries(facts.binary))('compares any two values by %s', (name, rows) => {
    const ours = values.map((left) =>
      values.map((right) => letterOf({ [name]: [a, b] }, { a: left, b: right, targetingKey: 'anna' })).join(''),
    )
    expect(ours).toEqual(rows)
  })

  it.each(Object.entries(facts.unary))('takes any value in %s', (name, row) => {
    expect(values.map((value) => letterOf({ [name]: [a] }, { a: value })).join('')).toBe(row)
  })

  it.each(Object.entries(facts.bare))('takes any value in %s without a list', (name, row) => {
    expect(values.map((value) => letterOf({ [name]: a }, { a: value })).join('')).toBe(row)
  })

  it('knows who is anonymous, and the targeting key by two names', () => {
    const context = { targetingKey: 'anna', key: 'other' }
    expect(applies({ '==': [{ var: 'key' }, 'anna'] }, context)).toBe(true)
    expect(applies({ '==': [{ var: 'anonymous' }, false] }, context)).toBe(true)
    expect(applies({ missing: ['anonymous', 'key', 'targetingKey'] }, {})).toBe(false)
    expect(applies({ in: ['targetingKey', { var: '' }] }, context)).toBe(false)
  })

  it('does not find a missing attribute at least 0, and finds no members in an empty object', () => {
    expect(applies({ '>=': [{ var: 'age' }, 0] }, {})).toBe(
      letterOf({ '>=': [{ var: 'age' }, 0] }, { age: null }) === 't',
    )
    expect(applies({ or: [{ and: [{ var: 'plan' }, true] }, false] }, { plan: {} })).toBe(false)
  })

  it('ends a query that costs too much', () => {
    const list = Array.from({ length: 3_000 }, (_, at) => at)
    const query: Json = { some: [{ var: 'list' }, { in: [{ var: '' }, list] as Json[] }] }
    expect(
      runWithFullBudget(() => evaluateQuery({ if: [{ query }, 'on', null] })({ list: list.map((at) => at + 9_000) })),
    ).toBe(undefined)
  })
})
