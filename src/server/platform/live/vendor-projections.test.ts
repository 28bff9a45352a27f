import { describe, expect, it } from 'vitest'
import { aFlag, aSegment } from '../../../../tests/support/builders.ts'
import { buildDatafile } from '../../../shared/datafile/build.ts'
import type { Datafile } from '../../../shared/schemas/datafile.ts'
import type { FlagDocument } from '../../../shared/schemas/flag.ts'
import type { SegmentDocument } from '../../../shared/schemas/segment.ts'
import { VendorProjections } from './vendor-projections.ts'

const fileOf = (
  revision: number,
  flags: Record<string, FlagDocument>,
  segments: Record<string, SegmentDocument> = {},
) =>
  buildDatafile({
    ...{ project: 'p', environment: 'e', revision, publishedAt: '2026-01-01T00:00:00.000Z' },
    ...{ flags, segments },
  })

/** The events of a stream, each with its data. */
const eventsOf = (frames: Buffer) =>
  frames
    .toString()
    .split('\n\n')
    .filter((one) => one !== '')
    .map((one) => {
      const [, name = '', data = ''] = /^event: (\S+)\n(?:id: \d+\n)?data: ?(.*)$/s.exec(one) ?? []
      return { name, data: data === '' ? null : (JSON.parse(data) as { path?: string; data?: object }) }
    })

const step = (readings: VendorProjections, datafile: Datafile, patch: { flags?: object; segments?: object }) => {
  const { revision, publishedAt, digest } = datafile
  readings.advance(datafile, {
    ...{ from: revision - 1, to: revision, publishedAt, digest },
    flags: { ...(patch.flags as Record<string, FlagDocument>) },
    segments: { ...(patch.segments as Record<string, SegmentDocument>) },
  })
  return eventsOf(readings.frame('launchdarkly'))
}

describe('a stream of LaunchDarkly’s', () => {
  const beta = aSegment('beta', { included: ['u'] })
  const uses = aFlag('uses').rule({ segment: 'beta' }, 'on')
  const other = aFlag('other')

  it('is told of what a publish touches, and of nothing else', () => {
    const readings = new VendorProjections(fileOf(1, { uses, other }, { beta }))
    readings.projection('launchdarkly')
    const off = other.switchedOff()
    const events = step(readings, fileOf(2, { uses, other: off }, { beta }), { flags: { other: off } })
    expect(events.map(({ name, data }) => [name, data?.path])).toEqual([['patch', '/flags/other']])
    expect(events[0]?.data?.data).toMatchObject({ key: 'other', on: false, version: 3 })
  })

  it('is told of a segment before the flags that use it', () => {
    const readings = new VendorProjections(fileOf(1, { uses, other }, { beta }))
    readings.projection('launchdarkly')
    const more = aSegment('beta', { included: ['u', 'v'] })
    const events = step(readings, fileOf(2, { uses, other }, { beta: more }), { segments: { beta: more } })
    expect(events.map(({ data }) => data?.path)).toEqual(['/segments/beta', '/flags/uses'])
  })

  it('is told of a segment once, however often a flag that uses it is published', () => {
    const readings = new VendorProjections(fileOf(1, { uses, other }, { beta }))
    readings.projection('launchdarkly')
    const more = aSegment('beta', { included: ['u', 'v'] })
    step(readings, fileOf(2, { uses, other }, { beta: more }), { segments: { beta: more } })
    const off = uses.switchedOff()
    const events = step(readings, fileOf(3, { uses: off, other }, { beta: more }), { flags: { uses: off } })
    expect(events.map(({ data }) => data?.path)).toEqual(['/flags/uses'])
  })

  it('is told of a flag that goes, and of one that cannot be said any more', () => {
    const readings = new VendorProjections(fileOf(1, { uses, other }, { beta }))
    readings.projection('launchdarkly')
    const split = uses.serving({ split: { parts: [{ variant: 'on', from: 0, to: 50_000 }] } })
    const events = step(readings, fileOf(2, { uses: split }, { beta }), { flags: { other: null, uses: split } })
    expect(new Set(events.map(({ name, data }) => `${name} ${data?.path}`))).toEqual(
      new Set(['delete /flags/other', 'delete /flags/uses']),
    )
    expect(readings.unreadable('launchdarkly')).toBe(1)
  })

  it('is told the whole where a publish touches more than a hundred flags and segments, and each of as many as that', () => {
    const named = (count: number, withSegment: number) => {
      const all = Array.from({ length: count }, (_, at) => at)
      const segments = Object.fromEntries(
        all.slice(0, withSegment).map((at) => [`s${at}`, aSegment(`s${at}`, { included: ['u'] })]),
      )
      const flags = Object.fromEntries(
        all.map((at) => [
          `f${at}`,
          at < withSegment ? aFlag(`f${at}`).rule({ segment: `s${at}` }, 'on') : aFlag(`f${at}`),
        ]),
      )
      const readings = new VendorProjections(fileOf(1, {}))
      readings.projection('launchdarkly')
      return step(readings, fileOf(2, flags, segments), { flags, segments }).map(({ name }) => name)
    }
    for (const [flags, withSegment] of [
      [100, 0],
      [70, 30],
    ] as const) {
      expect(named(flags, withSegment)).toEqual(Array(100).fill('patch'))
      expect(named(flags + 1, withSegment)).toEqual(['put'])
    }
  })
})

it('what streams of a format begin with is made once a revision, for however many', () => {
  const readings = new VendorProjections(fileOf(1, { uses: aFlag('uses') }))
  const begins = [
    () => readings.put(),
    () => readings.unleashEvent('unleash-connected', 'unleash'),
    () => readings.growthBookEvent(),
  ]
  const before = begins.map((begin) => begin())
  for (const [at, begin] of begins.entries()) expect(begin()).toBe(before[at])
  const more = { uses: aFlag('uses'), more: aFlag('more') }
  step(readings, fileOf(2, more), { flags: { more: more.more } })
  for (const [at, begin] of begins.entries()) expect(begin().equals(before[at] ?? begin())).toBe(false)
})
