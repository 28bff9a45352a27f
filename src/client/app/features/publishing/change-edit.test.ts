import { describe, expect, it } from 'vitest'
import { aFlag } from '../../../../../tests/support/builders.ts'
import type { Change, ProposedEntry, ShownEntry } from '../../../../shared/features/changes/schemas/change.ts'
import { changeEdit } from './change-edit.ts'

const shown = (key: string, environment: string): ShownEntry => ({
  ...{ kind: 'flag', key, environment, base: 3, touches: [] },
  ...{ before: aFlag(key).switchedOff(), document: aFlag(key) },
})
// Only the fields that an edit needs.
const change = {
  ...{ number: 12, version: 4, title: 'Roll out hero to 60%', message: '' },
  entries: [shown('hero', 'production'), shown('hero', 'staging'), shown('checkout', 'production')],
} as unknown as Change
const edited: ProposedEntry = {
  ...{ kind: 'flag', key: 'hero', environment: 'production', base: 5 },
  document: aFlag('hero').serving('on'),
}

describe('an edit of a change', () => {
  it('takes the place of one entry, and leaves the others as they are', () => {
    const { entries, ...rest } = changeEdit(change, edited, 'Roll out hero to 60%')
    expect(entries?.map(({ key, environment, base }) => `${key} ${environment} ${base}`)).toEqual([
      'hero production 5',
      'hero staging 3',
      'checkout production 3',
    ])
    expect(entries?.[0]).toEqual(edited)
    expect(rest).toEqual({ change: 12, version: 4 })
  })
  it('names it anew where its author wrote another note', () => {
    expect(changeEdit(change, edited, 'Only 5%')).toMatchObject({ title: 'Only 5%', message: '' })
    expect(changeEdit(change, edited, 'Only 5%\nAs asked.')).toMatchObject({
      title: 'Only 5%',
      message: 'Only 5%\nAs asked.',
    })
    expect(changeEdit(change, edited, '')).not.toHaveProperty('title')
  })
})
