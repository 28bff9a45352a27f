import { describe, expect, it } from 'vitest'
import { aFlag, aSegment, aDatafile as datafile } from '../../../tests/support/builders.ts'
import type { DatafilePatch } from '../schemas/datafile.ts'
import { type Compiled, compile } from './compile.ts'
import { evaluate } from './evaluate.ts'
import { recompile } from './recompile.ts'

/** Recompiles after changes; null deletes. */
const changed = (
  before: Compiled,
  flags: DatafilePatch['flags'],
  segments: DatafilePatch['segments'] = {},
): Compiled => {
  const laid = <T>(documents: Record<string, T>, over: Record<string, T | null>) =>
    Object.fromEntries(Object.entries({ ...documents, ...over }).flatMap(([key, one]) => (one ? [[key, one]] : [])))
  const { datafile } = before
  const documents = { flags: laid(datafile.flags, flags), segments: laid(datafile.segments, segments) }
  return recompile(before, { ...datafile, revision: 2, ...documents }, { flags, segments })
}

describe('a change', () => {
  const flags = [
    aFlag('alone').serving('on'),
    aFlag('parent').serving('on'),
    aFlag('child').requiring('parent', 'on').serving('on'),
    aFlag('grandchild').requiring('child', 'on').serving('on'),
    aFlag('segmented').rule({ not: { segment: 'outer' } }, 'on'),
  ]
  const segments = [aSegment('outer', { when: { segment: 'inner' } }), aSegment('inner')]
  const before = compile(datafile(flags, segments))
  const handles = () => Object.fromEntries(flags.map(({ key }) => [key, before.flag(key)]))
  const touched = (...changes: [DatafilePatch['flags'], DatafilePatch['segments']?]) => {
    const kept = handles()
    const after = changed(before, ...changes)
    return flags.map(({ key }) => key).filter((key) => after.flag(key) !== kept[key])
  }

  it('recompiles a flag and those that require it, at any depth', () => {
    expect(touched({ parent: aFlag('parent') })).toEqual(['parent', 'child', 'grandchild'])
  })
  it('recompiles flags that use a segment through another', () => {
    expect(touched({}, { inner: aSegment('inner', { included: ['ann'] }) })).toEqual(['segmented'])
  })
  it('takes flags away and adds them', () => {
    const after = changed(before, { alone: null, fresh: aFlag('fresh').serving('on') })
    expect(evaluate(after, 'alone', {}, 0)).toMatchObject({ errorCode: 'FLAG_NOT_FOUND' })
    expect(evaluate(after, 'fresh', {}, 0)).toMatchObject({ value: true })
    expect(after.datafile.revision).toBe(2)
  })
  it('mends what a missing prerequisite broke', () => {
    const waiting = compile(datafile([aFlag('child').requiring('parent', 'on').serving('on')]))
    expect(evaluate(waiting, 'child', {}, 0)).toMatchObject({ reason: 'PREREQUISITE_FAILED' })
    const after = changed(waiting, { parent: aFlag('parent').serving('on') })
    expect(evaluate(after, 'child', {}, 0)).toMatchObject({ value: true })
  })
  it('leaves the datafile before it was', () => {
    changed(before, { alone: aFlag('alone') })
    expect(evaluate(before, 'alone', {}, 0)).toMatchObject({ value: true })
  })
  it('names its counter, which a change leaves alone', () => {
    const compiled = compile(datafile([aFlag().serving('on')]))
    const { slot } = evaluate(compiled, 'checkout', {}, 0)
    expect(compiled.slots.list[slot]).toEqual({ flag: 'checkout', variant: 'on', measured: null })
    const after = changed(compiled, { checkout: aFlag().rule(true, 'on') })
    expect(evaluate(after, 'checkout', {}, 0).slot).toBe(slot)
  })
})
