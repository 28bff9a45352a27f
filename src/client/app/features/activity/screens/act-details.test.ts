import { describe, expect, it } from 'vitest'
import { actDetails } from './act-details.ts'

const flag = { key: 'checkout', type: 'boolean', on: false, variants: { on: true, off: false }, offVariant: 'off' }
const document = {
  ...flag,
  prerequisites: [],
  rules: [],
  otherwise: { variant: 'on' },
  salt: 's',
  visibleToClients: false,
}

describe('the details of an act', () => {
  it('are what a publish changed, and its message', () => {
    const entries = [{ kind: 'flag', key: 'checkout', document: { ...document, on: true } }]
    const event = {
      action: 'revision.publish',
      before: { 'flag/checkout': document },
      after: { message: 'Go', entries },
    }
    expect(actDetails(event)).toEqual({ lines: ['checkout: status: off → on'], quote: 'Go', places: [] })
  })

  it('are what a reviewer said', () => {
    expect(actDetails({ action: 'change.approve', before: null, after: { body: 'Fine.' } }).quote).toBe('Fine.')
  })

  it('are the roles of a member before and after', () => {
    const event = { action: 'member.set-role', before: { role: 'editor' }, after: { role: 'admin' } }
    expect(actDetails(event).lines).toEqual(['editor → admin'])
  })

  it('are the environments in which somebody holds a role', () => {
    const after = { role: 'editor', environments: ['staging'] }
    const event = { action: 'member.set-role', before: { role: 'viewer', environments: null }, after }
    expect(actDetails(event).lines).toEqual(['viewer → editor in staging, viewer elsewhere'])
  })

  it('are each field that was edited, as it was and as it is, and nothing that stayed', () => {
    const before = { name: 'Old', description: 'Same', tags: ['web'], permanence: 'temporary', ownerId: null }
    const after = { ...before, name: 'New', tags: ['web', 'checkout'], ownerId: 'id-of-bob' }
    const nameOf = (id: string) => (id === 'id-of-bob' ? 'Bob' : undefined)
    expect(actDetails({ action: 'flag.update', before, after }, nameOf).lines).toEqual([
      'name: Old → New',
      'tags: web → web, checkout',
      'owner: none → Bob',
    ])
  })

  it('are the settings of an environment that were edited', () => {
    const before = { name: 'Production', colour: 'red', protected: false, requiredApprovals: 0, sampling: false }
    const after = { ...before, protected: true, requiredApprovals: 2 }
    expect(actDetails({ action: 'environment.edit', before, after }).lines).toEqual([
      'protected: no → yes',
      'required approvals: 0 → 2',
    ])
  })

  it('are what a change is called, what it touches, and for which environments', () => {
    const entries = ['staging', 'production'].map((environment) => ({ kind: 'flag', key: 'checkout', environment }))
    const saved = { action: 'change.save', before: null, after: { title: 'Launch', message: '', entries } }
    expect(actDetails(saved)).toEqual({
      lines: ['flag checkout'],
      quote: 'Launch',
      places: ['staging', 'production'],
    })
    const approved = {
      action: 'change.approve',
      before: null,
      after: { title: 'Launch', places: ['production'], body: '' },
    }
    expect(actDetails(approved)).toEqual({ lines: [], quote: 'Launch', places: ['production'] })
  })

  it('are who was asked by name for a review', () => {
    const after = { title: 'Launch', places: ['production'], reviewers: ['Pia', 'Bob'] }
    expect(actDetails({ action: 'change.request-review', before: null, after }).lines).toEqual(['asked: Pia, Bob'])
  })

  it('are what an edit of a change edited, and for which environments: not all that the change proposes', () => {
    const at = (environment: string, other: object = {}) => ({ environment, kind: 'flag', key: 'checkout', ...other })
    const [off, on] = [{ document }, { document: { ...document, on: true } }]
    const after = { title: 'Launch', places: ['staging', 'production'] }
    const details = (were: object[], are: object[], titles = {}) =>
      actDetails({
        action: 'change.edit',
        before: JSON.parse(JSON.stringify({ entries: were, ...titles })),
        after: JSON.parse(JSON.stringify({ ...after, entries: are })),
      })
    expect(details([at('staging'), at('production', off)], [at('staging', off), at('production', on)])).toEqual({
      lines: ['checkout: status: off → on'],
      quote: 'Launch',
      places: ['production'],
    })
    expect(details([at('staging')], [at('staging', off), at('production', on)], { title: 'Lunch' })).toEqual({
      lines: ['title: Lunch → Launch', 'checkout: added to the change'],
      quote: 'Launch',
      places: ['production'],
    })
    expect(details([at('staging', off), at('production')], [at('production', on)]).lines).toEqual([
      'checkout: removed from the change',
    ])
    // The same edit in both environments is one line; the edit of only one is another.
    expect(
      details([at('staging', off), at('production', off)], [at('staging', on), at('production', on)]).lines,
    ).toEqual(['checkout: status: off → on'])
  })
})
