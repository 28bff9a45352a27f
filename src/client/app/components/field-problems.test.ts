import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { fieldProblems } from './field-problems.ts'

const schema = z.object({
  key: z.string().regex(/^[a-z]+$/, 'use letters'),
  user: z.string().min(1).max(3),
  rows: z.int().min(2).max(5),
})

describe('what is wrong with a field', () => {
  it.each([
    [{ key: 'A', user: 'me', rows: 3 }, { key: 'Use letters' }],
    [{ key: 'a', user: '', rows: 3 }, { user: 'Fill this in' }],
    [{ key: 'a', user: 'four', rows: 3 }, { user: 'Use at most 3 characters' }],
    [{ key: 'a', user: 'me', rows: 1 }, { rows: 'Enter at least 2' }],
    [{ key: 'a', user: 'me', rows: 6 }, { rows: 'Enter at most 5' }],
    [{ key: 'a', user: 'me' }, { rows: 'Fill this in' }],
    [{ key: 'a', user: 'me', rows: 5 }, {}],
  ])('of %j is said in words for people', (value, problems) => {
    expect(fieldProblems(schema, value)).toEqual(problems)
  })
})
