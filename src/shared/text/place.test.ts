import fc from 'fast-check'
import { expect, it } from 'vitest'
import { pathText } from '../datafile/problems.ts'
import { placeText } from './place.ts'

it.each([
  ['rules[1].when.all[0].values', 'rule 2'],
  ['variants.compact', 'variant compact'],
  ['variants["a.b"].size', 'variant a.b'],
  ['flags["x"].rules[1].serve', 'x, rule 2'],
  ['flags.checkout', 'checkout'],
  ['prerequisites[0].flag', 'prerequisite 1'],
  ['otherwise.split', 'everyone else'],
  ['offVariant', 'when off'],
  ['base', 'base'],
  ['rules.nordic.serve', 'a rule'],
  ['rules.order', 'order of rules'],
  ['prerequisites.checkout', 'prerequisite checkout'],
  ['entries[0].document.rules[1].serve', 'item 1, rule 2'],
  ['flagKeyPattern', 'flag key pattern'],
  ['domains[0]', 'domains 1'],
  ['environments[2].name', 'environments 3, name'],
  ['context.targetingKey', 'context, targeting key'],
  ['', ''],
])('the place %s is called %s', (path, words) => {
  expect(placeText(path)).toBe(words)
})

it('counts a rule that a path names by its id as the reader does', () => {
  expect(placeText('rules.r10.serve', ['r1', 'r10'])).toBe('rule 2')
})

it('leaves nothing of a program in any path', () => {
  const word = fc.stringMatching(/^[a-z]{1,8}([A-Z][a-z]{1,5}){0,2}$/)
  const known = fc.constantFrom(
    'rules',
    'variants',
    'flags',
    'segments',
    'entries',
    'document',
    'prerequisites',
    'when',
  )
  const step = fc.oneof(word, known, fc.nat(20), fc.stringMatching(/^[a-z]{1,5}-[a-z]{1,5}$/))
  fc.assert(
    fc.property(fc.array(step, { maxLength: 6 }), (path) => {
      const said = placeText(pathText(path))
      expect(said).not.toMatch(/[[\]"]|NaN|undefined|\w\.\w/)
    }),
    { numRuns: 200 },
  )
})
