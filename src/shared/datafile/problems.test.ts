import { describe, expect, it } from 'vitest'
import { collect, pathText, refusalOf } from './problems.ts'

describe('pathText', () => {
  it.each([
    [[], ''],
    [['rules', 0, 'when', 'all', 1], 'rules[0].when.all[1]'],
    [['variants', 'a.b', 'x'], 'variants["a.b"].x'],
    [['my-flag'], '["my-flag"]'],
  ])('writes %j as %s', (path, text) => {
    expect(pathText(path)).toBe(text)
  })
})

describe('refusalOf', () => {
  it('is nothing when there is no problem', () => {
    expect(refusalOf([])).toBeNull()
  })

  it('has the code of the first problem, and lists them all', () => {
    const problems = collect((report) => {
      report('rule/weights', ['a'], 'p', 'e')
      report('flag/invalid', ['b'], 'p', 'e')
    })
    expect(refusalOf(problems)).toMatchObject({ code: 'rule/weights', details: { problems } })
  })
})
