import { describe, expect, it } from 'vitest'
import { aFlag, aSegment, where } from '../../../../tests/support/builders.ts'
import { withoutEndedRuns, withoutMeasuredRules } from './measured-rules.ts'

const everyone = { all: [] }
const plain = { id: 'r1', name: 'Nordic', when: where('country', 'is', 'NO'), serve: { variant: 'on' } }
const measured = { id: 'run-7', name: 'Test 7', when: everyone, run: 7, serve: { variant: 'on' } }
const unnamed = { id: 'run-8', when: everyone, run: 8, serve: { variant: 'off' } }
// a growth of run 7, served by a rule that is not measured itself
const growing = { id: 'run-7', when: everyone, serve: { variant: 'on' } }

describe('a document that goes to another environment', () => {
  it('leaves the rules of runs behind, and says which', () => {
    const flag = aFlag().with({ rules: [measured, plain, unnamed] })
    const { document, leftOut } = withoutMeasuredRules(flag, new Set([7]))
    expect(document).toEqual({ ...flag, rules: [plain] })
    expect(leftOut).toEqual(['Test 7', 'run-8'])
    expect(withoutMeasuredRules(aFlag().with({ rules: [growing, plain] }), new Set([7])).leftOut).toEqual(['run-7'])
  })

  it('is the very same where it has none', () => {
    for (const document of [null, aSegment(), aFlag(), aFlag().with({ rules: [plain] })])
      expect(withoutMeasuredRules(document, new Set([7]))).toEqual({ document, leftOut: [] })
    // a rule named like a run's but of no open run is an ordinary rule
    const old = aFlag().with({ rules: [growing] })
    expect(withoutMeasuredRules(old, new Set()).document).toBe(old)
  })
})

describe('a document that comes back', () => {
  it('keeps its rules, and is measured for open runs alone', () => {
    const flag = aFlag().with({ rules: [measured, plain, unnamed] })
    const { run: _, ...ended } = unnamed
    expect(withoutEndedRuns(new Set([7]), flag)).toEqual({ ...flag, rules: [measured, plain, ended] })
  })

  it('is the very same where no run has ended', () => {
    for (const document of [null, aSegment(), aFlag(), aFlag().with({ rules: [measured, plain] })])
      expect(withoutEndedRuns(new Set([7]), document)).toBe(document)
  })
})
