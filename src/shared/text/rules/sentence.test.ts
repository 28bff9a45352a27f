import { describe, expect, it } from 'vitest'
import type { Condition } from '../../schemas/condition.ts'
import type { FlagDocument } from '../../schemas/flag.ts'
import type { Serve } from '../../schemas/split.ts'
import { text } from '../word.ts'
import { fullSentence, sentence, summary, summaryText } from './sentence.ts'

const on: Serve = { variant: 'on' }
const quarter: Serve = { split: { parts: [{ variant: 'on', from: 0, to: 25_000 }] } }
const nordic: Condition = { attribute: 'country', operator: 'isOneOf', values: ['NO', 'DE'] }
const paying: Condition = { attribute: 'plan', operator: 'isNot', values: ['free'] }

const document = (part: Partial<FlagDocument> = {}): FlagDocument => ({
  key: 'checkout',
  type: 'boolean',
  on: true,
  variants: { on: true, off: false },
  offVariant: 'off',
  prerequisites: [],
  rules: [],
  otherwise: { variant: 'off' },
  salt: 's',
  visibleToClients: false,
  ...part,
})

describe('sentence', () => {
  const cases: [Condition, Serve, string][] = [
    [true, on, 'everyone → on'],
    [nordic, on, 'country is NO or DE → on'],
    [{ all: [nordic, paying] }, quarter, 'country is NO or DE and plan is not free → on for 25%'],
    [{ any: [nordic, paying] }, on, 'country is NO or DE, or plan is not free → on'],
    [
      { all: [{ any: [nordic, paying] }, { segment: 'staff' }] },
      on,
      '(country is NO or DE, or plan is not free) and in segment staff → on',
    ],
    [{ not: { segment: 'staff' } }, on, 'not in segment staff → on'],
    [{ not: { attribute: 'email', operator: 'exists', values: [] } }, on, 'email is not set → on'],
    [{ flag: 'base', variants: ['a', 'b'] }, on, 'flag base is a or b → on'],
    [
      { attribute: 'appVersion', operator: 'versionAtLeast', values: ['2.3.0'] },
      on,
      'appVersion is version 2.3.0 or newer → on',
    ],
    [{ attribute: 'age', operator: 'between', values: [18, 30] }, on, 'age is between 18 and 30 → on'],
    [
      { attribute: 'email', operator: 'endsWith', values: ['@acme.com'], ignoreCase: true },
      on,
      'email ends with @acme.com ignoring case → on',
    ],
    [{ attribute: 'room', operator: 'is', values: ['5'] }, on, 'room is "5" → on'],
    [{ attribute: 'room', operator: 'is', values: [5] }, on, 'room is 5 → on'],
    [
      true,
      {
        split: {
          point: { by: 'company' },
          parts: [
            { variant: 'a', from: 0, to: 50_000 },
            { variant: 'b', from: 50_000, to: 100_000 },
          ],
        },
      },
      'everyone → a for 50%, b for 50% by company',
    ],
  ]
  it.each(cases)('says %j → %j as a person would', (when, serve, words) => {
    expect(sentence({ when, serve })).toBe(words)
  })
  it.each<[Condition, string]>([
    [{ segment: 'staff' }, 'Serve on to everyone in segment staff.'],
    [{ not: { segment: 'staff' } }, 'Serve on to everyone not in segment staff.'],
    [{ all: [{ segment: 'staff' }, nordic] }, 'Serve on to everyone in segment staff where country is NO or DE.'],
    [{ all: [nordic, { segment: 'staff' }] }, 'Serve on to everyone where country is NO or DE and in segment staff.'],
  ])('says %j as one sentence', (when, words) => {
    expect(fullSentence({ when, serve: on }, 1, 1)).toBe(words)
  })
  it('says what becomes of those whom a split leaves out', () => {
    expect(fullSentence({ when: nordic, serve: quarter }, 2, 3)).toBe(
      'Serve on to 25% of everyone where country is NO or DE. The remaining 75% continue to rule 3.',
    )
  })
})

describe('the full sentence of a rule', () => {
  it('shortens a long list', () => {
    const values = Array.from({ length: 1_000 }, (_, i) => `acc-${i}`)
    const words = fullSentence({ when: { attribute: 'account', operator: 'isOneOf', values }, serve: on }, 1, 1)
    expect(words).toContain('acc-7 and 992 more values')
    expect(words.length).toBeLessThan(200)
  })
})

describe('summary', () => {
  const rule = { id: '1', when: nordic, serve: on }
  const cases: [string, Partial<FlagDocument>, string][] = [
    ['off', { on: false, rules: [rule] }, 'off'],
    ['on without rules', { otherwise: quarter }, 'on for 25%'],
    ['one rule', { rules: [rule] }, '1 rule, else off'],
    ['one rule for everyone', { rules: [{ ...rule, when: true, serve: quarter }] }, 'on for 25%, else off'],
    [
      'requiring another',
      { rules: [rule], prerequisites: [{ flag: 'payments', variants: ['on'] }] },
      'requires payments; 1 rule, else off',
    ],
    ['several rules', { rules: [rule, { ...rule, id: '2' }] }, '2 rules, else off'],
  ]
  it.each(cases)('of a flag that is %s fits a cell', (_, part, words) => {
    expect(summary(document(part))).toBe(words)
  })
})

describe('summaryText', () => {
  const line = (part: Partial<FlagDocument>) => text(summaryText(document(part)))
  it('of a flag that is off name the off variant', () => {
    expect(line({ on: false })).toBe('everyone gets off')
  })
  it('of one rule are that rule and the rest', () => {
    expect(line({ rules: [{ id: '1', when: nordic, serve: on }] })).toBe('country is NO or DE → on, else off')
  })
})
