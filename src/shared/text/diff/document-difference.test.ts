import { describe, expect, it } from 'vitest'
import type { SegmentDocument } from '../../schemas/segment.ts'
import { differenceLine } from './difference.ts'
import { documentDifferences } from './document-difference.ts'

const segment: SegmentDocument = { key: 'staff', included: ['ada'], excluded: [], when: null }
const lines = (before: SegmentDocument | null, after: SegmentDocument | null) =>
  documentDifferences(before, after).map(differenceLine)

describe('differences of documents', () => {
  it('say nothing where nothing differs', () => {
    expect(lines(segment, segment)).toEqual([])
  })

  it('name the members that come and go', () => {
    expect(lines(segment, { ...segment, included: ['bob'], excluded: ['eve'] })).toEqual([
      'included removed: ada',
      'included added: bob',
      'excluded added: eve',
    ])
  })

  it('count members that no line could hold', () => {
    const included = Array.from({ length: 7 }, (_, i) => `user-${i}`)
    expect(lines({ ...segment, included: [] }, { ...segment, included })).toEqual(['included added: 7 keys'])
  })

  it('tell a whole segment that is new, and one that goes', () => {
    const whole = '1 key included'
    expect([lines(null, segment), lines(segment, null)]).toEqual([
      [`segment added: ${whole}`],
      [`segment removed: ${whole}`],
    ])
    expect(lines(null, { ...segment, included: [], excluded: ['eve'] })).toEqual(['segment added: nobody'])
  })
})
