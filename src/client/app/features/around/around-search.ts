import { limits } from '../../../../shared/limits.ts'
import { searchNumber, searchText } from '../../components/search-text.ts'

/** What a link to a picture of dependencies carries: the middle as `flag:checkout`, the environment, how far it goes. */
export type AroundSearch = { focus?: string | undefined; env?: string | undefined; depth?: number | undefined }

export const aroundSearch = (search: Record<string, unknown>): AroundSearch => {
  const depth = searchNumber(search['depth'])
  return {
    focus: searchText(search['focus']),
    env: searchText(search['env']),
    depth: depth !== undefined && depth >= 1 && depth <= limits.graphDepth ? depth : undefined,
  }
}
