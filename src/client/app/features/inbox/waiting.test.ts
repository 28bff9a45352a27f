import { describe, expect, it } from 'vitest'
import type { ChangeState } from '../../../../shared/features/changes/schemas/change.ts'
import { needsActionBy, type Reader, waitingText } from './waiting.ts'

const eda: Reader = { id: 'eda', role: 'editor' }
const pia: Reader = { id: 'pia', role: 'publisher' }
const byEda = (state: ChangeState) => ({ state, author: { id: 'eda', name: 'Eda' } })

describe('a change waits', () => {
  it('in review for a publisher who is not its author', () => {
    const change = byEda('in-review')
    expect([
      needsActionBy(change, pia),
      needsActionBy(change, eda),
      needsActionBy(change, { id: 'eda', role: 'publisher' }),
    ]).toEqual([true, false, false])
  })

  it('for others once the reader has approved it', () => {
    const change = { ...byEda('in-review'), approved: true }
    expect([needsActionBy(change, pia), waitingText(change, pia)]).toEqual([false, 'waiting for others to approve'])
  })

  it.each(['changes-requested', 'conflicted'] as const)('for its author when it is %s', (state) => {
    expect([needsActionBy(byEda(state), eda), needsActionBy(byEda(state), pia)]).toEqual([true, false])
  })

  it.each(['applied', 'withdrawn', 'scheduled'] as const)('for nobody when it is %s', (state) => {
    expect(waitingText(byEda(state), pia)).toBe(null)
  })

  it('for somebody by name or by role, in words', () => {
    const words = (state: ChangeState) => [waitingText(byEda(state), eda), waitingText(byEda(state), pia)]
    expect([words('draft'), words('in-review'), words('approved')]).toEqual([
      ['waiting for you', 'waiting for Eda'],
      ['waiting for a publisher to approve', 'waiting for you'],
      ['waiting for a publisher to publish', 'waiting for you'],
    ])
  })

  it('for those who were asked by name, and no more for others who may approve it', () => {
    const change = { ...byEda('in-review'), reviewers: [{ id: 'bob', name: 'Bob' }] }
    const bob: Reader = { id: 'bob', role: 'publisher' }
    expect([needsActionBy(change, bob), needsActionBy(change, pia)]).toEqual([true, false])
    expect([waitingText(change, bob), waitingText(change, pia)]).toEqual([
      'waiting for you',
      'waiting for Bob to approve',
    ])
  })
})
