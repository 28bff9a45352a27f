import type { ImportItem } from '../../features/imports/schemas/import.ts'
import { limits } from '../../limits.ts'
import { isPlain } from '../../schemas/name.ts'
import type { Description } from './assembly.ts'

type ItemProperties = Pick<ImportItem, 'name' | 'description' | 'tags' | 'permanence' | 'owner'>

/** An item's properties within Fanion's limits, and a sentence for each one that was truncated. */
export const limitProperties = (theirs: string, given: Description): { item: ItemProperties; cut: string[] } => {
  const cut: string[] = []
  const shortened = (text: string, most: number, what: string): string => {
    if (text.length > most) cut.push(`Its ${what} is longer than ${most} characters; the rest was cut.`)
    return text.slice(0, most).trim()
  }
  const wanted = [given.name, theirs].find((name) => name !== undefined && name.trim() !== '' && isPlain(name.trim()))
  const tags = [...new Set((given.tags ?? []).map((tag) => tag.trim().slice(0, limits.tagLength)))].filter(
    (tag) => tag !== '' && isPlain(tag),
  )
  if (tags.length > limits.tagsPerFlag) cut.push(`It has more than ${limits.tagsPerFlag} tags; the last were left out.`)
  const item: ItemProperties = {
    name: shortened((wanted ?? 'Imported').trim(), limits.nameLength, 'name'),
    description: shortened((given.description ?? '').replaceAll('\0', ''), limits.descriptionLength, 'description'),
    tags: tags.slice(0, limits.tagsPerFlag),
    permanence: given.temporary === false ? 'permanent' : 'temporary',
    owner: given.owner?.toLowerCase().slice(0, 320) ?? null,
  }
  return { item, cut }
}
