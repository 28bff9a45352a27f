import { moveKeys, stored } from '../../components/stored.ts'
import { anyDraft } from './draft-keys.ts'

const whose = 'fanion/writer'
const writer = stored((value) => (typeof value === 'string' ? value : null))
const aside = (person: string): string => `fanion/aside/${person}/`

/**
 * Separates drafts by user on a shared browser: sets aside those of the previous user and restores those of this one.
 */
export const keepDraftsApart = (person: string): void => {
  const before = writer.read(whose)
  if (before === person) return
  if (before !== null) moveKeys(anyDraft, aside(before))
  moveKeys(aside(person), anyDraft)
  writer.write(whose, person)
}
