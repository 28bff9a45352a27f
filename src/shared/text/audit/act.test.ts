import { describe, expect, it } from 'vitest'
import { actSentence } from './act.ts'

const said = (action: string, subject: string) => {
  const { verb, object, after } = actSentence({ action, subject })
  return [verb, object, after].filter(Boolean).join(' ')
}

describe('an act as a sentence', () => {
  it('names what it was done to without the project', () => {
    expect([
      said('flag.create', 'shop/checkout'),
      said('revision.publish', 'shop/production/12'),
      said('change.approve', 'shop/changes/7'),
      said('change.bypass', 'shop/changes/7'),
      said('member.set-role', 'shop/bob@example.com'),
      said('freeze.add', 'shop/production'),
      said('event.save', 'shop/purchase'),
    ]).toEqual([
      'created flag checkout',
      'published revision 12',
      'approved change #7',
      'published change #7 without approval',
      'changed the role of bob@example.com',
      'added a freeze',
      'declared event purchase',
    ])
  })

  it('leads to the flag or the change', () => {
    const targets = [
      { action: 'flag.create', subject: 'shop/checkout' },
      { action: 'change.apply', subject: 'shop/changes/7' },
      { action: 'key.revoke', subject: 'shop/production/fan_s_ab' },
    ].map((act) => actSentence(act).target)
    expect(targets).toEqual([{ kind: 'flag', key: 'checkout' }, { kind: 'change', key: '7' }, null])
  })

  it('stays honest about an act it has no words for', () => {
    expect(said('flag.paint', 'shop/checkout')).toBe('performed flag.paint on checkout')
  })

  it('names nothing where what it was done to is not told', () => {
    const said = (action: string) => {
      const { verb, object, after } = actSentence({ action, subject: 'shop' })
      return [verb, object, after].filter((part) => part !== '').join(' ')
    }
    expect([said('key.create'), said('invitation.create'), said('project.edit')]).toEqual([
      'created SDK key',
      'invited someone',
      'edited project shop',
    ])
  })
})
