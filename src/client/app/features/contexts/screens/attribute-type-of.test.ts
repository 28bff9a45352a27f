import { describe, expect, it } from 'vitest'
import type { Scalar } from '../../../../../shared/schemas/condition.ts'
import { attributeTypeOf } from './attribute-type-of.ts'

describe('the type of seen values', () => {
  it.each<[Scalar[], string]>([
    [['NO', 'SE'], 'string'],
    [[true, false], 'boolean'],
    [[1, 2.5], 'number'],
    [[1, 'two'], 'string'],
    [['2.3.0', '2.4.0-beta.1'], 'version'],
    [['1', '2'], 'string'],
    [['2026-11-20T12:00:00Z'], 'datetime'],
    [[], 'string'],
  ])('of %j is %s', (values, type) => {
    expect(attributeTypeOf(values)).toBe(type)
  })
})
