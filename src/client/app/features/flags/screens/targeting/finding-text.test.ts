import { expect, it } from 'vitest'
import { aFlag } from '../../../../../../../tests/support/builders.ts'
import type { Finding } from '../../../../../../shared/lint/finding.ts'
import { findingsText } from './finding-text.ts'

const document = ['r1', 'r2', 'r3', 'r4'].reduce((flag) => flag.rule(true, 'on'), aFlag('checkout'))
const rules = document.rules.map(({ id }) => id)

it.each<[string, Finding[]]>([
  [
    '3 variants aren’t served to anyone in Production: a, b, c',
    ['a', 'b', 'c'].map((variant) => ({ kind: 'unserved', rule: null, variant })),
  ],
  [
    '4 rules never match: rule 1, rule 2, rule 3 and 1 more',
    rules.map((rule) => ({ kind: 'never-matches', rule, dead: { because: 'contradiction', lines: null } })),
  ],
  [
    '4 rules change nothing: rule 1, rule 2, rule 3 and 1 more',
    rules.map((rule) => ({ kind: 'changes-nothing', rule, variant: 'on', instead: null })),
  ],
  [
    '3 splits serve everyone the same variant: rule 1, rule 2, everyone else',
    [rules[0] ?? '', rules[1] ?? '', null].map((rule) => ({ kind: 'split-of-one', rule, variant: 'on' })),
  ],
  [
    '3 attributes are unknown: cuntry (did you mean country?), pln (did you mean plan?), tem (did you mean team?)',
    [
      ['cuntry', 'country'],
      ['pln', 'plan'],
      ['tem', 'team'],
    ].map(([attribute = '', near = '']) => ({ kind: 'unknown-attribute', rule: 'r1', attribute, near })),
  ],
  [
    'Off for everyone: 3 prerequisites are never met in Production: a, b, c',
    ['a', 'b', 'c'].map((flag) => ({ kind: 'unmet', rule: null, flag, answer: '' })),
  ],
])('says findings of one kind together: %s', (said, findings) => {
  expect(findingsText(findings, document, 'Production')).toBe(said)
})
