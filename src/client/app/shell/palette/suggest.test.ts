import { describe, expect, it } from 'vitest'
import type { Environment } from '../../../../shared/features/projects/schemas/project.ts'
import { whenText } from '../../../../shared/text/time/when.ts'
import { findable } from './rank.ts'
import { type PaletteData, suggest } from './suggest.ts'

const environment = (key: string, guarded = false): Environment => ({
  id: key,
  key,
  name: key.charAt(0).toUpperCase() + key.slice(1),
  colour: 'teal',
  position: 0,
  protected: guarded,
  requiredApprovals: 0,
  sampling: false,
  moveLimitPer100k: null,
  revision: 1,
})

const production = environment('production', true)
const known: PaletteData = {
  flags: ['checkout', 'checkout-redesign', 'banner'].map((key) => findable(key, key)),
  segments: [findable('staff', 'staff')],
  promises: [
    findable(
      { name: 'Staff first', sentence: 'everyone in segment staff gets checkout on' },
      'staff-first',
      'Staff first',
    ),
  ],
  environments: [environment('development'), environment('staging'), production],
  pages: [
    findable(
      { id: 'playground', title: 'Playground', detail: 'screen', command: { do: 'screen', label: 'Playground' } },
      'Playground',
    ),
  ],
  nowMs: Date.parse('2026-11-21T13:30:00Z'),
  zone: 'Europe/Oslo',
}
const first = (typed: string) => suggest(typed, known)[0]

describe('what is typed into the palette', () => {
  it('takes a flag at its word while flags are being read', () => {
    const [row] = suggest('why user-42 checkout', { ...known, flags: [] })
    expect(row?.command).toEqual({ do: 'why', who: 'user-42', flag: 'checkout' })
  })

  it('turns a flag off where it is said', () => {
    expect(first('turn off checkout prod')?.command).toEqual({
      do: 'turn',
      flag: 'checkout',
      environment: production,
      on: false,
      at: null,
    })
  })

  it('takes a time, and says it back with its zone', () => {
    const row = first('turn on checkout prod mon 9am')
    expect([row?.command, row?.detail]).toEqual([
      { do: 'turn', flag: 'checkout', environment: production, on: true, at: '2026-11-23T08:00:00.000Z' },
      whenText('2026-11-23T08:00:00.000Z', 'Europe/Oslo'),
    ])
  })

  it('offers every environment where none is said', () => {
    expect(suggest('turn off banner', known).map(({ title }) => title)).toEqual([
      'Turn off banner in Development',
      'Turn off banner in Staging',
      'Turn off banner in Production',
    ])
  })

  it('asks why', () => {
    expect(first('why user-42 banner')?.command).toEqual({ do: 'why', who: 'user-42', flag: 'banner' })
  })

  it('invites somebody to publish in one environment alone', () => {
    const publisher = first('invite bob@acme.com publish staging')
    expect(publisher?.title).toBe('Invite bob@acme.com as a publisher in Staging')
    expect(publisher?.command).toMatchObject({ do: 'invite', role: 'publisher', environment: { key: 'staging' } })
    expect(first('invite bob@acme.com staging publisher')?.command).toEqual(publisher?.command)
  })
  it('invites somebody to edit in one environment', () => {
    expect(first('invite bob@acme.com staging')?.title).toBe('Invite bob@acme.com as an editor in Staging')
  })

  it('promises what is said, in the case it is said', () => {
    expect(first('> Promise everyone where plan is Pro gets checkout on')?.command).toEqual({
      do: 'promise',
      sentence: 'everyone where plan is Pro gets checkout on',
    })
  })

  it('finds promises by their names', () => {
    expect(first('staff first')).toMatchObject({
      title: 'Staff first',
      detail: 'promise: everyone in segment staff gets checkout on',
    })
  })

  it('rolls a flag to a percentage', () => {
    expect(first('roll checkout 25 dev')?.title).toBe('Roll out checkout to 25% in Development')
    for (const strange of ['0x10', '५', 'Infinity', '2%5'])
      expect(first(`roll checkout ${strange} dev`)?.title ?? '').not.toContain('Roll out')
  })

  it('plans an experiment on a flag, or finds those it has', () => {
    expect(suggest('experiment banner', known).map(({ title }) => title)).toEqual([
      'New experiment on banner',
      'Experiments of banner',
    ])
    expect(first('experiment banner')?.command).toEqual({ do: 'experiment', flag: 'banner', isNew: true })
  })

  it('looks around a flag or a segment', () => {
    expect(first('around banner prod')).toMatchObject({
      title: 'Dependencies of banner in Production',
      command: { do: 'around', focus: 'flag:banner', environment: 'production' },
    })
    expect(first('around staff')?.command).toEqual({ do: 'around', focus: 'segment:staff', environment: null })
  })

  it('goes to a flag, a segment, a screen', () => {
    expect(['bann', 'staff', 'playg'].map((typed) => first(typed)?.title)).toEqual(['banner', 'staff', 'Playground'])
  })

  it('goes on typing an act that was begun', () => {
    expect(first('turn of')?.command).toEqual({ do: 'type', text: 'turn off ' })
  })
})
