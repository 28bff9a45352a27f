import { describe, expect, it } from 'vitest'
import { aFlag } from '../../../../../tests/support/builders.ts'
import type { FlagDocument } from '../../../schemas/flag.ts'
import { projectFlag } from '../../exporting/format-support.ts'
import { formatSupportOf } from '../../exporting/format-support-of.ts'
import { launchDarkly } from './format.ts'

const said = (flags: Record<string, FlagDocument>, key: string) => {
  const documents = { flags, segments: {} }
  const project = (wanted: string) => projectFlag(launchDarkly, documents, wanted, project)
  return project(key).piece?.json
}

describe('a prerequisite', () => {
  const asks = aFlag('asks').requiring('parent', 'on')

  it('names the variation', () => {
    expect(said({ asks, parent: aFlag('parent') }, 'asks')).toMatchObject({
      on: true,
      prerequisites: [{ key: 'parent', variation: 0 }],
    })
  })

  it('that nobody meets stays one, since others may ask for what the flag answers then', () => {
    const environments: Record<string, FlagDocument>[] = [{ asks, parent: aFlag('parent').switchedOff() }, { asks }]
    for (const flags of environments)
      expect(said(flags, 'asks')).toMatchObject({ on: true, prerequisites: [{ variation: 0 }] })
    const unknown = aFlag('asks').requiring('parent', 'gone')
    expect(said({ asks: unknown, parent: aFlag('parent') }, 'asks')).toMatchObject({
      prerequisites: [{ variation: 2 }],
    })
  })

  it('of several variants is not readable', () => {
    const several = aFlag('asks').requiring('parent', 'on', 'off')
    expect(
      formatSupportOf(launchDarkly, { flags: { asks: several, parent: aFlag('parent') }, segments: {} }, 'asks'),
    ).toEqual({
      because: { code: 'prerequisite-variants', operand: 'parent' },
    })
  })
})
