import { moveKeys, stored } from '../../components/stored.ts'
import { anyDraft } from './draft-keys.ts'

const draftOwnerKey = 'fanion/writer'
const writer = stored((value) => (typeof value === 'string' ? value : null))
const setAsidePrefix = (person: string): string => `fanion/aside/${person}/`

/**
 * Separates drafts by user on a shared browser: sets aside those of the previous user and restores those of this one.
 */
export const separateDraftsByUser = (person: string): void => {
  const before = writer.read(draftOwnerKey)
  if (before === person) return
  if (before !== null) moveKeys(anyDraft, setAsidePrefix(before))
  moveKeys(setAsidePrefix(person), anyDraft)
  writer.write(draftOwnerKey, person)
}
